import { isJoinedNote, partIdOf, shownId } from '../../model/note-part';
import { compareText } from '../../model/record';
import type { DueItem } from '../../store/replica';
import { SECOND_NOTE } from '../../model/report';
import type { StateChange } from '../../model/ports';
import { Mutex, Pace } from '../../model/pace';
import { ProblemError, problemOf } from '../../model/problem';
import { brokenFrontMatter } from '../plan/broken-front-matter';
import { keys, prefixes } from '../../store/keys';
import { recordOf } from '../../store/library';
import { keyRange } from '../../store/read-state';
import { titleOf } from '../../notes/names/naming';
import { putAbsent, putPlace } from '../../store/note-places';
import type { Planned } from '../../store/replica';
import { queueNeeds, type Need } from '../../store/queue';
import { Planner, type ItemFailure, type PlannedItem } from '../plan/planner';
import { type GoneNote, type LiveNote, type NotePlan, type V2Knowledge } from '../plan/plan-context';
import { endsSync } from '../context/contained';
import type { WriterParts } from '../run';
import { NoteApplier } from './apply';
import { placeChanges, problemOfRemoval, recordApplied, recordHeld, recordLeftOut } from './note-results';
import { OtherNotes } from '../plan/other-notes';
import { VaultHealth } from '../plan/vault-health';

/** Notes of an item to apply. Once all are as planned, the item is no longer due. */
interface ItemNotes<Note = NotePlan> extends Planned {
  readonly notes: readonly Note[];
  /** Whether something else keeps the item due. */
  readonly staysDue: boolean;
}

/** What remains of an item: notes that have to go, once the guard allows it. */
export type ItemRemovals = ItemNotes<GoneNote>;

interface BatchOptions {
  /** Whether a note that has to go must stay for now; until the guard was asked, all must. */
  readonly isHeld: (noteKey: string) => boolean;
  /** Whether a note that changed since it was planned counts as failed. */
  readonly isLastTry: boolean;
  /** To commit together with what is applied. */
  readonly changes?: readonly StateChange[];
}

interface NoteOptions extends Pick<BatchOptions, 'isLastTry'> {
  readonly itemKey: string;
  readonly changes: StateChange[];
}

/** Items planned and written between two commits, and between two yields to the event loop. */
const BATCH = 50;

/** How often a note is planned in all if a person or another program keeps changing it. */
const MAX_TRIES = 3;

/** Writes due notes in batches: plan, apply, commit. A failed note does not stop the others. */
export class NoteWriter {
  private readonly turns = new Mutex();
  private readonly health: VaultHealth;
  private readonly others: OtherNotes;
  private readonly applier: NoteApplier;
  private readonly planner: Planner;
  private readonly pace: Pace;
  private v2: V2Knowledge = { kind: 'under way' };
  private writesChosenItems = false;
  private done = 0;
  private written = 0;
  private failed = 0;

  constructor(private readonly parts: WriterParts) {
    this.health = new VaultHealth(parts);
    this.others = new OtherNotes(parts);
    this.applier = new NoteApplier(parts);
    this.planner = new Planner(parts);
    this.pace = new Pace(parts.deps.clock);
  }

  setV2(v2: V2Knowledge): void {
    this.v2 = v2;
  }

  /**
   * Writes what a page brought. If the vault may have another plugin's notes, which only the whole library can tell,
   * everything is written at the end instead.
   */
  async writePage(records: readonly DueItem[]): Promise<void> {
    if (!(await this.others.mayExist())) await this.write(records);
  }

  async write(records: readonly DueItem[]): Promise<void> {
    for (const batch of batchesOf(records)) await this.writeBatch(() => Promise.resolve(batch));
  }

  /** Like `writeItems`, for a run that writes no other items. */
  async writeDueOf(itemKeys: ReadonlySet<string>): Promise<readonly ItemRemovals[]> {
    this.writesChosenItems = true;
    return this.writeItems([...itemKeys].sort(compareText));
  }

  /** Writes all items that are due, and returns the notes that have to go. */
  async writeAllDue(): Promise<readonly ItemRemovals[]> {
    const removals: ItemRemovals[] = [];
    for await (const due of keyRange(this.parts.deps.state, prefixes.due))
      removals.push(...(await this.writeItems(due.map((key) => key.slice(prefixes.due.length)))));
    return removals;
  }

  /** Writes the items that are due and returns the notes that have to go; until they do, their items stay due. */
  async writeItems(itemKeys: readonly string[]): Promise<readonly ItemRemovals[]> {
    const removals: ItemRemovals[] = [];
    for (const batch of batchesOf(itemKeys))
      removals.push(...(await this.writeBatch(() => this.dueItems(batch))));
    return removals;
  }

