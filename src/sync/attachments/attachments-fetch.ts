import { attachmentName } from '../../notes/attachments/attachment-file';
import { isOperational } from '../../model/errors';
import type { Downloader, StateChange } from '../../model/ports';
import { problemOf, type Problem } from '../../model/problem';
import { keys } from '../../store/keys';
import { readRecords } from '../../store/library';
import { retryLater, putOff, queueUpTo, removeWanted, type Wanted } from '../../store/queue';
import { readOne } from '../../store/read-state';
import { readFileEntry, readNotePlace, type FileEntry } from '../../store/stored';
import { perItem } from '../context/contained';
import { timeOf } from '../context/time-of';
import type { SyncRun } from '../run';
import type { AttachmentCache } from './attachment-cache';
import { Downloads, type Fetched, type Refusal } from './attachments-download';
import { documentOfSource, markOf } from './attachment-cache';

/** After this many files in a row that could not be written, the disk is assumed to be full. */
const MAX_UNWRITTEN = 2;

/** Fetches the attachments that notes need, newest items first, and writes those notes again. */
export async function fetchAttachments(run: SyncRun): Promise<void> {
  const { cache, deps } = run;
  const { downloader } = deps.attachments ?? {};
  if (cache === null || downloader === undefined) return;
  const due = await queueUpTo(deps.state, 'file', timeOf(run));
  await new AttachmentFetcher(run, { cache, downloader }).fetchAll(due);
}

/** The outcome for one attachment: what to store, and whether its notes can show it now. */
interface Result {
  readonly changes: readonly StateChange[];
  readonly isHere: boolean;
}

const NOTHING_NEW: Result = { changes: [], isHere: false };

class AttachmentFetcher {
  private readonly cache: AttachmentCache;
  private readonly downloads: Downloads;
  private unwrittenInARow = 0;

  constructor(
    private readonly run: SyncRun,
    { cache, downloader }: { readonly cache: AttachmentCache; readonly downloader: Downloader },
  ) {
    this.cache = cache;
    this.downloads = new Downloads({ ...run.options, client: run.client, downloader });
  }

  /** The notes of an item are written once, after all of its files were requested. */
  async fetchAll(queue: readonly Wanted[]): Promise<void> {
    const { replica, writer } = this.run;
    for (const files of byItem(queue)) {
      if (this.isSpent) break;
      const changes: StateChange[] = [];
      const itemKeys = new Set<string>();
      for (const wanted of files) {
        const result = await this.fetchOne(wanted);
        changes.push(...result.changes);
        if (result.isHere) for (const itemKey of wanted.items) itemKeys.add(itemKey);
      }
      if (changes.length > 0) await writer.write(await replica.makeDue([...itemKeys], changes));
    }
    const { serviceFailure } = this.downloads;
    if (serviceFailure !== null) throw serviceFailure;
  }

  private get isSpent(): boolean {
    return this.unwrittenInARow >= MAX_UNWRITTEN || this.downloads.isSpent;
  }

  private async fetchOne(wanted: Wanted): Promise<Result> {
    const result = await perItem(() => this.fetchUnlessHere(wanted));
    return result.ok ? result.value : this.refused(wanted, { problem: problemOf(result.error) });
  }

  private async fetchUnlessHere(wanted: Wanted): Promise<Result> {
    const { deps, options } = this.run;
    const { state, reporter } = deps;
    const { id: mark, source = '', items } = wanted;
    const records = (await readRecords(state, items)).filter((record) => record !== null);
    if (records.length === 0) return { changes: [removeWanted(wanted)], isHere: false };
    const entry = await readOne(state, keys.file(mark), readFileEntry);
    const name = await this.cache.nameOf({ mark, entry });
    if (name !== null) return availableAs(wanted, name);
    if (this.isSpent || this.downloads.isPutOff(source)) return NOTHING_NEW;
    options.signal?.throwIfAborted();
    reporter.progress({ step: 'attachments', done: this.downloads.asked + 1 });
    const fetched = await this.downloads.fetch(source);
    if (fetched === null) return NOTHING_NEW;
    return fetched.ok ? this.keep(wanted, fetched) : this.refused(wanted, fetched);
  }

  private async keep(wanted: Wanted, { bytes, ending }: Extract<Fetched, { ok: true }>): Promise<Result> {
    const { deps, stats } = this.run;
    const note = (await readOne(deps.state, keys.note(wanted.items[0] ?? ''), readNotePlace))?.path ?? '';
    const name = attachmentName({ content: await markOf(bytes), source: wanted.id, ending });
    try {
      const put = await this.cache.put({ name, bytes, note });
      stats.attach(put.isNew);
      this.unwrittenInARow = 0;
      return availableAs(wanted, put.name);
    } catch (error) {
      if (!isOperational(error)) throw error;
      // It may be the disk or only this file, so the next sync tries it again, behind those never tried.
      this.unwrittenInARow += 1;
      stats.fail({ id: nameOfSource(wanted), path: null, problem: problemOf(error) });
      return { changes: [putOff(wanted, timeOf(this.run))], isHere: false };
    }
  }

  private refused(wanted: Wanted, { problem, limit, isFinal = false }: Refusal): Result {
    this.report(wanted, problem);
    if (limit === undefined && !isFinal)
      return { changes: [retryLater(wanted, timeOf(this.run))], isHere: false };
    const refused = putFile(wanted, { kind: 'refused', limit: limit ?? null });
    return { changes: [refused, removeWanted(wanted)], isHere: false };
  }

  private report(wanted: Wanted, problem: Problem): void {
    const { stats } = this.run;
    const failure = { id: nameOfSource(wanted), path: null, problem };
    if (problem.code === 'bug') stats.fail(failure);
    else stats.attachments.failed.push(failure);
  }
}

const availableAs = (wanted: Wanted, name: string): Result => ({
  changes: [putFile(wanted, { kind: 'here', name }), removeWanted(wanted)],
  isHere: true,
});

const putFile = ({ id }: Wanted, entry: FileEntry): StateChange => ({ put: keys.file(id), value: entry });

/** Files that follow each other in the queue and belong to the same item. */
function byItem(queue: readonly Wanted[]): readonly (readonly Wanted[])[] {
  const groups: Wanted[][] = [];
  for (const wanted of queue) {
    const group = groups.at(-1);
    if (group !== undefined && group[0]?.items[0] === wanted.items[0]) group.push(wanted);
    else groups.push([wanted]);
  }
  return groups;
}

/** As a person knows it: the id of the document, or the address. */
const nameOfSource = ({ source = '' }: Wanted): string => documentOfSource(source) ?? source;
