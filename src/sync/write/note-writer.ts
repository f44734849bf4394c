import { partIdOf, shownId } from '../../model/note-part';
import { compareText, type ItemRecord } from '../../model/record';
import { SECOND_NOTE } from '../../model/report';
import type { Settings } from '../../model/settings';
import {
  isOperational,
  type Clock,
  type Reporter,
  type StateChange,
  type StateStore,
} from '../../model/ports';
import { Mutex, Pace } from '../../model/pace';
import { problemOf } from '../../model/problem';
import { keys, prefixes } from '../../store/keys';
import { keyRange } from '../../store/read-state';
import { putPlace } from '../../store/note-places';
import type { Replica } from '../../store/replica';
import type { UserDecisions } from '../plan/user-decisions';
import { DuePlanner, type PlannedItem } from '../plan/due-planner';
import { identityOfNote } from '../plan/note-identity';
import type { Action } from '../plan/plan';
import { planContextOf, type NotePlan, type PlanContextParts, type V2Knowledge } from '../plan/plan-context';
import type { Confirmation } from '../context/sync-options';
import type { SyncStats } from '../context/sync-stats';
import { NoteApplier } from './note-applier';
import { VaultHealth } from '../plan/vault-health';

export interface NoteWriterParts extends PlanContextParts {
  readonly deps: PlanContextParts['deps'] & { readonly clock: Clock; readonly reporter: Reporter };
  readonly options: {
    readonly settings: Settings;
    readonly dryRun: boolean;
    /**
     * Keys of the items that a person chose; all that is due where nobody did. What was not chosen stays due.
     */
    readonly chosen?: ReadonlySet<string> | undefined;
    readonly confirmation?: Confirmation | undefined;
    readonly signal?: AbortSignal | undefined;
  };
  readonly stats: SyncStats;
  readonly replica: Replica;
  readonly decisions: UserDecisions;
}

/** A note that is to go, with what is to be done about it. */
export interface GoneNote {
  readonly noteKey: string;
  /** Of its item. */
  readonly revision: number;
  readonly action: Action;
  /** Whether nothing else keeps its item due. */
  readonly isLast: boolean;
}

type Act = Extract<NotePlan, { kind: 'act' }>;

/** Items planned and written between two commits of the state, and between two turns of the event loop. */
const BATCH = 50;

/**
 * Writes due notes: plans a batch, then applies it, then commits it. One failed note does not stop the
 * others.
 */
export class NoteWriter {
  private readonly turns = new Mutex();
  private readonly state: StateStore;
  private readonly health: VaultHealth;
  private readonly applier: NoteApplier;
  private readonly planner: DuePlanner;
  private readonly pace: Pace;
  private v2: V2Knowledge = { kind: 'under way' };
  private done = 0;
  private failed = 0;

  constructor(private readonly parts: NoteWriterParts) {
    const { deps, options, replica, stats, decisions } = parts;
    const { vault, state, clock } = deps;
    const { settings, confirmation } = options;
    this.state = state;
    this.health = new VaultHealth({ vault, state, folder: settings.folder, confirmation });
    this.applier = new NoteApplier({ vault, state, clock, stats });
    this.planner = new DuePlanner({ context: planContextOf(parts), state, replica, decisions, clock });
    this.pace = new Pace(clock);
  }

  /** To be told how far v2 is known from now on. */
  setV2(v2: V2Knowledge): void {
    this.v2 = v2;
  }

  /** What came just now. A dry run plans everything at its end, once. */
  async write(records: readonly ItemRecord[]): Promise<void> {
    if (this.parts.options.dryRun) return;
    for (const batch of batchesOf(records)) await this.writeBatch(() => Promise.resolve(batch));
  }

  /** Writes all that is due, and chosen, and returns the notes that are to go. */
  async writeAllDue(): Promise<readonly GoneNote[]> {
    const { chosen } = this.parts.options;
    if (chosen !== undefined) return this.writeItems([...chosen].sort(compareText));
    const gone: GoneNote[] = [];
    for await (const due of keyRange(this.state, prefixes.due))
      gone.push(...(await this.writeItems(due.map((key) => key.slice(prefixes.due.length)))));
    return gone;
  }

  private async writeItems(itemKeys: readonly string[]): Promise<readonly GoneNote[]> {
    const gone: GoneNote[] = [];
    for (const batch of batchesOf(itemKeys))
      gone.push(...(await this.writeBatch(() => this.recordsOf(batch))));
    return gone;
  }

  private async recordsOf(itemKeys: readonly string[]): Promise<readonly ItemRecord[]> {
    return (await this.parts.replica.records(itemKeys)).filter((record) => record !== null);
  }

  private async writeBatch(read: () => Promise<readonly ItemRecord[]>): Promise<readonly GoneNote[]> {
    this.parts.options.signal?.throwIfAborted();
    await this.pace.yieldIfDue();
    return this.turns.run(async () => this.writeRecords(await read()));
  }

  private async writeRecords(records: readonly ItemRecord[]): Promise<readonly GoneNote[]> {
    const { dryRun } = this.parts.options;
    const planned = await this.planner.plan(records, {
      v2: this.v2,
      failed: (record, failure) => this.recordFailure(record, failure),
    });
    // A note that is not there may still be on its way: neither write nor give up anything by that.
    const notes = planned.flatMap(({ plan }) => plan.notes);
    if (notes.length > 0) await this.health.check({ isAnyMissing: notes.some(isMissing) });
    for (const { plan } of planned) this.tellOfLeftOut(plan);
    const gone = dryRun ? this.recordBatch(planned) : await this.applyBatch(planned, notes);
    this.parts.deps.reporter.progress({ step: 'writing', done: this.done, failed: this.failed });
    return gone;
  }

