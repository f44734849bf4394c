import { itemKeyOf } from '../model/note-part';
import type { Touched, Values } from '../model/outbox';
import type { StateStore, Vault } from '../model/ports';
import type { ItemRecord } from '../model/record';
import { HighlightIndex } from '../store/highlight-index';
import { recordOf } from '../store/library';
import { keys } from '../store/keys';
import { noteKeysOfIds } from '../store/note-places';
import { readOne } from '../store/read-state';
import { readDocumentId } from '../store/stored';
import { identityIn } from '../sync/plan/note-identity';
import { bookValues, documentHighlightValues, documentValues, highlightValues } from './compare';

/** What can be changed at the service, with its values as this device knows them. */
export interface Target {
  readonly kind: 'highlight' | 'document' | 'book';
  /** The anchor of a highlight (`rw<id>`, `rd<id>`), else the id. */
  readonly id: string;
  readonly itemKey: string;
  readonly values: Values;
  /** What to fetch again after changing the target. */
  readonly touched: Touched;
}

/**
 * Finds a target by what a person enters: an anchor, the id of a book or document, or the path of a note.
 * Null when the device knows no such thing.
 */
export async function findTarget(
  { state, vault }: { readonly state: StateStore; readonly vault: Pick<Vault, 'read'> },
  name: string,
): Promise<Target | null> {
  const known = await targetOf(state, name);
  if (known !== null) return known;
  const text = name.endsWith('.md') ? await vault.read(name) : null;
  if (text === null) return null;
  const { partId, documentId, bookId } = identityIn(text);
  const id = partId ?? documentId ?? bookId;
  return id === null ? null : targetOf(state, id);
}

/** The target with this anchor or id; null when the device knows no such thing. */
export async function targetOf(state: StateStore, id: string): Promise<Target | null> {
  if (/^rw\d+$/.test(id)) {
    const itemKey = (await new HighlightIndex(state).itemsOf([id])).get(id);
    const record = itemKey === undefined ? null : await recordOf(state, itemKey);
    return record === null ? null : highlightTarget(record, id);
  }
  return (await readerHighlight(state, id)) ?? itemTarget(state, id);
}

function highlightTarget(record: ItemRecord, anchor: string): Target | null {
  const highlight = record.highlights.find((each) => !each.deleted && anchor === `rw${each.id}`);
  if (highlight === undefined || record.book === null) return null;
  // Its copy in Reader changes with it.
  const copy = record.documentHighlights.find(({ id, text, deleted }) => {
    if (deleted) return false;
    if (highlight.documentHighlightId !== null) return id === highlight.documentHighlightId;
    return text.trim() === highlight.text.trim();
  });
  return {
    kind: 'highlight',
    id: anchor,
    itemKey: record.key,
    values: highlightValues(highlight),
    touched: { books: [record.book.id], documents: copy === undefined ? [] : [copy.id], deleted: [] },
  };
}

async function readerHighlight(state: StateStore, anchor: string): Promise<Target | null> {
  if (!anchor.startsWith('rd')) return null;
  const id = anchor.slice('rd'.length);
  const entry = await readOne(state, keys.documentId(id), readDocumentId);
  const record = entry === null ? null : await recordOf(state, entry.key);
  const highlight = record?.documentHighlights.find((each) => each.id === id && !each.deleted);
  if (record === null || highlight === undefined) return null;
  return {
    kind: 'highlight',
    id: anchor,
    itemKey: record.key,
    values: documentHighlightValues(highlight),
    touched: { books: [], documents: [id], deleted: [] },
  };
}

/** A document, or a book that has none. */
async function itemTarget(state: StateStore, id: string): Promise<Target | null> {
  const [noteKey = null] = await noteKeysOfIds(state, [id]);
  const record = noteKey === null ? null : await recordOf(state, itemKeyOf(noteKey));
  if (record === null) return null;
  const { key: itemKey, document } = record;
  const book = record.book?.deleted === true ? null : record.book;
  const books = book === null ? [] : [book.id];
  if (document !== null)
    return {
      kind: 'document',
      id: document.id,
      itemKey,
      values: documentValues(document),
      touched: { books, documents: [document.id], deleted: [] },
    };
  if (book === null) return null;
  const touched = { books, documents: [], deleted: [] };
  return { kind: 'book', id: book.id, itemKey, values: bookValues(book), touched };
}
