import type { Document, DocumentHighlight, DocumentNote } from '../model/model';
import { documentKey, newerDocument, type RecordChange } from '../model/record';
import type { BookWithHighlights, DocumentPage } from '../readwise/pages';
import type { BookJoins, MovedAddress } from './book-joins';
import type { BookEntry, RecordBatch } from './record-batch';

/** A book keeps its document if the service no longer names it. */
export const entryOf = ({ book, highlights }: BookWithHighlights, joins: BookJoins): BookEntry => ({
  book: { ...book, documentId: joins.namedDocument(book.id) },
  highlights,
  key: joins.keyOf(book.id),
  from: joins.formerKeyOf(book.id),
});

/** The documents of a page with a new address. */
export function movedAddresses({ documents }: DocumentPage, batch: RecordBatch): readonly MovedAddress[] {
  const ids = [...new Set(documents.map(({ id }) => id))];
  const moves = ids.map((id) => {
    const key = documentKey(id);
    const from = batch.stored(key)?.document?.sourceUrl ?? '';
    return { id, from, to: batch.latest(key)?.document?.sourceUrl ?? '' };
  });
  return moves.filter(({ from, to }) => from !== to);
}

interface DocumentChange {
  document?: Document;
  readonly documentHighlights: DocumentHighlight[];
  readonly documentNotes: DocumentNote[];
}

/** What a page of v3 records changes, by item. `parents` has the item of each highlight by its id. */
export function groupByItem(
  page: DocumentPage,
  notes: readonly DocumentNote[],
  parents: ReadonlyMap<string, string>,
): ReadonlyMap<string, RecordChange> {
  const changes = new Map<string, DocumentChange>();
  const changeOf = (key: string): DocumentChange => {
    const change = changes.get(key) ?? { documentHighlights: [], documentNotes: [] };
    changes.set(key, change);
    return change;
  };
  for (const document of page.documents) {
    const change = changeOf(documentKey(document.id));
    change.document = newerDocument(change.document ?? null, document, page.serverDate) ?? document;
  }
  for (const highlight of page.highlights)
    changeOf(documentKey(highlight.documentId)).documentHighlights.push(highlight);
  for (const note of notes) {
    const key = parents.get(note.highlightId);
    if (key !== undefined) changeOf(key).documentNotes.push(note);
  }
  return changes;
}