  /** A due item that the replica does not have cannot be written, but must not be skipped silently. */
  private async dueItems(itemKeys: readonly string[]): Promise<readonly DueItem[]> {
    const { due, lost } = await this.parts.replica.due(itemKeys);
    for (const key of lost)
      this.parts.stats.failNote(key, { id: shownId(key), path: null, problem: { code: 'item-lost' } });
    return due;
  }

  /**
   * Applies the removals except those that the guard holds. If a note of a joined item was in the way, the other one
   * then gets its name.
   */
  async remove(items: readonly ItemRemovals[], isHeld: (noteKey: string) => boolean): Promise<void> {
    for (const batch of batchesOf(items)) {
      const { waiting } = await this.inTurn(() => this.applyBatch(batch, { isHeld, isLastTry: false }));
      for (const note of waiting.flatMap(({ notes }) => notes)) recordHeld(this.parts.stats, note);
      this.reportProgress();
    }
    const joined = items.filter(({ notes, staysDue }) => staysDue && notes.some(isJoined));
    await this.writeItems(joined.map(({ key }) => key));
  }

  private writeBatch(read: () => Promise<readonly DueItem[]>): Promise<readonly ItemRemovals[]> {
    return this.inTurn(async () => this.writeRecords(await read(), MAX_TRIES));
  }

