import { partIdOf, shownId } from '../../notes/layout/note-part';
import { compareText, type ItemRecord } from '../../model/record';
import type { Action } from '../plan/plan';
import { SECOND_NOTE } from '../../model/report';
import {
  type Clock,
  type Reporter,
  type StateChange,
  type StateStore,
  Pace,
  isOperational,
} from '../../model/ports';
import { DuePlanner, type PlannedItem } from '../plan/due-planner';
import { keys, prefixes } from '../../store/keys';
import { Mutex } from '../../store/mutex';
import { NoteApplier } from './note-applier';
import { identityOfNote } from '../plan/note-identity';
import type { NotePlan, PlanContext, V2Knowledge } from '../plan/item-plan';
import type { Replica } from '../../store/replica';
import type { UserDecisions } from '../deletions/user-decisions';
import { keyRange } from '../../store/state-range';
import type { SyncStats } from '../sync-stats';
import { putPlace } from '../../store/note-places';
import type { Touch, VaultHealth } from './vault-health';

export interface NoteWriterOptions {
  readonly context: PlanContext;
  readonly state: StateStore;
  readonly replica: Replica;
  readonly health: VaultHealth;
  readonly decisions: UserDecisions;
  readonly clock: Clock;
  readonly reporter: Reporter;
  readonly stats: SyncStats;
  readonly dryRun: boolean;
  /** Keys of the items that a person chose; all that is due where nobody did. What was not chosen stays due. */
  readonly chosen?: ReadonlySet<string> | undefined;
  readonly signal?: AbortSignal | undefined;
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

/** Items planned and written between two commits of the state, and between two turns of the event loop. */
const BATCH = 50;

/** Writes due notes: plans a batch, then applies it, then commits it. One failed note does not stop the others. */
export class NoteWriter {
  private readonly turns = new Mutex();
  private readonly applier: NoteApplier;
  private readonly planner: DuePlanner;
  private readonly pace: Pace;
  private v2: V2Knowledge = { kind: 'under way' };
  private done = 0;
  private failed = 0;
  constructor(private readonly options: NoteWriterOptions) {
    const { context, state, clock, stats } = options;
    this.applier = new NoteApplier({ vault: context.vault, state, clock, stats });
    this.planner = new DuePlanner(options);
    this.pace = new Pace(options.clock);
  }

  /** Tells how far v2 is known from now on. */
  learn(v2: V2Knowledge): void {
    this.v2 = v2;
  }

  /** What came just now. A dry run plans everything at its end, once. */
  async write(itemKeys: readonly string[]): Promise<void> {
    if (!this.options.dryRun) await this.writeBatches(itemKeys);
  }

  /** Writes all that is due, and chosen, and returns the notes that are to go. */
  async writeAllDue(): Promise<readonly GoneNote[]> {
    const { chosen } = this.options;
    if (chosen !== undefined) return this.writeBatches([...chosen].sort(compareText));
    const gone: GoneNote[] = [];
    for await (const due of keyRange(this.options.state, prefixes.due))
      gone.push(...(await this.writeBatches(due.map((key) => key.slice(prefixes.due.length)))));
    return gone;
  }

  private async writeBatches(itemKeys: readonly string[]): Promise<readonly GoneNote[]> {
    const gone: GoneNote[] = [];
    for (let start = 0; start < itemKeys.length; start += BATCH) {
      this.options.signal?.throwIfAborted();
      await this.pace.yieldIfDue();
      gone.push(...(await this.turns.run(() => this.writeBatch(itemKeys.slice(start, start + BATCH)))));
    }
    return gone;
  }

