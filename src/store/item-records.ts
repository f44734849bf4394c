import type { DocumentHighlight, Highlight } from '../model/model';
import type { StateChange, StateStore } from '../model/ports';
import type { ItemRecord } from '../model/record';
import { partKey, partsPrefix } from '../model/note-part';
import { keys, prefixes } from './keys';
import { stateRange } from './read-state';
import { readDocumentHighlight, readHead, readHighlight, type Due, type ItemHead } from './stored';

/**
 * An item is stored as a head with the ids of its highlights, and each highlight under its own key, so that a
 * change writes only what changed. Without one of its highlights, it counts as absent.
 */

/** Records in the order of the keys; null for a missing one. */
export async function readItems(
  state: StateStore,
  itemKeys: readonly string[],
): Promise<readonly (ItemRecord | null)[]> {
  return withHighlights(state, await readHeads(state, itemKeys));
}

export async function recordOf(state: StateStore, itemKey: string): Promise<ItemRecord | null> {
  return (await readItems(state, [itemKey]))[0] ?? null;
}

/** The same without highlights, which is cheaper. */
export async function readHeads(
  state: StateStore,
  itemKeys: readonly string[],
): Promise<readonly (ItemHead | null)[]> {
  return (await state.getMany(itemKeys.map(keys.item))).map(readHead);
}

export async function headOf(state: StateStore, itemKey: string): Promise<ItemHead | null> {
  return (await readHeads(state, [itemKey]))[0] ?? null;
}

/** Single v2 highlights, in the given order. */
export async function readHighlights(
  state: StateStore,
  wanted: readonly { readonly itemKey: string; readonly id: string }[],
): Promise<readonly (Highlight | null)[]> {
  const parts = wanted.map(({ itemKey, id }) => highlightKey(itemKey, id));
  return (await state.getMany(parts.map(keys.highlight))).map(readHighlight);
}

/** As many highlights are read as one range, which IndexedDB answers sooner than a request for each. */
const MANY = 10;

const hasMany = ({ highlightIds, documentHighlightIds }: ItemHead): boolean =>
  highlightIds.length + documentHighlightIds.length >= MANY;

/** Adds the highlights to heads; null for a head without one of its highlights. */
export async function withHighlights(
  state: StateStore,
  heads: readonly (ItemHead | null)[],
): Promise<readonly (ItemRecord | null)[]> {
  const present = heads.filter((head) => head !== null);
  const wanted = present.filter((head) => !hasMany(head)).flatMap(partKeysOf);
  const values = wanted.length === 0 ? [] : await state.getMany(wanted.map(keys.highlight));
  const found = new Map(wanted.map((part, index) => [part, values[index]]));
  for (const { key } of present.filter(hasMany)) {
    for await (const parts of stateRange(state, keys.highlight(partsPrefix(key))))
      for (const part of parts) found.set(part.key.slice(prefixes.highlight.length), part.value);
  }
  return heads.map((head) => (head === null ? null : wholeRecord(head, (part) => found.get(part))));
}

const highlightKey = (itemKey: string, id: string): string => partKey(itemKey, `rw${id}`);
const documentHighlightKey = (itemKey: string, id: string): string => partKey(itemKey, `rd${id}`);

const partKeysOf = ({ key, highlightIds, documentHighlightIds }: ItemHead): readonly string[] => [
  ...highlightIds.map((id) => highlightKey(key, id)),
  ...documentHighlightIds.map((id) => documentHighlightKey(key, id)),
];

function wholeRecord(head: ItemHead, valueOf: (part: string) => unknown): ItemRecord | null {
  const { highlightIds, documentHighlightIds, ...rest } = head;
  const highlights = highlightIds
    .map((id) => readHighlight(valueOf(highlightKey(head.key, id))))
    .filter((highlight) => highlight !== null);
  const documentHighlights = documentHighlightIds
    .map((id) => readDocumentHighlight(valueOf(documentHighlightKey(head.key, id))))
    .filter((highlight) => highlight !== null);
  const isDamaged =
    highlights.length < highlightIds.length || documentHighlights.length < documentHighlightIds.length;
  return isDamaged ? null : { ...rest, highlights, documentHighlights };
}

type Part = Highlight | DocumentHighlight;

/** The highlights of a record by part key. */
function partsOf(record: ItemRecord | null, itemKey: string): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  for (const highlight of record?.highlights ?? []) parts.set(highlightKey(itemKey, highlight.id), highlight);
  for (const highlight of record?.documentHighlights ?? [])
    parts.set(documentHighlightKey(itemKey, highlight.id), highlight);
  return parts;
}

function headFrom({ highlights, documentHighlights, ...rest }: ItemRecord): ItemHead {
  return {
    ...rest,
    highlightIds: highlights.map(({ id }) => id),
    documentHighlightIds: documentHighlights.map(({ id }) => id),
  };
}

/** The changes that replace a stored record. Unchanged parts are the same objects in both. */
export function itemChanges(before: ItemRecord | null, after: ItemRecord): readonly StateChange[] {
  const changes: StateChange[] = [];
  if (before === null || !hasSameHead(before, after))
    changes.push({ put: keys.item(after.key), value: headFrom(after) });
  const old = partsOf(before, after.key);
  const parts = partsOf(after, after.key);
  for (const [part, value] of parts)
    if (old.get(part) !== value) changes.push({ put: keys.highlight(part), value });
  for (const part of old.keys()) if (!parts.has(part)) changes.push({ remove: keys.highlight(part) });
  return changes;
}

const hasSameHead = (before: ItemRecord, after: ItemRecord): boolean =>
  before.revision === after.revision && JSON.stringify(headFrom(before)) === JSON.stringify(headFrom(after));

export const itemRemovals = (record: ItemRecord): readonly StateChange[] => [
  { remove: keys.item(record.key) },
  ...[...partsOf(record, record.key).keys()].map((part) => ({ remove: keys.highlight(part) })),
];

/** The old head and highlights that a change replaces, by part keys of the item. */
export function replacedValues(before: ItemRecord, after: ItemRecord): ReadonlyMap<string, unknown> {
  const parts = partsOf(after, after.key);
  const replaced = new Map<string, unknown>([[after.key, headFrom(before)]]);
  for (const [part, value] of partsOf(before, after.key))
    if (parts.get(part) !== value) replaced.set(part, value);
  return replaced;
}

/** An item whose note is to be written, and the ticket of the commit that made it due. */
export interface DueRecord {
  readonly record: ItemRecord;
  readonly ticket: number;
}

export interface DueItem extends DueRecord {
  /** The record from which its note was last written; null when that is the same or unknown. */
  readonly written: ItemRecord | null;
}

/** Adds the records from which the notes were last written: the present ones with their former values. */
export async function withWritten(
  state: StateStore,
  due: readonly (DueRecord & { readonly mark: Due })[],
): Promise<readonly DueItem[]> {
  const kept = due.flatMap(({ mark }) => mark.former ?? []);
  const values = kept.length === 0 ? [] : await state.getMany(kept.map(keys.former));
  const former = new Map(kept.map((part, index) => [part, values[index]]));
  return due.map(({ record, ticket }) => {
    const head = readHead(former.get(record.key));
    if (head === null) return { record, ticket, written: null };
    const parts = partsOf(record, record.key);
    // The head may still have the key of an item that was merged into this one.
    const written = wholeRecord({ ...head, key: record.key }, (part) => former.get(part) ?? parts.get(part));
    return { record, ticket, written };
  });
}
