import { isOperational, type StateChange, type StateStore } from '../../model/ports';
import type { Failure, SyncReport } from '../../model/report';
import { keys, prefixes } from '../../store/keys';
import { readDocumentHighlight, readHighlight } from '../../store/stored';
import { problemOf } from '../../model/problem';
import { committing } from '../../store/state-stores';
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
/** How late highlights or a daily note may come; older days are left to the command. */
const DAYS_BACK = 30;

const dayStateSchema = z.catch(
  z.object({
    /** Highlights wait for the day's note. */
    isWaiting: z.boolean(),
    /** The section was written before: where it is gone, the person deleted it. */
    isWritten: z.boolean(),
  }),
  { isWaiting: false, isWritten: false },
);

/** What the device remembers of a day. */
type DayState = z.infer<typeof dayStateSchema>;

/**
 * A sync, and after it the highlights made on a day into that day's note, where the settings say so. Never
 * throws, as `runSync`.
 */
export async function syncAndDays(
  deps: SyncDependencies,
  options: SyncOptions,
  calendar: Calendar,
): Promise<SyncReport> {
  const { settings, signal, dryRun } = options;
  if (!settings.daily.highlightsOfDay) return runSync(deps, options);
  const days = await DayWatch.open({ ...deps, settings, calendar, signal });
  const report = await runSync({ ...deps, state: days.watchedState() }, options);
  // A dry run brings highlights into the replica, too: their days wait for the next sync.
  return dryRun ? report : days.write(report);
}

/** The same for the refreshing of one note, which brings highlights in as a sync does. */
export async function refreshAndDays(
  deps: SyncDependencies,
  options: RefreshOptions,
  calendar: Calendar,
): Promise<SyncReport> {
  const { settings, signal } = options;
  if (!settings.daily.highlightsOfDay) return refreshNote(deps, options);
  const days = await DayWatch.open({ ...deps, settings, calendar, signal });
  return days.write(await refreshNote({ ...deps, state: days.watchedState() }, options));
}

/**
 * Remembers the days of new highlights while a sync runs, and writes them into the notes of these days after
 * it.
 */
class DayWatch {
  private readonly failures: Failure[] = [];

  private constructor(
    private readonly context: DailyContext,
    private readonly days: Map<string, DayState>,
    /** The first day that is written. */
    private readonly since: string,
    /** The day on which the person turned the setting on, as long as it is still to be stored. */
    private firstDay: string | null,
  ) {}

  static async open(context: DailyContext): Promise<DayWatch> {
    const { state } = context;
    const now = today(context);
    const [stored] = await state.getMany([keys.daysSince]);
    // A day in the future comes from a clock that was wrong.
    const first = typeof stored === 'string' && stored < now ? stored : now;
    const earliest = daysAfter(now, -DAYS_BACK);
    const days = new Map<string, DayState>();
    for await (const entries of stateRange(state, PREFIX)) {
      for (const { key, value } of entries) days.set(key.slice(PREFIX.length), dayStateSchema.parse(value));
    }
    return new DayWatch(context, days, first > earliest ? first : earliest, first === stored ? null : first);
  }

  /**
   * The store for the sync: the commit that stores highlights marks their days as well, so that an
   * interruption forgets none.
   */
  watchedState(): StateStore {
    const { state } = this.context;
    return committing(state, async (changes) => {
      const highlights = changes.flatMap((change) =>
        'put' in change && change.put.startsWith(prefixes.highlight) ? [change] : [],
      );
      if (highlights.length === 0) return state.commit(changes);
      const before = await state.getMany(highlights.map(({ put }) => put));
      const days = highlights.flatMap(({ value }, index) => this.dayOfNew(value, before[index]));
      const marks = [...new Set(days)].flatMap((day) => this.remember(day, { isWaiting: true }));
      return state.commit([...changes, ...this.rememberFirstDay(), ...marks]);
    });
  }

  /** Writes the waiting days whose notes exist, and adds the result to the report. */
  async write(report: SyncReport): Promise<SyncReport> {
    if (report.outcome === 'failed') return report;
    const written = await this.attempt(null, () => this.writeDays());
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
      const isWritten = await this.attempt(note.path, async () => {
        // A daily note that a sync began would lack what the person's own way of beginning it puts there.
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
    // Highlights whose note could not be written yet come with a later sync.
    const dues = await state.getMany([...new Set(made.map(({ itemKey }) => keys.due(itemKey)))]);
    const isWaiting = dues.some((due) => due !== undefined);
    await state.commit(this.remember(day, { isWaiting, isWritten: wasWritten || entries.length > 0 }));
    return result !== 'unchanged';
  }

  /** The day of a highlight that is new, or got another moment. */
  private dayOfNew(value: unknown, before: unknown): readonly string[] {
    const moment = momentOf(value);
    if (moment === null || moment === momentOf(before)) return [];
    const day = localDay(this.context, moment);
    return day === null || day < this.since ? [] : [day];
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

  /**
   * Does work for one note; null when it failed, which is reported and keeps no other note from its
   * highlights.
   */
  private async attempt<Result>(path: string | null, work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work();
    } catch (error) {
      if (!isOperational(error)) throw error;
      this.failures.push({ id: 'highlights of the day', path, problem: problemOf(error) });
      return null;
    }
  }
}

/** When a stored highlight of either interface was made; null for one that is deleted. */
function momentOf(value: unknown): string | null {
  const ofBook = readHighlight(value);
  if (ofBook?.deleted === true) return null;
  return ofBook?.highlightedAt ?? readDocumentHighlight(value)?.createdAt ?? null;
}
