import { isJoinedNote, partIdOf, shownId } from '../../model/note-part';
import { compareText, type ItemRecord } from '../../model/record';
import type { DueItem } from '../../store/replica';
import { SECOND_NOTE } from '../../model/report';
import type { StateChange } from '../../model/ports';
import { Mutex, Pace } from '../../model/pace';
import { ProblemError, problemOf, type Problem } from '../../model/problem';
import { trailerMark } from '../../notes/note/trailer';
import { brokenFrontMatter } from '../plan/broken-front-matter';
import { keys, prefixes } from '../../store/keys';
import { keyRange, readOne } from '../../store/read-state';
import { readCandidates } from '../../store/stored';
import { putAbsent, putPlace } from '../../store/note-places';
import type { Planned } from '../../store/replica';
import { queueNeeds, type Need } from '../../store/queue';
import { Planner, type ItemFailure, type PlannedItem } from '../plan/planner';
import { identityOfNote } from '../plan/note-identity';
import type { Action } from '../plan/plan';
import { planContextOf, type NotePlan, type V2Knowledge } from '../plan/plan-context';
import { endsSync } from '../context/contained';
import type { Run } from '../run';
import { NoteApplier } from './apply';
import { OtherNotes } from '../plan/other-notes';
import { VaultHealth } from '../plan/vault-health';

/** A note to remove, with the planned action. */
export interface NoteRemoval {
  readonly noteKey: string;
  readonly ticket: number;
  readonly action: Action;
  /** Whether nothing else keeps the item due. */
  readonly isLast: boolean;
}

type Act = Extract<NotePlan, { kind: 'act' }>;

/** Items planned and written between two commits, and between two yields to the event loop. */
const BATCH = 50;

/** A note that a person or another program changes meanwhile is planned again, this often in all. */
const MOST_TRIES = 3;

/** Writes due notes in batches: plan, apply, commit. A failed note does not stop the others. */
export class NoteWriter {
  private readonly turns = new Mutex();
  private readonly health: VaultHealth;
  private readonly others: OtherNotes;
  private readonly applier: NoteApplier;
  private readonly planner: Planner;
  private readonly pace: Pace;
  private v2: V2Knowledge = { kind: 'under way' };
  private areChosen = false;
  private done = 0;
  private written = 0;
  private failed = 0;

  constructor(private readonly parts: Omit<Run, 'writer'>) {
    const { deps, options, replica, stats, decisions, rendering } = parts;
    const { vault, state, clock } = deps;
    const { settings, confirmation, isOfSending } = options;
    this.health = new VaultHealth({ vault, state, folder: settings.folder, confirmation });
    this.others = new OtherNotes({ ...options, vault, state, clock, decide: rendering.decide });
    this.applier = new NoteApplier({ vault, state, clock, stats, isOfSending });
    this.planner = new Planner({ context: planContextOf(parts), state, replica, decisions, clock });
    this.pace = new Pace(clock);
  }

  setV2(v2: V2Knowledge): void {
    this.v2 = v2;
  }

  /**
   * Writes what a page brought. Where the whole library has to be known to tell whether notes in the vault are of
   * it, all is written at the end.
   */
  async writePage(records: readonly DueItem[]): Promise<void> {
    if (!(await this.others.mayExist())) await this.write(records);
  }

  async write(records: readonly DueItem[]): Promise<void> {
    for (const batch of batchesOf(records)) await this.writeBatch(() => Promise.resolve(batch));
  }

  /** Writes those of the items that are due, and returns the notes to remove. The others stay due. */
  async writeDueOf(itemKeys: ReadonlySet<string>): Promise<readonly NoteRemoval[]> {
    this.areChosen = true;
    return this.writeItems([...itemKeys].sort(compareText));
  }

  /** Writes all items that are due, and returns the notes to remove. */
  async writeAllDue(): Promise<readonly NoteRemoval[]> {
    const removals: NoteRemoval[] = [];
    for await (const due of keyRange(this.parts.deps.state, prefixes.due))
      removals.push(...(await this.writeItems(due.map((key) => key.slice(prefixes.due.length)))));
    return removals;
  }

  /** Writes those of the items that are due, and returns the notes to remove. */
  async writeItems(itemKeys: readonly string[]): Promise<readonly NoteRemoval[]> {
    const removals: NoteRemoval[] = [];
    for (const batch of batchesOf(itemKeys))
      removals.push(...(await this.writeBatch(() => this.dueItems(batch))));
    return removals;
  }

