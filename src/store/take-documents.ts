import type { Document, DocumentHighlight, DocumentNote } from '../model/model';
import type { StateChange, StateStore } from '../model/ports';
import { documentKey, newerDocument, removeDocumentPart, type RecordChange } from '../model/record';
import type { DocumentPage } from '../readwise/pages';
import { keys } from './keys';
import type { PageChanges } from './page-changes';
import { orphanKeys, registerSeen } from './register';
import { readOne } from './read-state';
import { readDocumentId, readDocumentIds, readOrphan, readText } from './stored';

/** Takes a page of v3 records: documents, their highlights, and notes, which may come before their highlights. */
export async function takeDocuments(changes: PageChanges, page: DocumentPage): Promise<void> {
  const { state } = changes;
  const parents = await parentsOf(state, page);
  const onPage = new Set(page.highlights.map(({ id }) => id));
  const foundOrphans =
    onPage.size === 0 ? [] : await orphanKeys(state, ({ highlightId }) => onPage.has(highlightId));
  const earlierNotes = (await state.getMany(foundOrphans)).flatMap((value) => readOrphan(value) ?? []);
  const orphans = await newOrphans(state, page, parents);
  const byItem = changesByItem(page, [...earlierNotes, ...page.notes], parents);
  await changes.read([...byItem.keys()]);
  for (const [itemKey, change] of byItem) changes.change(itemKey, change, page.serverDate);
  await joinBooks(changes, page.highlights);
  changes.add(
    ...foundOrphans.map((key) => ({ remove: key })),
    ...orphans.map((note) => ({ put: keys.orphan(note.highlightId, note.id), value: note })),
    ...(await registerSeen(state, { page, parents, earlierNotes })),
  );
}

/** Notes without their highlight that are new, or differ from the stored ones. */
async function newOrphans(
  state: StateStore,
  { notes }: DocumentPage,
  parents: ReadonlyMap<string, string>,
): Promise<readonly DocumentNote[]> {
  const orphans = notes.filter(({ highlightId }) => !parents.has(highlightId));
  if (orphans.length === 0) return [];
  const stored = await state.getMany(orphans.map(({ id, highlightId }) => keys.orphan(highlightId, id)));
  return orphans.filter(({ text, updatedAt }, index) => {
    const known = readOrphan(stored[index]);
    return known === null || known.text !== text || known.updatedAt !== updatedAt;
  });
}

/** Removes v3 records whose deletion is confirmed, with their texts. */
export async function removeDocuments(changes: PageChanges, ids: readonly string[]): Promise<void> {
  const { state } = changes;
  const entries = (await state.getMany(ids.map(keys.documentId))).map(readDocumentId);
  await changes.read(entries.flatMap((entry) => (entry === null ? [] : [entry.key])));
  for (const [index, id] of ids.entries()) {
    const entry = entries[index] ?? null;
    if (entry !== null) changes.replace(entry.key, (record) => removeDocumentPart(record, id));
  }
  const known = entries.filter((entry) => entry !== null).length;
  const held = await readOne(state, keys.documentIds, readDocumentIds);
  const orphans = await orphanKeys(state, ({ noteId }) => ids.includes(noteId));
  const removed = ids.flatMap((id) => [keys.documentId(id), keys.text(id), keys.wanted('text', id)]);
  changes.add(...[...orphans, ...removed].map((key): StateChange => ({ remove: key })), {
    put: keys.documentIds,
    value: { ...held, held: held.held - known },
  });
}

/** Item keys of the highlights on a page and of those that its notes belong to, by highlight id. */
async function parentsOf(
  state: StateStore,
  { highlights, notes }: DocumentPage,
): Promise<ReadonlyMap<string, string>> {
  const parents = new Map(highlights.map(({ id, documentId }) => [id, documentKey(documentId)]));
  const others = [...new Set(notes.map(({ highlightId }) => highlightId))].filter((id) => !parents.has(id));
  const entries = (await state.getMany(others.map(keys.documentId))).map(readDocumentId);
  for (const [index, id] of others.entries()) {
    const itemKey = entries[index]?.key ?? '';
    if (itemKey !== '') parents.set(id, itemKey);
  }
  return parents;
}

/** A book for which the service names no document joins the document of one of its highlights. */
async function joinBooks(changes: PageChanges, highlights: readonly DocumentHighlight[]): Promise<void> {
  const stored = await changes.state.getMany(highlights.map(({ id }) => keys.readerHighlight(id)));
  for (const [index, { documentId }] of highlights.entries()) {
    const from = readText(stored[index]);
    if (from === null) continue;
    const into = documentKey(documentId);
    await changes.read([from, into]);
    const book = changes.latest(from)?.book ?? null;
    if (book !== null) changes.joinBook(into, { from, bookId: book.id });
  }
}

interface DocumentChange {
  document?: Document;
  readonly documentHighlights: DocumentHighlight[];
  readonly documentNotes: DocumentNote[];
}

/** What a page of v3 records changes, by item. `parents` has the item of each highlight by its id. */
function changesByItem(
  page: DocumentPage,
  notes: readonly DocumentNote[],
  parents: ReadonlyMap<string, string>,
): ReadonlyMap<string, RecordChange> {
  const changes = new Map<string, DocumentChange>();
  const changeOf = (itemKey: string): DocumentChange => {
    const change = changes.get(itemKey) ?? { documentHighlights: [], documentNotes: [] };
    changes.set(itemKey, change);
    return change;
  };
  for (const document of page.documents) {
    const change = changeOf(documentKey(document.id));
    change.document = newerDocument(change.document ?? null, document, page.serverDate) ?? document;
  }
  for (const highlight of page.highlights)
    changeOf(documentKey(highlight.documentId)).documentHighlights.push(highlight);
  for (const note of notes) {
    const itemKey = parents.get(note.highlightId);
    if (itemKey !== undefined) changeOf(itemKey).documentNotes.push(note);
  }
  return changes;
}
