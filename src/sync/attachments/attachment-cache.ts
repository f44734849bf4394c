import { MARK_DIGITS, readAttachmentName } from '../../notes/attachments/attachment-file';
import { textVersion } from '../../notes/full-text/text-block';
import type { Document } from '../../model/model';
import { sha256Digits } from '../../model/sha256';
import {
  mostBytes,
  plainAttachmentFolder,
  wantsAttachments,
} from '../../notes/attachments/attachment-settings';
import { compareText } from '../../model/record';
import type { Settings } from '../../model/settings';
import type { Attachments, StateStore } from '../../model/ports';
import { keys } from '../../store/keys';
import { readFileEntry, readQueued, type FileEntry } from '../../store/stored';
import type { SyncDependencies } from '../context/sync-options';

/** Hash of a source, or of a file's content. */
export const markOf = (content: string | Uint8Array<ArrayBuffer>): Promise<string> =>
  sha256Digits(content, MARK_DIGITS);

const OWN_FILE = 'reader-file:';

/** The source of a document's own file. Named after the document, because its address changes each time. */
export const sourceOfFile = (document: Document): string =>
  `${OWN_FILE}${document.id}:${textVersion(document)}`;

/** The document that the file belongs to; null for a web address. */
export const documentOfSource = (source: string): string | null =>
  source.startsWith(OWN_FILE) ? (source.split(':')[1] ?? '') : null;

export interface AttachmentCacheOptions {
  readonly files: Attachments;
  readonly state: StateStore;
  readonly settings: Pick<Settings, 'attachments' | 'folder'>;
}

/** An attachment, with its stored entry. */
export interface Source {
  /** A web address, or the name of a document's own file. */
  readonly source: string;
  readonly mark: string;
  readonly entry: FileEntry | null;
  /** It is waiting for another try. */
  readonly hasFailed: boolean;
}

/** The attachments in the vault. File names are listed once and kept up to date. */
export class AttachmentCache {
  private listed: Promise<ReadonlyMap<string, readonly string[]>> | null = null;
  private readonly bySource = new Map<string, readonly string[]>();
  private readonly byContent = new Map<string, string>();
  private readonly existing = new Set<string>();

  constructor(private readonly options: AttachmentCacheOptions) {}

  /** The cache of a host; null when attachments are off or not supported. */
  static of(
    { attachments, state }: Pick<SyncDependencies, 'attachments' | 'state'>,
    settings: AttachmentCacheOptions['settings'],
  ): AttachmentCache | null {
    if (attachments === undefined || !wantsAttachments(settings)) return null;
    return new AttachmentCache({ files: attachments.files, state, settings });
  }

  get settings(): AttachmentCacheOptions['settings'] {
    return this.options.settings;
  }

  async lookUp(sources: readonly string[]): Promise<readonly Source[]> {
    const marks = await Promise.all(sources.map(markOf));
    const { state } = this.options;
    const entries = await state.getMany(marks.map(keys.file));
    const queued = (await state.getMany(marks.map((mark) => keys.wanted('file', mark)))).map(readQueued);
    return sources.map((source, index) => ({
      source,
      mark: marks[index] ?? '',
      entry: readFileEntry(entries[index]),
      hasFailed: (queued[index]?.tries ?? 0) > 0,
    }));
  }

  /** The name of the file for a source; null if the vault has none. */
  async nameOf({ mark, entry }: Pick<Source, 'mark' | 'entry'>): Promise<string | null> {
    const [name = null] = (await this.names()).get(mark) ?? [];
    return entry?.kind === 'here' && this.existing.has(entry.name) ? entry.name : name;
  }

  /** Whether it can never be fetched, or only with a higher limit. */
  isRefused({ entry }: Pick<Source, 'entry'>): boolean {
    return entry?.kind === 'refused' && (entry.limit === null || entry.limit >= mostBytes(this.settings));
  }

  /** Writes a file unless one with the same content exists; returns the name in use. */
  async put({
    name,
    bytes,
    note,
  }: {
    readonly name: string;
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly note: string;
  }): Promise<{ readonly name: string; readonly isNew: boolean }> {
    await this.names();
    const same = this.byContent.get(readAttachmentName(name)?.content ?? '');
    if (same !== undefined) return { name: same, isNew: false };
    const { attachments, folder } = this.settings;
    const made = await this.options.files.write({
      name,
      bytes,
      note,
      folder: attachments.folder === '' ? null : attachments.folder,
      otherwise: plainAttachmentFolder({ folder }),
    });
    return { name: this.addName(name), isNew: made === 'created' };
  }

  private names(): Promise<ReadonlyMap<string, readonly string[]>> {
    return (this.listed ??= this.listNames());
  }

  private async listNames(): Promise<ReadonlyMap<string, readonly string[]>> {
    const names = await this.options.files.names((name) => readAttachmentName(name) !== null);
    for (const name of [...names].sort(compareText)) this.addName(name);
    return this.bySource;
  }

  private addName(name: string): string {
    const { source = '', content = '' } = readAttachmentName(name) ?? {};
    const others = this.bySource.get(source) ?? [];
    if (!others.includes(name)) this.bySource.set(source, [...others, name]);
    if (!this.byContent.has(content)) this.byContent.set(content, name);
    this.existing.add(name);
    return name;
  }
}