  /** An item that is due and that the replica does not have cannot be written, and must not be passed over. */
  private async dueItems(itemKeys: readonly string[]): Promise<readonly DueItem[]> {
    const { due, lost } = await this.parts.replica.due(itemKeys);
    for (const key of lost)
      this.parts.stats.failNote(key, { id: shownId(key), path: null, problem: { code: 'item-lost' } });
    return due;
  }

  private async writeBatch(read: () => Promise<readonly DueItem[]>): Promise<readonly NoteRemoval[]> {
    this.parts.options.signal?.throwIfAborted();
    await this.pace.yieldIfDue();
    return this.turns.run(async () => this.writeRecords(await read(), MOST_TRIES));
  }

  private async writeRecords(records: readonly DueItem[], tries: number): Promise<readonly NoteRemoval[]> {
    const planned = await this.planner.plan(records, {
      v2: this.v2,
      failed: (record, failure) => this.recordFailure(record, failure),
    });
    // Missing notes may still be on their way, so check the vault before anything is written.
    const notes = planned.flatMap(({ plan }) => plan.notes);
    if (notes.length > 0) await this.health.check({ isAnyMissing: notes.some(isMissing) });
    if (notes.some(isNew)) await this.others.check();
    for (const { plan } of planned) await this.reportLeftOut(plan);
    const { removals, again } = await this.applyBatch(planned, { notes, isLastTry: tries === 1 });
    this.reportProgress();
    if (again.length === 0) return removals;
    const changed = records.filter(({ record: { key } }) => again.includes(key));
    return [...removals, ...(await this.writeRecords(changed, tries - 1))];
  }

  private reportProgress(): void {
    const { deps, options } = this.parts;
    const isCheck = options.isCheck === true;
    const done = isCheck ? this.done : this.written;
    deps.reporter.progress({ step: 'writing', done, failed: this.failed, ...(isCheck ? { isCheck } : {}) });
  }

  private async reportLeftOut({ leftOut = [], parentless = [] }: PlannedItem['plan']): Promise<void> {
    const { stats, deps } = this.parts;
    for (const { noteKey, place } of leftOut)
      stats.leftOut.set(noteKey, { id: shownId(noteKey), path: place.path });
    if (parentless.length === 0) return;
    const candidates = await readOne(deps.state, keys.candidates, readCandidates);
    for (const { id, documentId: parent, updatedAt } of parentless) {
      const seemsDeleted = candidates.some((candidate) => candidate.id === id);
      const problem: Problem = {
        code: 'parent-not-listed',
        kind: 'highlight',
        id,
        parent,
        updatedAt: updatedAt ?? undefined,
      };
      if (!seemsDeleted) stats.notice({ id, path: null, problem });
    }
  }

  private recordAction({ noteKey, action }: Act, path: string): void {
    const { stats } = this.parts;
    const { kind, reasons } = action;
    const conflicts = 'conflicts' in action ? action.conflicts : [];
    stats.recordAction(noteKey, {
      action: kind,
      id: shownId(noteKey),
      path,
      reasons,
      ...(kind === 'rename' ? { from: action.path } : {}),
      ...(conflicts.length > 0 ? { conflicts } : {}),
    });
  }

  /** `again`: keys of items with a note that is not as it was when planned. */
  private async applyBatch(
    planned: readonly PlannedItem[],
    { notes, isLastTry }: { readonly notes: readonly NotePlan[]; readonly isLastTry: boolean },
  ): Promise<{ readonly removals: readonly NoteRemoval[]; readonly again: readonly string[] }> {
    const { replica, decisions } = this.parts;
    // Once the other note has both ids, only these tell a note that was moved from a copy of it.
    const places = placesOfJoined(notes);
    if (places.length > 0) await replica.settle([], places);
    await this.applier.prepare(notes.filter(({ kind }) => kind === 'act'));
    const settled: Planned[] = [];
    const changes: StateChange[] = [...(await queueNeeds(this.parts.deps.state, needsOf(planned)))];
    const removals: NoteRemoval[] = [];
    const again: string[] = [];
    for (const item of planned) {
      const { record, plan, ticket } = item;
      let isUpToDate = !plan.isProvisional;
      let isChanged = false;
      for (const note of plan.notes) {
        if (note.kind !== 'act') continue;
        const result = await this.applyNote(note, { record, isLastTry, changes });
        isUpToDate = result === 'up to date' && isUpToDate;
        isChanged = result === 'changed' || isChanged;
      }
      if (isChanged) {
        again.push(record.key);
        continue;
      }
      if (!this.areChosen)
        for (const { noteKey, place } of plan.leftOut ?? []) changes.push(putPlace(noteKey, place));
      const itemRemovals = removalsIn(item, isUpToDate);
      removals.push(...itemRemovals);
      if (!isUpToDate || itemRemovals.length > 0) continue;
      // What becomes of such notes, only a sync can ask.
      if (this.areChosen && (plan.leftOut ?? []).length > 0) continue;
      settled.push({ key: record.key, ticket });
      if (plan.notes.length > 0) decisions.forget(record.key);
    }
    changes.push(...this.applier.takeChanges());
    if (settled.length > 0 || changes.length > 0)
      await replica.settle(settled, [...changes, ...decisions.takeChanges()]);
    return { removals, again };
  }

