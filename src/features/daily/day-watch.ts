import { isOperational } from '../../model/errors';
import type { StateChange, StateStore } from '../../model/ports';
import type { Failure, SyncReport } from '../../model/report';
import { keys, prefixes } from '../../store/keys';
import { readRecord } from '../../store/stored';
import { problemOf } from '../../model/problem';
import { committing } from '../../store/state-stores';
import { sendChanges, type SendOptions, type SendResult } from '../../outbox/send-changes';
import { runSync } from '../../sync/run-sync';
import type { SyncDependencies, SyncOptions } from '../../sync/context/sync-options';
import { daysAfter, localDay, today, type Calendar, type DailyContext } from './daily-context';
import { dayNotes, type DayNote } from './daily-notes';
import { placedHighlights, type HighlightRef } from './highlight-places';
import { refreshNote, type RefreshOptions } from './refresh-note';
import { stateRange } from '../../store/read-state';
import { daySection } from './sections';
import { highlightsByDay, writeSection } from './write-section';
import * as z from 'zod/mini';

const PREFIX = 'day/';
/** How many days back notes are written automatically; older days need the command. */
const DAYS_BACK = 30;

const dayStateSchema = z.catch(
  z.object({
    /** Highlights wait for the day's note. */
    isWaiting: z.boolean(),
    /** The section was written once; if it is missing now, the user deleted it. */
    isWritten: z.boolean(),
  }),
  { isWaiting: false, isWritten: false },
);

type DayState = z.infer<typeof dayStateSchema>;

/** Syncs, then writes new highlights into the notes of their days, if set up. Never throws. */
export async function syncAndDays(
  deps: SyncDependencies,
  options: SyncOptions,
  calendar: Calendar,
): Promise<SyncReport> {
  return withDays({ deps, options, calendar }, (watched) => runSync(watched, options));
}

/** Refreshes one note, then writes new highlights into the notes of their days. */
export async function refreshAndDays(
  deps: SyncDependencies,
  options: RefreshOptions,
  calendar: Calendar,
): Promise<SyncReport> {
  return withDays({ deps, options, calendar }, (watched) => refreshNote(watched, options));
}

/** Sends changes and takes the answers, then writes new highlights into the notes of their days. */
export async function sendAndDays(
  deps: SyncDependencies,
  options: SendOptions,
  calendar: Calendar,
): Promise<SendResult> {
  let result: SendResult = { outcome: 'sent', changes: [], requests: 0, notes: null };
  const notes = await withDays({ deps, options, calendar }, async (watched) => {
    result = await sendChanges(watched, options);
    return result.notes;
  });
  return { ...result, notes };
}

interface DailyRun {
  readonly deps: SyncDependencies;
  readonly options: Pick<SyncOptions, 'settings' | 'signal'> & { readonly dryRun?: boolean };
  readonly calendar: Calendar;
}

/**
 * Runs work that may bring highlights, then writes the new ones into the notes of their days, if set up. The
 * work is given a state that marks these days.
 */
async function withDays<Report extends SyncReport | null>(
  { deps, options, calendar }: DailyRun,
  work: (watched: SyncDependencies) => Promise<Report>,
): Promise<Report | SyncReport> {
  const { settings, signal, dryRun = false } = options;
  if (!settings.daily.highlightsOfDay) return work(deps);
  const days = await DayWatch.open({ ...deps, settings, calendar, signal });
  const report = await work({ ...deps, state: days.watchedState() });
  // A dry run also pulls highlights into the replica; their days wait for the next sync.
  return report === null || dryRun ? report : days.write(report);
}

/** Records the days of new highlights during a sync, and writes their notes after it. */
class DayWatch {
  private readonly failures: Failure[] = [];

  private constructor(
    private readonly context: DailyContext,
    private readonly days: Map<string, DayState>,
    /** The first day that is written. */
    private readonly since: string,
    /** The day on which the user turned the setting on, until it is stored. */
    private firstDay: string | null,
  ) {}

  static async open(context: DailyContext): Promise<DayWatch> {
    const { state } = context;
    const now = today(context);
    const [stored] = await state.getMany([keys.daysSince]);
    // A day in the future comes from a wrong clock.
    const first = typeof stored === 'string' && stored < now ? stored : now;
    const earliest = daysAfter(now, -DAYS_BACK);
    const days = new Map<string, DayState>();
    for await (const entries of stateRange(state, PREFIX)) {
      for (const { key, value } of entries) days.set(key.slice(PREFIX.length), dayStateSchema.parse(value));
    }
    return new DayWatch(context, days, first > earliest ? first : earliest, first === stored ? null : first);
  }

