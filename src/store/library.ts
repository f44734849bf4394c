import type { HighlightChoice } from '../model/highlight-choice';
import { liveItem, type Scope } from '../model/item';
import type { Document, Highlight } from '../model/model';
import { partKey } from '../model/note-part';
import { Pace } from '../model/pace';
import type { Clock, StateStore } from '../model/ports';
import { bookKey, documentKey, type ItemRecord } from '../model/record';
import type { Rule } from '../model/rule-schema';
import { factsIn } from '../notes/layout/create-decide';
import type { ItemFacts } from '../notes/rules/item-facts';
import { keys, prefixes } from './keys';
import { stateRange } from './read-state';
import { readRecord, readText } from './stored';

/** Records in the order of the keys; null for a missing one. */
export async function readRecords(
  state: StateStore,
  itemKeys: readonly string[],
): Promise<readonly (ItemRecord | null)[]> {
  return (await state.getMany(itemKeys.map(keys.item))).map(readRecord);
}

export async function recordOf(state: StateStore, itemKey: string): Promise<ItemRecord | null> {
  return (await readRecords(state, [itemKey]))[0] ?? null;
}

/** Documents by their ids; those that the replica has. */
export async function documentsOf(
  state: StateStore,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Document>> {
  const records = await readRecords(state, ids.map(documentKey));
  return new Map(records.flatMap((record) => record?.document ?? []).map((each) => [each.id, each]));
}

/** Single v2 highlights, in the order of `wanted`; null for one that its item does not have. */
export async function readHighlights(
  state: StateStore,
  wanted: readonly { readonly itemKey: string; readonly id: string }[],
): Promise<readonly (Highlight | null)[]> {
  const itemKeys = [...new Set(wanted.map(({ itemKey }) => itemKey))];
  const records = await readRecords(state, itemKeys);
  const found = new Map<string, Highlight>();
  for (const [index, itemKey] of itemKeys.entries())
    for (const highlight of records[index]?.highlights ?? [])
      found.set(partKey(itemKey, highlight.id), highlight);
  return wanted.map(({ itemKey, id }) => found.get(partKey(itemKey, id)) ?? null);
}

/** The item keys of books; for a book with a document, the document's. */
export async function itemsOfBooks(
  state: StateStore,
  bookIds: readonly string[],
): Promise<readonly string[]> {
  const stored = await state.getMany(bookIds.map(keys.book));
  return bookIds.map((id, index) => readText(stored[index]) ?? bookKey(id));
}

const RECORDS_AT_ONCE = 50;

/** All records of the replica in key order, a few at a time. */
export async function* libraryRecords(state: StateStore, pace: Pace): AsyncGenerator<ItemRecord> {
  for await (const entries of stateRange(state, prefixes.item, RECORDS_AT_ONCE)) {
    for (const { value } of entries) {
      const record = readRecord(value);
      if (record !== null) yield record;
      await pace.yieldIfDue();
    }
  }
}

/** An item that gets a note with the highlights that the settings choose, or with those that a rule does. */
export interface LibraryEntry {
  readonly key: string;
  /** What rules see of it. */
  readonly facts: ItemFacts;
  /** Whether it gets a note without rules, or with the highlights that this one chooses. */
  readonly hasNote: (rule: Rule | null) => boolean;
}

/** Reads the replica in key order without blocking the app. Rejects with the signal's reason. */
export async function readLibrary(
  { state, clock }: { readonly state: StateStore; readonly clock: Clock },
  {
    scope,
    rules,
    signal,
    take,
  }: {
    readonly scope: Scope;
    readonly rules: readonly Rule[];
    readonly signal: AbortSignal;
    readonly take: (entry: LibraryEntry) => void;
  },
): Promise<void> {
  const choices = [scope.highlights, ...rules.flatMap(({ then }) => then.highlights ?? [])];
  const choiceBy = new Map(choices.map((choice) => [keyOf(choice), choice]));
  for await (const record of libraryRecords(state, new Pace(clock, signal))) {
    signal.throwIfAborted();
    const fitting = [...choiceBy].flatMap(([key, highlights]) =>
      liveItem(record, { ...scope, highlights }) === null ? [] : [key],
    );
    const hasNote = noteTest(fitting, scope.highlights);
    if (fitting.length > 0) take({ key: record.key, facts: factsIn(record, scope), hasNote });
  }
  signal.throwIfAborted();
}

/** Holds no record, so that a library of entries stays small. */
const noteTest =
  (fitting: readonly string[], general: HighlightChoice): LibraryEntry['hasNote'] =>
  (rule) =>
    [general, rule?.then.highlights ?? general].some((choice) => fitting.includes(keyOf(choice)));

/** Choices that say the same have one. */
const keyOf = (choice: HighlightChoice): string => JSON.stringify(choice);

/** The tags of all books and documents, sorted. Tags of highlights are left out: there may be too many. */
export async function tagsOfItems(state: StateStore, pace: Pace): Promise<readonly string[]> {
  const tags = new Set<string>();
  for await (const { book, document } of libraryRecords(state, pace))
    for (const tag of [...(book?.tags ?? []), ...(document?.tags ?? [])]) tags.add(tag);
  return [...tags].sort();
}
