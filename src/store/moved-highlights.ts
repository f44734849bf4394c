import type { Highlight } from '../model/model';
import { partIdOf, partKey, itemKeyOf } from '../model/note-part';
import { anchorsOf } from '../model/item';
import { asDeleted, type ItemRecord } from '../model/record';
import type { StateChange, StateStore } from '../model/ports';
import { readItems } from './item-records';
import { keys, prefixes } from './keys';
import { keyRange, knownUpTo, overlapping } from './read-state';

/** A highlight that its item did not hold. */
export interface Newcomer {
  readonly itemKey: string;
  readonly createdAt: string | null;
  /** When it was last changed, where that was its deletion; null while it lives. */
  readonly deletedAt: string | null;
}

/** An item that holds highlights which are another's now. */
export interface PreviousHome {
  readonly record: ItemRecord;
  /** Those highlights, as it is to hold them. */
  readonly left: readonly Highlight[];
  /** What is known of the highlights' own notes goes with them. */
  readonly changes: readonly StateChange[];
}

/**
 * Where highlights of a page were before, because a person moved them to another book, or merged two: the
 * service tells of the new book only, even of a highlight that was deleted there since. `newcomers` are ids,
 * each with its item now. All keys of highlights are looked through, but only where a newcomer is older than
 * the last pull, which should have brought it.
 */
export async function previousHomes(
  state: StateStore,
  newcomers: ReadonlyMap<string, Newcomer>,
): Promise<readonly PreviousHome[]> {
  const known = newcomers.size === 0 ? null : await knownUpTo(state);
  if (known === null) return [];
  const moved = new Map(
    [...newcomers].filter(([, { createdAt }]) => createdAt !== null && overlapping(createdAt) < known),
  );
  const homes: PreviousHome[] = [];
  for (const record of moved.size === 0 ? [] : await holdersOf(state, moved)) {
    const held = record.highlights.filter(
      (highlight) => !highlight.deleted && hasLeft(highlight, moved.get(highlight.id)),
    );
    if (held.length === 0) continue;
    const moves = held.flatMap((highlight) =>
      anchorsOf(highlight).map((part) => ({
        from: partKey(record.key, part),
        to: partKey(moved.get(highlight.id)?.itemKey ?? '', part),
      })),
    );
    homes.push({ record, left: held.map(asDeleted), changes: await placeMoves(state, moves) });
  }
  return homes;
}

/** The items that hold any of the highlights. */
async function holdersOf(
  state: StateStore,
  ids: ReadonlyMap<string, unknown>,
): Promise<readonly ItemRecord[]> {
  const anchors = new Set([...ids.keys()].map((id) => `rw${id}`));
  const holders = new Set<string>();
  for await (const some of keyRange(state, prefixes.highlight)) {
    for (const key of some)
      if (anchors.has(partIdOf(key) ?? '')) holders.add(itemKeyOf(key.slice(prefixes.highlight.length)));
  }
  return (await readItems(state, [...holders])).filter((record) => record !== null);
}

/** A deletion that is no newer than what is held may be of the place that it left for this one. */
const hasLeft = ({ updatedAt }: Highlight, now: Newcomer | undefined): boolean =>
  now !== undefined && (now.deletedAt === null || (updatedAt !== null && updatedAt < now.deletedAt));

async function placeMoves(
  state: StateStore,
  moves: readonly { readonly from: string; readonly to: string }[],
): Promise<readonly StateChange[]> {
  const places = await state.getMany(moves.map(({ from }) => keys.note(from)));
  return moves.flatMap(({ from, to }, index) =>
    places[index] === undefined
      ? []
      : [{ remove: keys.note(from) }, { put: keys.note(to), value: places[index] }],
  );
}