  private async writeBatch(itemKeys: readonly string[]): Promise<readonly GoneNote[]> {
    const planned = await this.planner.plan(itemKeys, {
      v2: this.v2,
      failed: (record, failure) => this.recordFailure(record, failure),
    });
    // A note that is not there may still be on its way: neither write nor give up anything by that.
    const notes = planned.flatMap(({ plan }) => plan.notes);
    if (notes.length > 0) await this.options.health.check(touchOf(notes));
    if (!this.options.dryRun) await this.applier.prepare(notes);
    const revisions = new Map<string, number>();
    const changes: StateChange[] = [];
    const gone: GoneNote[] = [];
    for (const { record, plan } of planned) {
      const inOrder = await this.applyItem({ record, plan }, changes);
      if (plan.wantsText !== null && !this.options.dryRun)
        changes.push({ put: keys.wantedText(plan.wantsText), value: record.key });
      if (!this.options.dryRun) changes.push(...(plan.wantsFiles ?? []));
      for (const { noteKey, place } of plan.leftOut ?? []) {
        this.options.stats.leftOut.set(noteKey, { id: shownId(noteKey), path: place.path });
        if (!this.options.dryRun) changes.push(putPlace(noteKey, place));
      }
      const leaving = plan.notes.filter((note) => note.kind === 'gone');
      gone.push(
        ...leaving.map(({ noteKey, action }) => ({
          noteKey,
          action,
          revision: record.revision,
          isLast: inOrder,
        })),
      );
      if (inOrder && leaving.length === 0 && !this.options.dryRun) this.settle(record, { plan, revisions });
    }
    changes.push(...this.applier.takeChanges());
    this.options.reporter.progress({ step: 'writing', done: this.done, failed: this.failed });
    if (!this.options.dryRun && (revisions.size > 0 || changes.length > 0))
      await this.options.replica.settle(revisions, [...changes, ...this.options.decisions.takeChanges()]);
    return gone;
  }

  private settle(
    { key, revision }: ItemRecord,
    { plan, revisions }: { readonly plan: PlannedItem['plan']; readonly revisions: Map<string, number> },
  ): void {
    revisions.set(key, revision);
    if (plan.notes.length > 0) this.options.decisions.forget(key);
  }

  /** Does what is to be done with the notes that stay; returns whether all of them are in order now. */
  private async applyItem({ record, plan }: PlannedItem, changes: StateChange[]): Promise<boolean> {
    let inOrder = !plan.isProvisional;
    for (const note of plan.notes) {
      if (note.kind === 'gone') continue;
      if (this.options.dryRun) this.recordPlanned(note);
      else inOrder = (await this.applyNote(record, note, changes)) && inOrder;
    }
    return inOrder;
  }

  private async applyNote(
    record: ItemRecord,
    plan: Extract<NotePlan, { kind: 'act' }>,
    changes: StateChange[],
  ): Promise<boolean> {
    const { stats } = this.options;
    const { noteKey, action } = plan;
    try {
      const identity = identityOfNote(record, noteKey);
      const path = await this.applier.apply(plan, identity);
      if (path === null) return false;
      stats.recover(noteKey);
      changes.push(putPlace(noteKey, { path, ...(plan.isMissing ? { isMissing: true } : {}) }));
      if (partIdOf(noteKey) !== null) {
        if (this.planner.noticePart()) changes.push({ put: keys.parts, value: true });
        // What was said of the whole holds until all of its notes are in order.
        this.options.decisions.forget(noteKey);
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

  private recordPlanned({ noteKey, action }: Extract<NotePlan, { kind: 'act' }>): void {
    const { stats } = this.options;
    const [path, reason] =
      action.kind === 'rename'
        ? [action.to, `${action.reason}; now ${action.path}`]
        : [action.path, action.reason];
    const { conflicts = [] } = 'conflicts' in action ? action : {};
    const more = {
      ...(action.kind === 'rename' ? { from: action.path } : {}),
      ...(conflicts.length > 0 ? { conflicts } : {}),
    };
    stats.recordPlanned(noteKey, { action: action.kind, id: shownId(noteKey), path, reason, ...more });
    this.done += 1;
    stats.note(noteKey, FORESEEN[action.kind]);
  }

  /** Puts an item on the retry list. A bug is not a failed note: it goes on to the top. */
  private async recordFailure(
    record: ItemRecord,
    {
      noteKey,
      path,
      error,
    }: { readonly noteKey: string; readonly path: string | null; readonly error: unknown },
  ): Promise<void> {
    if (!isOperational(error)) throw error;
    this.failed += 1;
    this.options.stats.failNote(noteKey, { id: shownId(noteKey), path, message: error.message });
    if (this.options.dryRun) return;
    await this.options.replica.postpone(record.key, {
      revision: record.revision,
      failure: { path, message: error.message },
    });
  }
}

const isMissing = (note: NotePlan): boolean =>
  note.kind === 'act' ? note.isMissing : note.action.path === '';

const touchOf = (notes: readonly NotePlan[]): Touch => {
  if (notes.some(isMissing)) return 'miss';
  return notes.some(({ kind, action }) => kind === 'gone' || action.kind === 'create')
    ? 'make or take'
    : 'change';
};

const FORESEEN = {
  create: 'created',
  update: 'updated',
  rename: 'renamed',
  trash: 'trashed',
  archive: 'archived',
  keep: 'kept',
  skip: 'unchanged',
} as const;
