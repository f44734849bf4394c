import { attachmentName } from '../../notes/attachments/attachment-file';
import { NEVER, retryDay } from '../../notes/attachments/retry-day';
import { isOperational } from '../../model/errors';
import type { StateChange } from '../../model/ports';
import { Downloads, type DownloadOptions, type Refusal } from './attachments-download';
import {
  documentOfSource,
  markOf,
  tornBy,
  type FileEntry,
  keyOfDay,
  readWanted,
  sourcesIn,
  type WantedFiles,
} from './attachments-state';
import type { AttachmentCache, Source } from './attachment-cache';
import { headOf } from '../../store/item-records';
import { keys, prefixes } from '../../store/keys';
import { readNotePlace } from '../../store/stored';
import { problemOf } from '../../model/problem';
import type { FetchOptions } from '../pull/full-texts';
import { readOne, stateRange } from '../../store/read-state';

export interface AttachmentFetch extends Omit<DownloadOptions, 'settings'>, Omit<FetchOptions, 'convert'> {
  readonly cache: AttachmentCache;
}

/** Fetches the attachments that notes need, newest items first, and writes those notes again. */
export async function fetchAttachments(options: AttachmentFetch): Promise<void> {
  await new AttachmentFetcher(options).run();
}

class AttachmentFetcher {
  private readonly downloads: Downloads;
  private isStopped = false;

  constructor(private readonly options: AttachmentFetch) {
    this.downloads = new Downloads({ ...options, settings: options.cache.settings });
  }

  async run(): Promise<void> {
    for await (const entries of stateRange(this.options.state, prefixes.wantedFiles)) {
      for (const { key, value } of entries) {
        const wanted = readWanted(key, value);
        if (wanted === null) {
          await this.options.state.commit([{ remove: key }]);
          continue;
        }
        if (wanted.day > this.options.today || this.isSpent) return;
        await this.fetchForItem(wanted);
      }
    }
  }

  private get isSpent(): boolean {
    return this.isStopped || this.downloads.isSpent;
  }

  /** Fetches what one item needs, and leaves the rest to later syncs. */
  private async fetchForItem(wanted: WantedFiles): Promise<void> {
    const { state, replica, cache, write } = this.options;
    if ((await headOf(state, wanted.itemKey)) === null) return state.commit([{ remove: wanted.key }]);
    const note = (await readOne(state, keys.note(wanted.itemKey), readNotePlace))?.path ?? '';
    const later = new Map<number, string[]>();
    let isHere = false;
    for (const source of await cache.lookUp(wanted.sources)) {
      const day = await this.fetchSource(source, note);
      if (day === null) isHere = true;
      else if (day !== NEVER) later.set(day, [...(later.get(day) ?? []), source.source]);
    }
    const changes = [{ remove: wanted.key }, ...(await this.marksFor(wanted, later))];
    await write(await replica.makeDue(isHere ? [wanted.itemKey] : [], changes));
  }

  /** Marks for later days, added to those that the item already has. */
  private async marksFor(
    wanted: WantedFiles,
    later: ReadonlyMap<number, readonly string[]>,
  ): Promise<readonly StateChange[]> {
    const days = [...later.keys()];
    const stored = await this.options.state.getMany(days.map((day) => keyOfDay(wanted, day)));
    return days.map((day, index) => {
      const known = day === wanted.day ? [] : sourcesIn(stored[index]);
      return { put: keyOfDay(wanted, day), value: [...new Set([...known, ...(later.get(day) ?? [])])] };
    });
  }

  /** Fetches one attachment unless it exists; returns the day of the next try, null if there is no need. */
  private async fetchSource(source: Source, note: string): Promise<number | null> {
    const { cache, state, reporter, signal } = this.options;
    const { entry, mark } = source;
    if ((await cache.nameOf(source)) !== null) return null;
    if (cache.isPutOff(source, this.options.today) && entry?.kind === 'failed') return entry.day;
    if (this.isStopped || this.downloads.isPutOff(source.source)) return 0;
    signal?.throwIfAborted();
    reporter.progress({ step: 'attachments', done: this.downloads.asked + 1 });
    const fetched = await this.downloads.fetch(source.source);
    if (!fetched.ok) return this.recordFailure(source, fetched);
    const content = await markOf(fetched.bytes);
    const name = attachmentName({ content, source: mark, ending: fetched.ending });
    await state.commit([{ put: keys.file(mark), value: { kind: 'writing', name } satisfies FileEntry }]);
    try {
      const put = await cache.put({ name, bytes: fetched.bytes, note, isTorn: tornBy(entry) === name });
      this.options.stats.attach(put.isNew);
      const here: FileEntry = { kind: 'here', name: put.name };
      await state.commit([{ put: keys.file(mark), value: here }]);
      return null;
    } catch (error) {
      if (!isOperational(error)) throw error;
      // The next one would fail, too: the disk is full or the folder not writable.
      this.isStopped = true;
      this.options.stats.fail({ id: 'attachments', path: null, problem: problemOf(error) });
      return 0;
    }
  }

  private async recordFailure(
    { source, mark, entry }: Source,
    { problem, limit, isFinal }: Refusal,
  ): Promise<number> {
    const tries = entry?.kind === 'failed' ? entry.tries + 1 : 1;
    const { stats, state, today } = this.options;
    const day = isFinal === true ? NEVER : retryDay(today, tries);
    stats.attachments.failed.push({ id: documentOfSource(source) ?? source, path: null, problem });
    const failed: FileEntry = { kind: 'failed', tries, day, limit: limit ?? null, torn: tornBy(entry) };
    await state.commit([{ put: keys.file(mark), value: failed }]);
    return day;
  }
}