  private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    this.parts.options.signal?.throwIfAborted();
    await this.pace.yieldIfDue();
    return this.turns.run(work);
  }

  private async writeRecords(records: readonly DueItem[], tries: number): Promise<readonly ItemRemovals[]> {
    const { state } = this.parts.deps;
    const planned = await this.planner.plan(records, {
      v2: this.v2,
      failed: ({ key }, failure) => this.recordFailure(key, failure),
    });
    // Missing notes may still be on their way, so check the vault before anything is written.
    const notes = planned.flatMap(({ plan }) => plan.notes);
    if (notes.length > 0) await this.health.check({ isAnyMissing: notes.some(isMissing) });
    if (notes.some(isNew)) await this.others.check();
    for (const { plan } of planned) await recordLeftOut(this.parts, plan);
    // Once the other note has both ids, only these places tell a moved note from a copy of it.
    const places = placesOfJoined(notes);
    if (places.length > 0) await this.parts.replica.settle([], places);
    const { waiting, again } = await this.applyBatch(planned.map(this.notesOf), {
      isHeld: () => true,
      isLastTry: tries === 1,
      changes: [...(await queueNeeds(state, needsOf(planned))), ...this.placesLeftOut(planned)],
    });
    this.reportProgress();
    if (again.length === 0) return waiting;
    const changed = records.filter(({ record: { key } }) => again.includes(key));
    return [...waiting, ...(await this.writeRecords(changed, tries - 1))];
  }

  private readonly notesOf = ({ record: { key }, ticket, plan }: PlannedItem): ItemNotes => {
    // Only a sync can ask what becomes of notes that were left out.
    const isAsked = !this.writesChosenItems || (plan.leftOut ?? []).length === 0;
    return { key, ticket, notes: plan.notes, staysDue: plan.isProvisional || !isAsked };
  };

  private placesLeftOut(planned: readonly PlannedItem[]): readonly StateChange[] {
    if (this.writesChosenItems) return [];
    return planned.flatMap(({ plan: { leftOut = [] } }) =>
      leftOut.map(({ noteKey, place }) => putPlace(noteKey, place)),
    );
  }

  private reportProgress(): void {
    const { deps, options } = this.parts;
    const isCheck = options.isCheck === true;
    const done = isCheck ? this.done : this.written;
    deps.reporter.progress({ step: 'writing', done, failed: this.failed, ...(isCheck ? { isCheck } : {}) });
  }

  /** `again`: keys of items with a note that changed since it was planned. */
  private async applyBatch(
    items: readonly ItemNotes[],
    { isHeld, isLastTry, changes: first = [] }: BatchOptions,
  ): Promise<{ readonly waiting: readonly ItemRemovals[]; readonly again: readonly string[] }> {
    const { replica, decisions } = this.parts;
    const isWaiting = (note: NotePlan): note is GoneNote => note.kind === 'gone' && isHeld(note.noteKey);
    await this.applier.prepare(items.flatMap(({ notes }) => notes.filter((note) => !isWaiting(note))));
    const settled: Planned[] = [];
    const changes = [...first];
    const waiting: ItemRemovals[] = [];
    const again: string[] = [];
    for (const { key, ticket, notes, staysDue } of items) {
      let isUpToDate = !staysDue;
      let isChanged = false;
      for (const note of notes) {
        if (isWaiting(note)) continue;
        const result = await this.applyNote(note, { itemKey: key, isLastTry, changes });
        isUpToDate = result === 'up to date' && isUpToDate;
        isChanged = result === 'changed' || isChanged;
      }
      if (isChanged) {
        again.push(key);
        continue;
      }
      const rest = notes.filter(isWaiting);
      if (rest.length > 0) waiting.push({ key, ticket, notes: rest, staysDue: !isUpToDate });
      if (!isUpToDate || rest.length > 0) continue;
      settled.push({ key, ticket });
      if (notes.some(({ kind }) => kind === 'act')) decisions.forget(key);
    }
    changes.push(...decisions.takeChanges(), ...this.applier.takeChanges());
    if (settled.length > 0 || changes.length > 0) await replica.settle(settled, changes);
    return { waiting, again };
  }

  /** `changed`: the note changed since it was planned. */
  private async applyNote(
    note: NotePlan,
    { itemKey, isLastTry, changes }: NoteOptions,
  ): Promise<'up to date' | 'changed' | 'failed'> {
    const { stats } = this.parts;
    const { noteKey, action } = note;
    try {
      const applied = await this.applier.apply(note);
      if (applied.kind === 'again' && !isLastTry) return 'changed';
      if (applied.kind === 'again') throw new ProblemError({ code: 'changed-meanwhile' });
      stats.recover(noteKey);
      changes.push(...placeChanges(note, applied));
      this.forgetDecision(note);
      recordApplied(stats, note, applied);
      this.done += 1;
      if (action.kind !== 'skip') this.written += 1;
      if (note.kind === 'gone') return 'up to date';
      if (partIdOf(noteKey) !== null && this.planner.noticePart())
        changes.push({ put: keys.parts, value: true });
      const path = applied.path ?? action.path;
      await this.settleDuplicates(note, path);
      // A note created just now has its properties as they were written.
      const problem = action.kind === 'create' ? null : brokenFrontMatter(applied.text);
      if (problem === null) return 'up to date';
      // The rest of the note is up to date. This is reported until the properties can be merged.
      await this.recordFailure(itemKey, { noteKey, path, error: new ProblemError(problem) });
      return 'failed';
    } catch (error) {
      const isRemoval = note.kind === 'gone';
      await this.recordFailure(itemKey, { noteKey, path: action.path, error, isRemoval });
      return 'failed';
    }
  }

  /** A decision about the item holds until all its notes are up to date; one to keep a note, beyond that. */
  private forgetDecision({ kind, noteKey }: NotePlan): void {
    const { decisions } = this.parts;
    const isCarriedOut = kind === 'gone' ? decisions.of(noteKey) !== 'keep' : partIdOf(noteKey) !== null;
    if (isCarriedOut) decisions.forget(noteKey);
  }

  private async settleDuplicates(
    { noteKey, identity, duplicates, replaces }: LiveNote,
    path: string,
  ): Promise<void> {
    for (const duplicate of duplicates) {
      // The duplicate was in the way and is in the trash now.
      if (duplicate === path) continue;
      // Left behind by an interrupted adoption.
      if (duplicate === replaces && (await this.applier.trashDuplicate(duplicate, identity))) continue;
      const second = { id: shownId(noteKey), path: duplicate, block: SECOND_NOTE };
      this.parts.stats.conflict(noteKey, second);
    }
  }

  /** Puts an item on the retry list. Any failure, even a bug of ours, costs this item only. */
  private async recordFailure(
    itemKey: string,
    { noteKey, path, error, isRemoval = false }: ItemFailure & { readonly isRemoval?: boolean },
  ): Promise<void> {
    if (endsSync(error) || !(error instanceof Error)) throw error;
    this.failed += 1;
    const problem = isRemoval ? problemOfRemoval(error, path) : problemOf(error);
    const title = path === null ? await this.titleOf(itemKey) : undefined;
    this.parts.stats.failNote(noteKey, {
      id: shownId(noteKey),
      path,
      ...(title === undefined ? {} : { title }),
      problem,
    });
    await this.parts.replica.fail(itemKey, { path, problem });
  }

  private async titleOf(itemKey: string): Promise<string | undefined> {
    const record = await recordOf(this.parts.deps.state, itemKey);
    return record === null ? undefined : titleOf(record);
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

/** The plan decides which of two notes has to go or is missing; that may not be the one known before. */
const placesOfJoined = (notes: readonly NotePlan[]): readonly StateChange[] =>
  notes.flatMap((note) => {
    if (note.kind !== 'gone' || !isJoined(note)) return [];
    const { noteKey, action, place } = note;
    if (action.kind !== 'skip')
      return [putPlace(noteKey, { path: action.path }), { put: keys.parts, value: true }];
    return action.path === '' && place !== null ? [putAbsent(noteKey, place.path, 'deleted')] : [];
  });

const isJoined = ({ noteKey }: GoneNote): boolean => isJoinedNote(noteKey);

const isNew = (note: NotePlan): boolean => note.kind === 'act' && note.action.kind === 'create';

const isMissing = (note: NotePlan): boolean =>
  note.kind === 'act' ? note.absence !== null : note.action.path === '';
