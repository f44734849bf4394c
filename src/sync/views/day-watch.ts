import { dayNoteSection, daysAfter } from '../../core/views/highlights-of-day';
import { livingHighlights } from '../../core/library/item';
import type { ItemRecord } from '../../core/library/record';
import type { Failure, SyncReport } from '../../core/report';
import type { HighlightRef } from '../../core/views/highlight-embed';
import type { SectionResult } from '../../core/views/view-result';
import type { StateChange, StateStore } from '../../ports';
import { keys } from '../state/keys';
import { runSync } from '../run-sync';
import { stateRange } from '../state/state-range';
import { readRecord } from '../state/stored';
import { isOperational } from '../sync-errors';
import type { SyncDependencies, SyncOptions } from '../sync-options';
import { dayNotes, type DayNote } from './day-notes';
import { Places } from './places';
import { refreshNote, type RefreshOptions } from './refresh-note';
import { dayOfIn, todayIn, type Calendar, type ViewContext } from './view-context';
import { watchedState } from './watched-state';
import { entriesOfDay, highlightsByDay } from './write-day';
import { writeSection } from './write-section';
import { isObject } from '../../core/is-object';

const PREFIX = 'day/';
/** Highlights may come late, and a daily note may be begun late; older ones are left to the command. */
const DAYS_BACK = 30;

/** What the device knows of a day: whether highlights wait for its note, and whether it was ever written to. */
interface DayMark {
  readonly isWaiting: boolean;
  readonly isWritten: boolean;
}

/** A sync, and after it the highlights made on a day into that day's note, where the person wants that. Never throws, as `runSync`. */
export async function syncAndDays(
  deps: SyncDependencies,
  options: SyncOptions,
  calendar: Calendar,
): Promise<SyncReport> {
  return withDays(deps, options, { calendar, run: (watched) => runSync(watched, options) });
}

/** The same for the refreshing of one note, which brings highlights in as a sync does. */
export async function refreshAndDays(
  deps: SyncDependencies,
  options: RefreshOptions,
  calendar: Calendar,
): Promise<SyncReport> {
  return withDays(
    deps,
    { ...options, dryRun: false },
    { calendar, run: (watched) => refreshNote(watched, options) },
  );
}

type Watched = Pick<SyncOptions, 'settings' | 'signal' | 'dryRun'>;

async function withDays(
  deps: SyncDependencies,
  { settings, signal, dryRun }: Watched,
  {
    calendar,
    run,
  }: { readonly calendar: Calendar; readonly run: (deps: SyncDependencies) => Promise<SyncReport> },
): Promise<SyncReport> {
  if (!settings.daily.highlightsOfDay) return run(deps);
  const watch = await DayWatch.open({ ...deps, settings, calendar, signal });
  const report = await run({ ...deps, state: watch.state });
  // What a dry run brings in is not brought in again: its days wait for the next sync.
  return dryRun || report.outcome === 'failed' ? report : watch.write(report);
}

/** Marks the days of new highlights in the same commit in which these come in, so that an interruption forgets none of them. */
class DayWatch {
  readonly state: StateStore;
  private readonly since: string;
  private readonly marks: Map<string, DayMark>;
  private readonly failures: Failure[] = [];
  /** The first day of all, until it is kept. */
  private firstDay: string | null;

  private constructor(
    private readonly context: ViewContext,
    {
      since,
      marks,
      first,
    }: { readonly since: string; readonly marks: Map<string, DayMark>; readonly first: string | null },
  ) {
    this.since = since;
    this.marks = marks;
    this.firstDay = first;
    this.state = watchedState(context.state, async (items) => {
      const before = await context.state.getMany(items.map(({ itemKey }) => keys.item(itemKey)));
      return [
        ...this.firstDayKept(),
        ...items.flatMap(({ value }, index) => this.marksFor(readRecord(value), readRecord(before[index]))),
      ];
    });
  }

  static async open(context: ViewContext): Promise<DayWatch> {
    const { state } = context;
    const today = todayIn(context);
    const [stored] = await state.getMany([keys.daysSince]);
    // A day in the future is a wrong clock's: nothing made until then would come.
    const first = typeof stored === 'string' && stored < today ? stored : today;
    const earliest = daysAfter(today, -DAYS_BACK) ?? today;
    const marks = new Map<string, DayMark>();
    for await (const entries of stateRange(state, PREFIX))
      for (const { key, value } of entries) marks.set(key.slice(PREFIX.length), readMark(value));
    return new DayWatch(context, {
      since: first > earliest ? first : earliest,
      marks,
      first: first === stored ? null : first,
    });
  }

