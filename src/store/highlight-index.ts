import { addToList } from '../model/collections';
import type { StateChange, StateStore } from '../model/ports';
import { keys, prefixes } from './keys';
import { stateRange } from './read-state';
import { readHighlightItems } from './stored';

/** Highlights in one stored value. */
const MOST_IN_ONE = 1000;

type ItemsByAnchor = ReadonlyMap<string, string>;

/** Changes to the index. `onCommitted` must be called once they are stored. */
export interface IndexChanges {
  readonly changes: readonly StateChange[];
  readonly onCommitted: () => void;
}

/**
 * The items of v2 highlights, by anchor (`rw<id>`). Stored in the order in which they came, many in one value: one
 * for each highlight would be most of what a first sync writes. Read whole when first needed, and only the replica
 * of a run changes it.
 */
export class HighlightIndex {
  private items: Map<string, string> | null = null;
  private last: { readonly number: number; readonly items: ItemsByAnchor } = { number: 1, items: new Map() };

  constructor(private readonly state: StateStore) {}

  /** The items of those highlights that are known. */
  async itemsOf(anchors: readonly string[]): Promise<ItemsByAnchor> {
    const found = new Map<string, string>();
    if (anchors.length === 0) return found;
    const items = await this.read();
    for (const anchor of anchors) {
      const itemKey = items.get(anchor);
      if (itemKey !== undefined) found.set(anchor, itemKey);
    }
    return found;
  }

  /** Adds highlights to the last value, and to new ones behind it. */
  async add(added: ItemsByAnchor): Promise<IndexChanges> {
    if (added.size === 0) return { changes: [], onCommitted: () => undefined };
    const items = await this.read();
    const changes: StateChange[] = [];
    let { number, items: value } = this.last;
    const left = [...added];
    while (left.length > 0) {
      if (value.size >= MOST_IN_ONE) [number, value] = [number + 1, new Map()];
      value = new Map([...value, ...left.splice(0, MOST_IN_ONE - value.size)]);
      changes.push({ put: keys.highlights(number), value: byItem(value) });
    }
    const last = { number, items: value };
    return {
      changes,
      onCommitted: () => {
        for (const [anchor, itemKey] of added) items.set(anchor, itemKey);
        this.last = last;
      },
    };
  }

  private async read(): Promise<Map<string, string>> {
    if (this.items !== null) return this.items;
    const items = new Map<string, string>();
    for await (const values of stateRange(this.state, prefixes.highlights)) {
      for (const { key, value } of values) {
        const stored = byAnchor(readHighlightItems(value) ?? {});
        this.last = { number: Number(key.slice(prefixes.highlights.length)), items: stored };
        for (const [anchor, itemKey] of stored) items.set(anchor, itemKey);
      }
    }
    this.items = items;
    return items;
  }
}

/** As stored: the anchors of each item, separated by spaces. */
function byItem(items: ItemsByAnchor): Readonly<Record<string, string>> {
  const anchors = new Map<string, string[]>();
  for (const [anchor, itemKey] of items) addToList(anchors, itemKey, anchor);
  return Object.fromEntries([...anchors].map(([itemKey, list]) => [itemKey, list.join(' ')]));
}

const byAnchor = (stored: Readonly<Record<string, string>>): ItemsByAnchor =>
  new Map(
    Object.entries(stored).flatMap(([itemKey, anchors]) =>
      anchors.split(' ').map((anchor) => [anchor, itemKey]),
    ),
  );
