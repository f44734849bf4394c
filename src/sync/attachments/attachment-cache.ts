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

/** Something that may be fetched, with all that is known of it. */
export interface Source {
  /** A web address, or the name of a document's own file. */
  readonly source: string;
  readonly mark: string;
  readonly entry: FileEntry | null;
}

/**
 * The attachments that the vault has. The names of its files are looked through once, and kept up to date by
 * what is put in.
 */
export class AttachmentCache {
  private shelved: Promise<ReadonlyMap<string, readonly string[]>> | null = null;
  private readonly bySource = new Map<string, readonly string[]>();
  private readonly byContent = new Map<string, string>();
  private readonly all = new Set<string>();

  constructor(private readonly options: AttachmentCacheOptions) {}

  /** What a host has of them; null where nothing is wanted, or the host keeps none. */
  static of(
    { attachments, state }: Pick<SyncDependencies, 'attachments' | 'state'>,
    settings: AttachmentCacheOptions['settings'],
  ): AttachmentCache | null {
    return attachments === undefined || !wantsAttachments(settings)
      ? null
      : new AttachmentCache({ files: attachments.files, state, settings });
  }

  get settings(): AttachmentCacheOptions['settings'] {
    return this.options.settings;
  }

  async look(sources: readonly string[]): Promise<readonly Source[]> {
    const marks = await Promise.all(sources.map(markOf));
    const entries = await this.options.state.getMany(marks.map(keys.file));
    return sources.map((source, index) => ({
      source,
      mark: marks[index] ?? '',
      entry: readFileEntry(entries[index]),
    }));
  }

  /** The name of the file with what comes from there; null where the vault has none. */
  async nameOf({ mark, entry }: Source): Promise<string | null> {
    const names = (await this.names()).get(mark) ?? [];
    if (entry?.kind === 'writing') return null;
    if (entry?.kind === 'here' && this.all.has(entry.name)) return entry.name;
    return names.find((name) => name !== tornBy(entry)) ?? null;
  }

  /** Whether there is no use in fetching it today. */
  isPutOff({ entry }: Source, today: number): boolean {
    return entry?.kind === 'failed' && entry.day > today && !this.mayFitNow(entry);
  }

  /** Whether it was refused for its size alone, and more is allowed by now. */
  mayFitNow(entry: FileEntry | null): boolean {
    return entry?.kind === 'failed' && entry.limit !== null && entry.limit < mostBytes(this.settings);
  }

  /** Puts a file into the vault unless one with the same content is there; gives the name that it goes by. */
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
      return { name: this.took(name), isNew: true };
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
    return { name: this.took(name), isNew: made === 'created' };
  }

  /** False for what an interrupted sync may have left half written, and not come back to since. */
  private async isWhole(name: string): Promise<boolean> {
    const entry = await readOne(
      this.options.state,
      keys.file(readAttachmentName(name)?.source ?? ''),
      readFileEntry,
    );
    return entry?.kind === 'here' ? entry.name === name : tornBy(entry) !== name;
  }

  private names(): Promise<ReadonlyMap<string, readonly string[]>> {
    this.shelved ??= this.read();
    return this.shelved;
  }

  private async read(): Promise<ReadonlyMap<string, readonly string[]>> {
    const names = await this.options.files.names((name) => readAttachmentName(name) !== null);
    for (const name of [...names].sort(compareText)) this.took(name);
    return this.bySource;
  }

  private took(name: string): string {
    const { source = '', content = '' } = readAttachmentName(name) ?? {};
    const others = this.bySource.get(source) ?? [];
    if (!others.includes(name)) this.bySource.set(source, [...others, name]);
    if (!this.byContent.has(content)) this.byContent.set(content, name);
    this.all.add(name);
    return name;
  }
}