  /** Writes what waits, as far as the person has begun the notes, and adds what that came to to the report. */
  async write(report: SyncReport): Promise<SyncReport> {
    const written = await this.tried(null, () => this.writeDays());
    const { failures } = this;
    const outcome = failures.length > 0 && report.outcome === 'done' ? 'partial' : report.outcome;
    return {
      ...report,
      outcome,
      vaultWrites: report.vaultWrites + (written ?? 0),
      failures: [...report.failures, ...failures],
    };
  }

  /** What cannot be done for one day is told of, and keeps no other from what is theirs; null then. */
  private async tried<Result>(path: string | null, work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work();
    } catch (error) {
      if (!isOperational(error)) throw error;
      this.failures.push({ id: 'highlights of the day', path, message: error.message });
      return null;
    }
  }

  private firstDayKept(): readonly StateChange[] {
    const value = this.firstDay;
    this.firstDay = null;
    return value === null ? [] : [{ put: keys.daysSince, value }];
  }

  private marksFor(record: ItemRecord | null, before: ItemRecord | null): readonly StateChange[] {
    if (record === null) return [];
    const dayOf = dayOfIn(this.context);
    const known = new Map(
      before === null
        ? []
        : livingHighlights(before).map(({ anchor, highlightedAt }) => [anchor, highlightedAt]),
    );
    const fresh = livingHighlights(record).filter(
      ({ anchor, highlightedAt }) => known.get(anchor) !== highlightedAt,
    );
    const days = new Set(
      fresh.map(({ highlightedAt }) => (highlightedAt === null ? null : dayOf(highlightedAt))),
    );
    return [...days].flatMap((day) =>
      day === null || day < this.since
        ? []
        : this.mark(day, { isWaiting: true, isWritten: this.marks.get(day)?.isWritten ?? false }),
    );
  }

  private mark(day: string, mark: DayMark): readonly StateChange[] {
    this.marks.set(day, mark);
    return [{ put: PREFIX + day, value: mark }];
  }

  private async writeDays(): Promise<number> {
    const { vault, state } = this.context;
    const changes = [...this.firstDayKept(), ...this.withoutOld()];
    if (changes.length > 0) await state.commit(changes);
    const waiting = [...this.marks].flatMap(([day, { isWaiting }]) => (isWaiting ? [day] : []));
    if (waiting.length === 0) return 0;
    const noteOf = await dayNotes(this.context);
    const ready: string[] = [];
    for (const day of waiting) {
      const { path, isDaily } = noteOf(day);
      // A daily note that we began would lack what the person's own way of beginning it puts there.
      if (!isDaily || (await this.tried(path, () => vault.has(path))) === true) ready.push(day);
    }
    if (ready.length === 0) return 0;
    const made = await highlightsByDay(this.context, new Set(ready));
    const places = new Places(this.context);
    let written = 0;
    for (const day of ready) {
      const result = await this.tried(noteOf(day).path, () =>
        this.writeDay(day, { made: made.get(day) ?? [], places, noteOf }),
      );
      if (result !== null && result !== 'unchanged') written += 1;
    }
    return written;
  }

  private async writeDay(
    day: string,
    {
      made,
      places,
      noteOf,
    }: {
      readonly made: readonly HighlightRef[];
      readonly places: Places;
      readonly noteOf: (day: string) => DayNote;
    },
  ): Promise<SectionResult['result']> {
    const { vault, state } = this.context;
    const entries = await entriesOfDay(await places.placed(made), { vault, day, noteOf });
    const wasWritten = this.marks.get(day)?.isWritten ?? false;
    const result = await writeSection(this.context, {
      ...noteOf(day),
      section: (current) => {
        const verdict = dayNoteSection({ day, entries, current });
        // The person took it out, or deleted our note of that day.
        return verdict.kind === 'new' && wasWritten ? { kind: 'unchanged' } : verdict;
      },
    });
    // What stands in no note yet may come with the next sync.
    const dues = await state.getMany([...new Set(made.map(({ itemKey }) => keys.due(itemKey)))]);
    await state.commit(
      this.mark(day, {
        isWaiting: dues.some((due) => due !== undefined),
        isWritten: wasWritten || entries.length > 0,
      }),
    );
    return result;
  }

  private withoutOld(): readonly StateChange[] {
    const old = [...this.marks.keys()].filter((day) => day < this.since);
    for (const day of old) this.marks.delete(day);
    return old.map((day) => ({ remove: PREFIX + day }));
  }
}

const readMark = (value: unknown): DayMark => ({
  isWaiting: isSet(value, 'isWaiting'),
  isWritten: isSet(value, 'isWritten'),
});

const isSet = (value: unknown, name: string): boolean => isObject(value) && Reflect.get(value, name) === true;
