import { readAttachmentName } from '../../notes/attachments/attachment-file';
import {
  mostBytes,
  plainAttachmentFolder,
  wantsAttachments,
} from '../../notes/attachments/attachment-settings';
import { compareText } from '../../model/record';
import type { Settings } from '../../model/settings';
import type { Attachments, StateStore } from '../../model/ports';
import { markOf, readFileEntry, tornBy, type FileEntry } from './attachments-state';
import { keys } from '../../store/keys';
import type { SyncDependencies } from '../context/sync-options';
import { readOne } from '../../store/read-state';

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
    const entries = await this.options.state.getMany(marks.map(keys.file));
    return sources.map((source, index) => ({
      source,
      mark: marks[index] ?? '',
      entry: readFileEntry(entries[index]),
    }));
  }

  /** The name of the file for a source; null if the vault has none. */
  async nameOf({ mark, entry }: Source): Promise<string | null> {
    const names = (await this.names()).get(mark) ?? [];
    if (entry?.kind === 'writing') return null;
    if (entry?.kind === 'here' && this.existing.has(entry.name)) return entry.name;
    return names.find((name) => name !== tornBy(entry)) ?? null;
  }

  /** Whether the next try is on a later day. */
  isPutOff({ entry }: Source, today: number): boolean {
    return entry?.kind === 'failed' && entry.day > today && !this.mayFitNow(entry);
  }

  /** Whether it was only too large, and the limit has been raised since. */
  mayFitNow(entry: FileEntry | null): boolean {
    return entry?.kind === 'failed' && entry.limit !== null && entry.limit < mostBytes(this.settings);
  }

  /** Writes a file, unless one with the same content exists; returns the name in use. */
  async put(file: {
    readonly name: string;
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly note: string;
    readonly isTorn: boolean;
  }): Promise<{ readonly name: string; readonly isNew: boolean }> {
    await this.names();
    const { name, bytes, note } = file;
    const content = readAttachmentName(name)?.content ?? '';
    if (file.isTorn && (await this.options.files.mend(name, bytes)) === 'mended')
      return { name: this.addName(name), isNew: true };
    const same = this.byContent.get(content);
    if (same !== undefined && (same === name || (await this.isWhole(same))))
      return { name: same, isNew: false };
    this.byContent.delete(content);
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

  /** False for a file that an interrupted sync may have left half written. */
  private async isWhole(name: string): Promise<boolean> {
    const key = keys.file(readAttachmentName(name)?.source ?? '');
    const entry = await readOne(this.options.state, key, readFileEntry);
    return entry?.kind === 'here' ? entry.name === name : tornBy(entry) !== name;
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