  /** `changed`: the note is not as it was when planned. */
  private async applyNote(
    plan: Act,
    {
      record,
      isLastTry,
      changes,
    }: { readonly record: ItemRecord; readonly isLastTry: boolean; readonly changes: StateChange[] },
  ): Promise<'up to date' | 'changed' | 'failed'> {
    const { stats, decisions } = this.parts;
    const { noteKey, action } = plan;
    try {
      const identity = identityOfNote(record, noteKey);
      const applied = await this.applier.apply(plan, identity);
      if (applied.kind !== 'at' && !isLastTry) return 'changed';
      if (applied.kind !== 'at') throw new ProblemError({ code: 'changed-meanwhile' });
      if (action.kind === 'skip') stats.note(noteKey, 'unchanged');
      const { path, text } = applied;
      const place = { path, base: trailerMark(text) };
      stats.recover(noteKey);
      changes.push(plan.absence === null ? putPlace(noteKey, place) : putAbsent(noteKey, path, plan.absence));
      if (partIdOf(noteKey) !== null) {
        if (this.planner.noticePart()) changes.push({ put: keys.parts, value: true });
        // A decision about the item holds until all of its notes are up to date.
        decisions.forget(noteKey);
      }
      this.recordAction(plan, path);
      this.done += 1;
      if (action.kind !== 'skip') this.written += 1;
      for (const duplicate of plan.duplicates) {
        // It was in the way and is in the trash now.
        if (duplicate === path) continue;
        // Left by an adoption that was cut short.
        if (duplicate === plan.replaces && (await this.applier.trashDuplicate(duplicate, identity))) continue;
        stats.conflict(noteKey, { id: shownId(noteKey), path: duplicate, block: SECOND_NOTE });
      }
      // What was made just now has properties as they were written.
      const problem = action.kind === 'create' ? null : brokenFrontMatter(text);
      if (problem === null) return 'up to date';
      // The rest of the note is up to date. It is told again until the properties can be merged.
      await this.recordFailure(record, { noteKey, path, error: new ProblemError(problem) });
      return 'failed';
    } catch (error) {
      await this.recordFailure(record, { noteKey, path: action.path, error });
      return 'failed';
    }
  }

  /** Puts an item on the retry list. Whatever failed, a bug of ours too, costs this item only. */
  private async recordFailure({ key }: ItemRecord, { noteKey, path, error }: ItemFailure): Promise<void> {
    if (endsSync(error) || !(error instanceof Error)) throw error;
    this.failed += 1;
    const problem = problemOf(error);
    this.parts.stats.failNote(noteKey, { id: shownId(noteKey), path, problem });
    await this.parts.replica.fail(key, { path, problem });
  }
}

function* batchesOf<Each>(all: readonly Each[]): Generator<readonly Each[]> {
  for (let start = 0; start < all.length; start += BATCH) yield all.slice(start, start + BATCH);
}

const needsOf = (planned: readonly PlannedItem[]): readonly Need[] =>
  planned.flatMap(({ record, plan: { wantsText, wantsFiles = [] } }) => [
    ...(wantsText === null ? [] : [{ kind: 'text', ...wantsText, record } as const]),
    ...wantsFiles.map(({ mark, source }) => ({ kind: 'file', id: mark, source, record }) as const),
  ]);

/** Which note has to go is decided with the plan, and may be another one than was known. */
const placesOfJoined = (notes: readonly NotePlan[]): readonly StateChange[] =>
  notes.flatMap(({ noteKey, action }) =>
    isJoinedNote(noteKey) && action.kind !== 'skip'
      ? [putPlace(noteKey, { path: action.path }), { put: keys.parts, value: true }]
      : [],
  );

function removalsIn({ plan, ticket }: PlannedItem, isLast: boolean): NoteRemoval[] {
  const removed = plan.notes.filter(({ kind }) => kind === 'gone');
  return removed.map(({ noteKey, action }) => ({ noteKey, action, ticket, isLast }));
}

const isNew = (note: NotePlan): boolean => note.kind === 'act' && note.action.kind === 'create';

const isMissing = (note: NotePlan): boolean =>
  note.kind === 'act' ? note.absence !== null : note.action.path === '';
