import { ProblemError } from '../../model/problem';
import { partsPrefix } from '../../model/note-part';
import type { ItemRecord } from '../../model/record';
import type { DueItem } from '../../store/replica';
import { planContextOf, type ItemPlan, type PlanContext, type V2Knowledge } from './plan-context';
import { Pace } from '../../model/pace';
import { keys, prefixes } from '../../store/keys';
import { planItem } from './plan-item';
import type { WriterParts } from '../run';
import { readNotePlace, type NotePlace } from '../../store/stored';
import { isNoteOfOtherItem } from '../../store/note-places';
import { stateRange } from '../../store/read-state';

export interface PlannedItem extends Pick<DueItem, 'record' | 'ticket'> {
  readonly plan: Extract<ItemPlan, { kind: 'notes' }>;
}

export interface ItemFailure {
  readonly noteKey: string;
  readonly path: string | null;
  readonly error: unknown;
}

export interface ToPlan {
  readonly v2: V2Knowledge;
  /** Called when planning an item fails; the others are still planned. */
  readonly failed: (record: ItemRecord, failure: ItemFailure) => Promise<void>;
}

/** Plans the notes of due items. Reads vault and state, writes nothing. */
export class Planner {
  /** Whether any part has a note: only then are they looked up. */
  private hasParts = false;

  private readonly context: PlanContext;

  constructor(private readonly parts: WriterParts) {
    this.context = planContextOf(parts);
  }

  /** Leaves out items that are no longer due, became due again before or during planning, or must wait. */
  async plan(records: readonly DueItem[], { v2, failed }: ToPlan): Promise<readonly PlannedItem[]> {
    const { deps, replica, decisions } = this.parts;
    const due = records.filter(({ record: { key }, ticket }) => replica.isCurrent({ key, ticket }));
    const [hasParts, ...places] = await deps.state.getMany([
      keys.parts,
      ...due.map(({ record }) => keys.note(record.key)),
    ]);
    this.hasParts ||= hasParts === true;
    const planned: PlannedItem[] = [];
    const pace = new Pace(deps.clock);
    for (const [index, { record, ticket, written, isAnew }] of due.entries()) {
      await pace.yieldIfDue();
      const place = readNotePlace(places[index]);
      try {
        const known = await this.placesOf(record, place);
        const removed = decisions.of(record.key) === 'restore' ? 'restore' : 'keep';
        const plan = await planItem(
          { ...this.context, pace },
          {
            record,
            written,
            isAnew,
            removed,
            leavingTo: (noteKey) => decisions.leavingTo(noteKey),
            isKept: (noteKey) => decisions.of(noteKey) === 'keep',
            places: known,
            v2,
            isOtherItems: this.othersThan(record),
          },
        );
        // A page that arrived meanwhile may have moved the places of its notes.
        const isCurrent = replica.isCurrent({ key: record.key, ticket });
        if (plan.kind === 'notes' && isCurrent) planned.push({ record, ticket, plan });
      } catch (error) {
        await failed(record, { noteKey: record.key, path: pathOf(error) ?? place?.path ?? null, error });
      }
    }
    return planned;
  }

  /** Call when a part gets a note. Returns whether it is the first one. */
  noticePart(): boolean {
    const isFirst = !this.hasParts;
    this.hasParts = true;
    return isFirst;
  }

  private othersThan({ key: own }: ItemRecord): (path: string, ids: readonly string[]) => Promise<boolean> {
    return (path, ids) => isNoteOfOtherItem(this.parts.deps.state, own, { path, ids });
  }

  /** Where the notes of an item were last seen. */
  private async placesOf(
    { key }: ItemRecord,
    whole: NotePlace | null,
  ): Promise<ReadonlyMap<string, NotePlace>> {
    const places = new Map<string, NotePlace>(whole === null ? [] : [[key, whole]]);
    if (!this.hasParts) return places;
    for await (const entries of stateRange(this.parts.deps.state, keys.note(partsPrefix(key)))) {
      for (const entry of entries) {
        const place = readNotePlace(entry.value);
        if (place !== null) places.set(entry.key.slice(prefixes.note.length), place);
      }
    }
    return places;
  }
}

/** The path of a note that is refused; its last known place may be unknown or different. */
const pathOf = (error: unknown): string | null =>
  error instanceof ProblemError && error.problem.code === 'git-conflict' ? error.problem.path : null;
