import type { Highlight } from '../model/model';
import { partIdOf, partKey, itemKeyOf } from '../model/note-part';
import { anchorsOf } from '../model/item';
import { asDeleted, type ItemRecord } from '../model/record';
import type { StateChange, StateStore } from '../model/ports';
import { readItems } from './item-records';
import { keys, prefixes } from './keys';
import { keyRange, knownUpTo, overlapping } from './read-state';

/** A highlight that is new in its item. */
export interface NewHighlight {
  readonly itemKey: string;
  readonly createdAt: string | null;
  /** The time of its deletion; null when it is not deleted. */
  readonly deletedAt: string | null;
}

/** An item with highlights that have moved to another item. */
export interface FormerItem {
  readonly record: ItemRecord;
  /** These highlights, marked as deleted. */
  readonly left: readonly Highlight[];
  /** Moves the places of the highlights' separate notes. */
  readonly changes: readonly StateChange[];
}

/**
 * Finds the former items of highlights that the user moved to another book, because the service reports the
 * new book only. All highlight keys are searched, but only when a new highlight is older than the last pull,
 * which should have brought it.
 */
export async function formerItems(
  state: StateStore,
  newHighlights: ReadonlyMap<string, NewHighlight>,
): Promise<readonly FormerItem[]> {
  const known = newHighlights.size === 0 ? null : await knownUpTo(state);
  if (known === null) return [];
  const moved = new Map(
    [...newHighlights].filter(([, { createdAt }]) => createdAt !== null && overlapping(createdAt) < known),
  );
  if (moved.size === 0) return [];
  const former: FormerItem[] = [];
  for (const record of await holdersOf(state, moved)) {
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
    former.push({ record, left: held.map(asDeleted), changes: await placeMoves(state, moves) });
  }
  return former;
}

async function holdersOf(
  state: StateStore,
  ids: ReadonlyMap<string, unknown>,
): Promise<readonly ItemRecord[]> {
  const holders = await itemsWithHighlights(state, new Set([...ids.keys()].map((id) => `rw${id}`)));
  return (await readItems(state, holders)).filter((record) => record !== null);
}

/** The keys of the items that have or had a highlight with one of the anchors. All keys are searched. */
export async function itemsWithHighlights(
  state: StateStore,
  anchors: ReadonlySet<string>,
): Promise<readonly string[]> {
  const holders = new Set<string>();
  for await (const chunk of keyRange(state, prefixes.highlight)) {
    for (const key of chunk)
      if (anchors.has(partIdOf(key) ?? '')) holders.add(itemKeyOf(key.slice(prefixes.highlight.length)));
  }
  return [...holders];
}

/** A deletion that is not newer than the stored highlight may belong to its former book. */
function hasLeft({ updatedAt }: Highlight, now: NewHighlight | undefined): boolean {
  if (now === undefined) return false;
  return now.deletedAt === null || (updatedAt !== null && updatedAt < now.deletedAt);
}

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
