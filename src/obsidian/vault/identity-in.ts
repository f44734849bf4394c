import { TFile, type App, type TAbstractFile } from 'obsidian';
import type { NoteIdentity } from '../../model/ports';
import { identityOf } from './identity-index';

/** What a file says that it is a note of, as far as the app has read it; of no file and of a folder: nothing. */
export const identityIn = (app: App, file: TAbstractFile | null): NoteIdentity =>
  identityOf(file instanceof TFile ? app.metadataCache.getFileCache(file)?.frontmatter : null);

export const isNobodys = ({ bookId, documentId, partId }: NoteIdentity): boolean =>
  bookId === null && documentId === null && partId === null;