  private tellOfLeftOut({ leftOut = [] }: PlannedItem['plan']): void {
    for (const { noteKey, place } of leftOut)
      this.parts.stats.leftOut.set(noteKey, { id: shownId(noteKey), path: place.path });
  }

  /** What a dry run would do. */
  private recordBatch(planned: readonly PlannedItem[]): readonly GoneNote[] {
    for (const { plan } of planned)
      for (const note of plan.notes) if (note.kind === 'act') this.recordPlanned(note);
    return planned.flatMap(({ record, plan }) => goneNotes(record, plan, !plan.isProvisional));
  }

  private recordPlanned({ noteKey, action }: Act): void {
    const { stats } = this.parts;
    const { kind, reasons } = action;
    const conflicts = 'conflicts' in action ? action.conflicts : [];
    stats.recordPlanned(noteKey, {
      action: kind,
      id: shownId(noteKey),
      path: kind === 'rename' ? action.to : action.path,
      reasons,
      ...(kind === 'rename' ? { from: action.path } : {}),
      ...(conflicts.length > 0 ? { conflicts } : {}),
    });
    this.done += 1;
  }

  private async applyBatch(
    planned: readonly PlannedItem[],
    notes: readonly NotePlan[],
  ): Promise<readonly GoneNote[]> {
    const { replica, decisions } = this.parts;
    await this.applier.prepare(notes);
    const settled = new Map<string, number>();
    const changes: StateChange[] = [];
    const gone: GoneNote[] = [];
    for (const { record, plan } of planned) {
      let isInOrder = !plan.isProvisional;
      for (const note of plan.notes)
        if (note.kind === 'act') isInOrder = (await this.applyNote(record, note, changes)) && isInOrder;
      if (plan.wantsText !== null) changes.push({ put: keys.wantedText(plan.wantsText), value: record.key });
      changes.push(...(plan.wantsFiles ?? []));
      for (const { noteKey, place } of plan.leftOut ?? []) changes.push(putPlace(noteKey, place));
      const leaving = goneNotes(record, plan, isInOrder);
      gone.push(...leaving);
      if (!isInOrder || leaving.length > 0) continue;
      settled.set(record.key, record.revision);
      if (plan.notes.length > 0) decisions.forget(record.key);
    }
    changes.push(...this.applier.takeChanges());
    if (settled.size > 0 || changes.length > 0)
      await replica.settle(settled, [...changes, ...decisions.takeChanges()]);
    return gone;
  }

  /** Returns whether the note is in order now. */
  private async applyNote(record: ItemRecord, plan: Act, changes: StateChange[]): Promise<boolean> {
    const { stats, decisions } = this.parts;
    const { noteKey, action } = plan;
    try {
      const identity = identityOfNote(record, noteKey);
      const path = await this.applier.apply(plan, identity);
      if (path === null) return false;
      stats.recover(noteKey);
      changes.push(putPlace(noteKey, { path, ...(plan.isMissing ? { isMissing: true } : {}) }));
      if (partIdOf(noteKey) !== null) {
        if (this.planner.noticePart()) changes.push({ put: keys.parts, value: true });
        // A decision about the whole holds until all of its notes are in order.
        decisions.forget(noteKey);
      }
      this.done += 1;
      for (const duplicate of plan.duplicates) {
        // It was in the way, and is not any more.
        if (duplicate === path) continue;
        // An adoption was cut short.
        if (duplicate === plan.replaces && (await this.applier.droppedTwin(duplicate, identity))) continue;
        stats.conflict(noteKey, { id: shownId(noteKey), path: duplicate, block: SECOND_NOTE });
      }
      return true;
    } catch (error) {
      await this.recordFailure(record, { noteKey, path: action.path, error });
      return false;
    }
  }

  /** Puts an item on the retry list. A bug is not a failed note: it goes on to the top. */
  private async recordFailure(
    { key, revision }: ItemRecord,
    {
      noteKey,
      path,
      error,
    }: { readonly noteKey: string; readonly path: string | null; readonly error: unknown },
  ): Promise<void> {
    if (!isOperational(error)) throw error;
    this.failed += 1;
    const problem = problemOf(error);
    this.parts.stats.failNote(noteKey, { id: shownId(noteKey), path, problem });
    if (!this.parts.options.dryRun)
      await this.parts.replica.postpone(key, { revision, failure: { path, problem } });
  }
}

function* batchesOf<Each>(all: readonly Each[]): Generator<readonly Each[]> {
  for (let start = 0; start < all.length; start += BATCH) yield all.slice(start, start + BATCH);
}

const goneNotes = (
  { revision }: ItemRecord,
  { notes }: PlannedItem['plan'],
  isLast: boolean,
): readonly GoneNote[] =>
  notes.flatMap(({ kind, noteKey, action }) =>
    kind === 'gone' ? [{ noteKey, action, revision, isLast }] : [],
  );

const isMissing = (note: NotePlan): boolean =>
  note.kind === 'act' ? note.isMissing : note.action.path === '';
