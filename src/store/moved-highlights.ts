import type { Highlight } from '../model/model';
import { partKey } from '../notes/layout/note-part';
import { anchorsOf } from '../model/item';
import { asDeleted, type ItemRecord } from '../model/record';
import type { StateChange, StateStore } from '../model/ports';
import { keys, prefixes } from './keys';
import { knownUpTo, overlapping } from './read-one';
import { stateRange } from './state-range';
import { readRecord } from './stored';

/** Few, because others are to have their turn between them. */
const RECORDS_AT_ONCE = 50;

/** A highlight that its item did not hold. */
export interface Newcomer {
  readonly itemKey: string;
  readonly createdAt: string | null;
  /** When it was last changed, where that was its deletion; null while it lives. */
  readonly deletedAt: string | null;
}

/** An item of the replica that holds highlights which are another's now. */
export interface FormerHome {
  readonly record: ItemRecord;
  /** Those highlights, as it is to hold them. */
  readonly left: readonly Highlight[];
  /** By which what is known of their own notes goes with them. */
  readonly changes: readonly StateChange[];
}

/**
 * Where highlights of a page were before, because a person moved them to another book, or merged two: of that the service tells by
 * the new book alone, also of one that was deleted there since. `newcomers` are ids, each with its item now. The whole replica is walked through, but only where a newcomer is
 * older than the last pull, which should have brought it.
 */
export async function formerHomes(
  state: StateStore,
  newcomers: ReadonlyMap<string, Newcomer>,
): Promise<readonly FormerHome[]> {
  const known = newcomers.size === 0 ? null : await knownUpTo(state);
  const moved = new Map(
    [...newcomers].filter(
      ([, { createdAt }]) => known !== null && createdAt !== null && overlapping(createdAt) < known,
    ),
  );
  const homes: FormerHome[] = [];
  for await (const entries of moved.size === 0 ? [] : stateRange(state, prefixes.item, RECORDS_AT_ONCE)) {
    for (const { value } of entries) {
      const record = readRecord(value);
      const held =
        record?.highlights.filter(
          (highlight) => !highlight.deleted && hasLeft(highlight, moved.get(highlight.id)),
        ) ?? [];
      if (record === null || held.length === 0) continue;
      const parts = held.flatMap((highlight) =>
        anchorsOf(highlight).map(
          (part) =>
            [partKey(record.key, part), partKey(moved.get(highlight.id)?.itemKey ?? '', part)] as const,
        ),
      );
      homes.push({ record, left: held.map(asDeleted), changes: await placeMoves(state, parts) });
    }
  }
  return homes;
}

/** A deletion that is no newer than what is held may be of the place that it left for this one. */
const hasLeft = ({ updatedAt }: Highlight, now: Newcomer | undefined): boolean =>
  now !== undefined && (now.deletedAt === null || (updatedAt !== null && updatedAt < now.deletedAt));

async function placeMoves(
  state: StateStore,
  moves: readonly (readonly [from: string, to: string])[],
): Promise<readonly StateChange[]> {
  const places = await state.getMany(moves.map(([from]) => keys.note(from)));
  return moves.flatMap(([from, to], index) =>
    places[index] === undefined
      ? []
      : [{ remove: keys.note(from) }, { put: keys.note(to), value: places[index] }],
  );
}