  /** A store for the sync that marks the days of highlights in the commit that stores them. */
  watchedState(): StateStore {
    const { state } = this.context;
    return committing(state, async (changes) => {
      const items = changes.flatMap((change) =>
        'put' in change && change.put.startsWith(prefixes.item) ? [change] : [],
      );
      if (items.length === 0) return state.commit(changes);
      const before = await state.getMany(items.map(({ put }) => put));
      const days = items.flatMap(({ value }, index) => this.daysOfNew(value, before[index]));
      const marks = [...new Set(days)].flatMap((day) => this.remember(day, { isWaiting: true }));
      return state.commit([...changes, ...this.rememberFirstDay(), ...marks]);
    });
  }

  /** Writes the waiting days whose notes exist, and adds the result to the report. */
  async write(report: SyncReport): Promise<SyncReport> {
    if (report.outcome === 'failed') return report;
    const written = await this.tryNote(null, () => this.writeDays());
    const { failures } = this;
    return {
      ...report,
      outcome: failures.length > 0 && report.outcome === 'done' ? 'partial' : report.outcome,
      vaultWrites: report.vaultWrites + (written ?? 0),
      failures: [...report.failures, ...failures],
    };
  }

  private async writeDays(): Promise<number> {
    const changes = [...this.rememberFirstDay(), ...this.forgetOld()];
    if (changes.length > 0) await this.context.state.commit(changes);
    const waiting = new Set([...this.days].flatMap(([day, { isWaiting }]) => (isWaiting ? [day] : [])));
    if (waiting.size === 0) return 0;
    const noteOf = await dayNotes(this.context);
    let made: Awaited<ReturnType<typeof highlightsByDay>> | null = null;
    let written = 0;
    for (const day of waiting) {
      const note = noteOf(day);
      const isWritten = await this.tryNote(note.path, async () => {
        // Only the user creates daily notes: their own way of doing so may add more than the template.
        if (note.isDaily && !(await this.context.vault.has(note.path))) return false;
        made ??= await highlightsByDay(this.context, waiting);
        return this.writeDay(day, note, made.get(day) ?? []);
      });
      if (isWritten === true) written += 1;
    }
    return written;
  }

  private async writeDay(day: string, note: DayNote, made: readonly HighlightRef[]): Promise<boolean> {
    const { state } = this.context;
    const entries = await placedHighlights(this.context, made);
    const wasWritten = this.days.get(day)?.isWritten ?? false;
    const result = await writeSection(this.context, {
      ...note,
      section: (current) => {
        const update = daySection({ day, entries, current });
        return update.kind === 'new' && wasWritten ? { kind: 'unchanged' } : update;
      },
    });
    // Highlights whose own note is still due are added by a later sync.
    const dues = await state.getMany([...new Set(made.map(({ itemKey }) => keys.due(itemKey)))]);
    const isWaiting = dues.some((due) => due !== undefined);
    await state.commit(this.remember(day, { isWaiting, isWritten: wasWritten || entries.length > 0 }));
    return result !== 'unchanged';
  }

  /** The days of an item's highlights that are new or have a new time. */
  private daysOfNew(value: unknown, before: unknown): readonly string[] {
    const known = timesOf(before);
    return [...timesOf(value)].flatMap(([anchor, time]) => {
      if (known.get(anchor) === time) return [];
      const day = localDay(this.context, time);
      return day === null || day < this.since ? [] : [day];
    });
  }

  private remember(day: string, change: Partial<DayState>): readonly StateChange[] {
    const value = { isWaiting: false, isWritten: false, ...this.days.get(day), ...change };
    this.days.set(day, value);
    return [{ put: PREFIX + day, value }];
  }

  private rememberFirstDay(): readonly StateChange[] {
    const value = this.firstDay;
    this.firstDay = null;
    return value === null ? [] : [{ put: keys.daysSince, value }];
  }

  private forgetOld(): readonly StateChange[] {
    const old = [...this.days.keys()].filter((day) => day < this.since);
    for (const day of old) this.days.delete(day);
    return old.map((day) => ({ remove: PREFIX + day }));
  }

  /** Runs work for one note; null if it failed, which is reported and does not stop other notes. */
  private async tryNote<Result>(path: string | null, work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work();
    } catch (error) {
      if (!isOperational(error)) throw error;
      this.failures.push({ id: 'highlights of the day', path, problem: problemOf(error) });
      return null;
    }
  }
}

/** When the living highlights of a stored item were made, by anchor. */
function timesOf(value: unknown): ReadonlyMap<string, string> {
  const { highlights = [], documentHighlights = [] } = readRecord(value) ?? {};
  const times = new Map<string, string>();
  for (const { id, deleted, highlightedAt, createdAt } of highlights) {
    const time = highlightedAt ?? createdAt;
    if (!deleted && time !== null) times.set(`rw${id}`, time);
  }
  for (const { id, deleted, createdAt } of documentHighlights)
    if (!deleted && createdAt !== null) times.set(`rd${id}`, createdAt);
  return times;
}
