import { attachmentName } from '../../notes/attachments/attachment-file';
import { NEVER, retryDay } from '../../notes/attachments/retry-day';
import { isBug, isOperational } from '../../model/errors';
import type { StateChange } from '../../model/ports';
import { Downloads, type DownloadOptions, type Fetched, type Refusal } from './attachments-download';
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
import { shownId } from '../../model/note-part';
import { recordOf } from '../../store/library';
import { keys, prefixes } from '../../store/keys';
import { readNotePlace } from '../../store/stored';
import { bugOf, problemOf } from '../../model/problem';
import { perItem } from '../context/contained';
import type { FetchOptions } from '../pull/full-texts';
import { readOne, stateRange } from '../../store/read-state';

export interface AttachmentFetch extends Omit<DownloadOptions, 'settings'>, Omit<FetchOptions, 'convert'> {
  readonly cache: AttachmentCache;
}

/** Fetches the attachments that notes need, newest items first, and writes those notes again. */
export async function fetchAttachments(options: AttachmentFetch): Promise<void> {
  await new AttachmentFetcher(options).run();
}

/** After so many files in a row that could not be written, the disk takes none. */
const MOST_UNWRITTEN = 2;

class AttachmentFetcher {
  private readonly downloads: Downloads;
  /** Sources whose files the disk did not take in this run. */
  private readonly unwritten = new Set<string>();
  private unwrittenInARow = 0;

  constructor(private readonly options: AttachmentFetch) {
    this.downloads = new Downloads({ ...options, settings: options.cache.settings });
  }

  async run(): Promise<void> {
    await this.fetchWanted();
    const { serviceFailure } = this.downloads;
    if (serviceFailure !== null) throw serviceFailure;
  }

  private async fetchWanted(): Promise<void> {
    for await (const entries of stateRange(this.options.state, prefixes.wantedFiles)) {
      for (const { key, value } of entries) {
        const wanted = readWanted(key, value);
        if (wanted === null) {
          await this.options.state.commit([{ remove: key }]);
          continue;
        }
        if (wanted.day > this.options.today || this.isSpent) return;
        await this.fetchOrReport(wanted);
      }
    }
  }

  private async fetchOrReport(wanted: WantedFiles): Promise<void> {
    try {
      await this.fetchForItem(wanted);
    } catch (error) {
      if (!isBug(error)) throw error;
      this.options.stats.fail({ id: shownId(wanted.itemKey), path: null, problem: bugOf(error) });
    }
  }

  private get isSpent(): boolean {
    return this.unwrittenInARow >= MOST_UNWRITTEN || this.downloads.isSpent;
  }

  /** Fetches what one item needs, and leaves the rest to later syncs. */
  private async fetchForItem(wanted: WantedFiles): Promise<void> {
    const { state, replica, cache, write } = this.options;
    if ((await recordOf(state, wanted.itemKey)) === null) return state.commit([{ remove: wanted.key }]);
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
    const { cache, reporter, signal, today } = this.options;
    const { entry } = source;
    if ((await cache.nameOf(source)) !== null) return null;
    if (cache.isPutOff(source, today) && entry?.kind === 'failed') return entry.day;
    if (this.unwritten.has(source.source)) return today;
    if (this.isSpent || this.downloads.isPutOff(source.source)) return 0;
    signal?.throwIfAborted();
    reporter.progress({ step: 'attachments', done: this.downloads.asked + 1 });
    const fetched = await this.download(source.source);
    if (fetched === null) return 0;
    return fetched.ok ? this.keep(source, note, fetched) : this.recordFailure(source, fetched);
  }

  private async download(source: string): Promise<Fetched | null> {
    const result = await perItem(() => this.downloads.fetch(source));
    return result.ok ? result.value : { ok: false, problem: problemOf(result.error) };
  }

  /** Writes a file; returns as `fetchSource`. */
  private async keep(
    source: Source,
    note: string,
    { bytes, ending }: Extract<Fetched, { ok: true }>,
  ): Promise<number | null> {
    const { cache, state, stats, today } = this.options;
    const { entry, mark } = source;
    const content = await markOf(bytes);
    const name = attachmentName({ content, source: mark, ending });
    const writing: FileEntry = { kind: 'writing', name };
    await state.commit([{ put: keys.file(mark), value: writing }]);
    try {
      const put = await cache.put({ name, bytes, note, isTorn: tornBy(entry) === name });
      stats.attach(put.isNew);
      const here: FileEntry = { kind: 'here', name: put.name };
      await state.commit([{ put: keys.file(mark), value: here }]);
      this.unwrittenInARow = 0;
      return null;
    } catch (error) {
      if (isBug(error)) return this.recordFailure({ ...source, entry: writing }, { problem: bugOf(error) });
      if (!isOperational(error)) throw error;
      // It may be the disk or only this file, so the next sync tries it again, behind those never tried.
      this.unwritten.add(source.source);
      this.unwrittenInARow += 1;
      stats.fail({ id: nameOfSource(source), path: null, problem: problemOf(error) });
      return today;
    }
  }

  private async recordFailure(source: Source, { problem, limit, isFinal }: Refusal): Promise<number> {
    const { mark, entry } = source;
    const tries = entry?.kind === 'failed' ? entry.tries + 1 : 1;
    const { stats, state, today } = this.options;
    const day = isFinal === true ? NEVER : retryDay(today, tries);
    const failure = { id: nameOfSource(source), path: null, problem };
    if (problem.code === 'bug') stats.fail(failure);
    else stats.attachments.failed.push(failure);
    const failed: FileEntry = { kind: 'failed', tries, day, limit: limit ?? null, torn: tornBy(entry) };
    await state.commit([{ put: keys.file(mark), value: failed }]);
    return day;
  }
}

/** As a person knows it: the id of the document, or the address. */
const nameOfSource = ({ source }: Source): string => documentOfSource(source) ?? source;
