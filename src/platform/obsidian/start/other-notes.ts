import type { App, Setting } from 'obsidian';
import { identityOf } from '../identity-index';
import { addButton } from '../settings/page-context';
import { START } from '../strings-start';

const LOOKED_AT = 25;
const PLACE = /readwise/i;
const TRACE = /readwise\.io\/|^#+ metadata\b/im;

/** Whether the vault seems to have notes that another plugin made of a Readwise library: by a look at a few in folders or under names that say so. */
export async function hasOtherNotes(app: App): Promise<boolean> {
  const isOurs = ({ bookId, documentId, partId }: ReturnType<typeof identityOf>): boolean => bookId !== null || documentId !== null || partId !== null;
  const suspects = app.vault.getMarkdownFiles().filter((file) => PLACE.test(file.path) && !isOurs(identityOf(app.metadataCache.getFileCache(file)?.frontmatter)));
  for (const file of suspects.slice(0, LOOKED_AT)) if (TRACE.test(await app.vault.cachedRead(file))) return true;
  return false;
}

export interface OtherNotesOptions {
  readonly app: App;
  readonly openAdopt: (() => void) | null;
  readonly failed: (error: unknown) => void;
}

/** Says in a row, where there are such notes, that they are to be adopted before the first sync, and leads there. */
export async function tellOfOtherNotes({ app, openAdopt, failed }: OtherNotesOptions, row: () => Setting): Promise<void> {
  if (openAdopt !== null && (await hasOtherNotes(app))) addButton(row().setDesc(START.coming.others), { text: START.coming.adopt, act: openAdopt, failed });
}
