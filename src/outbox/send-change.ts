import { highlightCalls, bookCalls, tagCalls, type TagOwner } from '../readwise/highlight-calls';
import { documentCalls } from '../readwise/document-calls';
import type { Change, Edit, OutboxEntry, TagEdits, Touched, ValueConflict, Values } from '../model/outbox';
import type { StateStore } from '../model/ports';
import type { ReadwiseClient } from '../readwise/client';
import { isReadwiseError, ReadwiseError } from '../readwise/readwise-error';
import type { Tag } from '../readwise/wire-fields';
import { pageOfDocument, pullHighlights } from '../readwise/fetch-pages';
import { checked, documentChange, highlightChange } from '../readwise/requests';
import { pagesOf } from '../readwise/page-walk';
import { knownUpTo } from '../store/read-state';
import { updateOutboxEntry, type Stores } from '../store/outbox-store';
import { compareFields, editedTags, tagSteps } from './compare';
import { bookValues, documentHighlightValues, documentValues, highlightValues } from './compare';

export interface SendContext extends Stores {
  readonly client: ReadwiseClient;
}

/** `discarded`: the person withdrew the change before anything was sent. */
export type Sent =
  | { readonly kind: 'sent'; readonly touched: Touched; readonly wasThere?: boolean }
  | { readonly kind: 'conflict'; readonly conflicts: readonly ValueConflict[] }
  | { readonly kind: 'gone' }
  | { readonly kind: 'discarded' };

/**
 * Sends one change. Reads the record first, so that nothing is sent twice after a crash or a lost answer, and
 * nothing that the person has not seen is overwritten. Throws a `ReadwiseError`.
 */
export async function sendChange(context: SendContext, entry: OutboxEntry): Promise<Sent> {
  const { change } = entry;
  if (change.kind === 'create-highlights') return createHighlights(context, entry, change);
  if (change.kind === 'save-document') return saveDocument(context, entry, change);
  try {
    return await changeRecord(context.client, entry, change);
  } catch (error) {
    // 410: the record existed once.
    if (isReadwiseError(error, 'rejected') && error.details.status === 410)
      return resultWhenGone(entry, change);
    throw error;
  }
}

type Creation = Extract<Change, { kind: 'create-highlights' }>;
type Saving = Extract<Change, { kind: 'save-document' }>;
type RecordChange = Exclude<Change, Creation | Saving>;

async function changeRecord(client: ReadwiseClient, entry: OutboxEntry, change: RecordChange): Promise<Sent> {
  const theirs = await valuesAtService(client, change);
  if (theirs === null) return resultWhenGone(entry, change);
  const { unsent, conflicts } = compareFields(change, entry.base, theirs);
  if (conflicts.length > 0) return { kind: 'conflict', conflicts };
  switch (change.kind) {
    case 'delete-highlight':
      if (isReaderHighlight(change.anchor)) await client.send(documentCalls.remove(idOf(change.anchor)));
      else await client.send(highlightCalls.remove(idOf(change.anchor)));
      return resultWhenGone(entry, change);
    case 'delete-document':
      await client.send(documentCalls.remove(change.id));
      return resultWhenGone(entry, change);
    case 'edit-highlight':
    case 'edit-item': {
      const exists = await edit(client, { change, unsent, theirs });
      return exists ? { kind: 'sent', touched: entry.touched } : { kind: 'gone' };
    }
  }
}

/** The record does not exist: for a deletion, that is success. */
function resultWhenGone({ touched }: OutboxEntry, change: RecordChange): Sent {
  if (change.kind === 'delete-document')
    return { kind: 'sent', touched: { ...touched, documents: [], deleted: [change.id] } };
  if (change.kind !== 'delete-highlight') return { kind: 'gone' };
  const deleted = isReaderHighlight(change.anchor) ? [idOf(change.anchor)] : [];
  return { kind: 'sent', touched: { ...touched, documents: [], deleted } };
}

const isReaderHighlight = (anchor: string): boolean => anchor.startsWith('rd');
const idOf = (anchor: string): string => anchor.slice(2);

interface Theirs extends Values {
  /** Only of v2 records. */
  readonly tagsWithIds?: readonly Tag[];
}

/** Null when the service has no such record. */
async function valuesAtService(client: ReadwiseClient, change: RecordChange): Promise<Theirs | null> {
  if ('anchor' in change && !isReaderHighlight(change.anchor)) {
    const highlight = await client.send(highlightCalls.get(idOf(change.anchor)));
    if (highlight === null) return null;
    return { ...highlightValues(highlight), tagsWithIds: highlight.tagsWithIds };
  }
  if (change.kind === 'edit-item' && change.item === 'book') {
    const book = await client.send(bookCalls.get(change.id));
    return book === null ? null : { ...bookValues(book), tagsWithIds: book.tagsWithIds };
  }
  const id = 'anchor' in change ? idOf(change.anchor) : change.id;
  const { documents, highlights, quarantined } = await pageOfDocument(client, id);
  const [document] = documents;
  const [highlight] = highlights;
  if (document !== undefined) return documentValues(document);
  if (highlight !== undefined) return documentHighlightValues(highlight);
  if (quarantined.length === 0) return null;
  throw new ReadwiseError('odd', `reading document ${id}`, { detail: 'the record cannot be read.' });
}

interface ToEdit {
  readonly change: Edit;
  readonly unsent: Readonly<Record<string, string>>;
  readonly theirs: Theirs;
}

/** Returns whether the record exists. */
function edit(client: ReadwiseClient, toEdit: ToEdit): Promise<boolean> {
  const { change } = toEdit;
  if (change.kind === 'edit-item' && change.item === 'book')
    return editTags(client, { kind: 'books', id: change.id }, toEdit);
  if (change.kind === 'edit-item') return editDocument(client, change.id, toEdit);
  if (isReaderHighlight(change.anchor)) return editDocument(client, idOf(change.anchor), toEdit);
  return editHighlight(client, idOf(change.anchor), toEdit);
}

async function editHighlight(client: ReadwiseClient, id: string, toEdit: ToEdit): Promise<boolean> {
  const { unsent } = toEdit;
  if (Object.keys(unsent).length > 0) {
    const wanted = checked(highlightChange, unsent, 'changing a highlight');
    const changed = await client.send(highlightCalls.update(id, wanted));
    if (changed === null) return false;
  }
  return editTags(client, { kind: 'highlights', id }, toEdit);
}

/** Finds tags by name: their ids differ from record to record, so they are looked up each time. */
async function editTags(
  client: ReadwiseClient,
  owner: TagOwner,
  { change: { tags: edits }, unsent, theirs }: ToEdit,
): Promise<boolean> {
  if (edits === undefined) return true;
  // A note that was just sent may have added tags.
  const known = Object.keys(unsent).length === 0 ? (theirs.tagsWithIds ?? []) : [];
  const current = (await editsOneKnownTag(client, owner, { edits, known }))
    ? known
    : await listTags(client, owner);
  const ids = new Map(current.map(({ name, id }) => [name.trim(), id]));
  const idOfTag = (name: string): string => ids.get(name.trim()) ?? '';
  const steps = tagSteps(edits, [...ids.keys()]);
  for (const { from, to } of steps.rename)
    await client.send(tagCalls.rename(owner, { id: idOfTag(from), name: to }));
  for (const name of steps.add) await client.send(tagCalls.create(owner, name));
  for (const name of steps.remove) await client.send(tagCalls.remove(owner, idOfTag(name)));
  return true;
}

async function listTags(client: ReadwiseClient, owner: TagOwner): Promise<readonly Tag[]> {
  const found: Tag[] = [];
  for await (const { entries } of pagesOf(client, tagCalls.list(owner, { pageSize: 1000 })))
    found.push(...entries);
  return found;
}

/** Whether the only edit renames or removes a tag that the record showed and that still has its name. */
async function editsOneKnownTag(
  client: ReadwiseClient,
  owner: TagOwner,
  { edits, known }: { readonly edits: TagEdits; readonly known: readonly Tag[] },
): Promise<boolean> {
  const [wanted, ...others] = [...edits.remove, ...edits.rename.map(({ from }) => from)];
  if (wanted === undefined || others.length + edits.add.length > 0) return false;
  const shown = known.find(({ name }) => name.trim() === wanted.trim());
  if (shown === undefined) return false;
  const tag = await client.send(tagCalls.get(owner, shown.id));
  return tag?.name.trim() === wanted.trim();
}

async function editDocument(
  client: ReadwiseClient,
  id: string,
  { change, unsent, theirs }: ToEdit,
): Promise<boolean> {
  const edited = change.tags === undefined ? null : editedTags(change.tags, theirs.tags);
  const body = edited === null ? unsent : { ...unsent, tags: edited };
  if (Object.keys(body).length === 0) return true;
  const wanted = checked(documentChange, body, 'changing a document');
  return (await client.send(documentCalls.update(id, wanted))) !== null;
}

const HIGHLIGHTS_PER_REQUEST = 100;

/** After a first try, looks for the highlights by address (deleted ones too), and sends only those missing. */
async function createHighlights(
  { state, outbox, client }: SendContext,
  entry: OutboxEntry,
  { highlights }: Creation,
): Promise<Sent> {
  const { attempt } = entry;
  const since = attempt === undefined ? await knownUpTo(state) : attempt.since;
  const known = attempt === undefined ? NONE_CREATED : await findCreated(client, { highlights, since });
  if (!(await markAttempt(outbox, entry.id, since))) return { kind: 'discarded' };
  const missing = highlights.filter(({ highlightUrl = '' }) => !known.urls.has(highlightUrl));
  const books = new Set(known.books);
  for (let start = 0; start < missing.length; start += HIGHLIGHTS_PER_REQUEST) {
    const results = await client.send(
      highlightCalls.create(missing.slice(start, start + HIGHLIGHTS_PER_REQUEST)),
    );
    for (const { book } of results) books.add(book.bookId);
  }
  return { kind: 'sent', touched: { books: [...books], documents: [], deleted: [] } };
}

/** Records that the change may reach the service from now on; false if the person has discarded it. */
async function markAttempt(outbox: StateStore, id: string, since: string | null): Promise<boolean> {
  return (await updateOutboxEntry(outbox, id, (entry) => ({ ...entry, attempt: { since } }))) !== null;
}

interface Created {
  readonly urls: ReadonlySet<string>;
  readonly books: ReadonlySet<string>;
}

const NONE_CREATED: Created = { urls: new Set(), books: new Set() };

async function findCreated(
  client: ReadwiseClient,
  { highlights, since }: Pick<Creation, 'highlights'> & { readonly since: string | null },
): Promise<Created> {
  const wanted = new Set(highlights.map(({ highlightUrl }) => highlightUrl));
  const urls = new Set<string>();
  const books = new Set<string>();
  for await (const page of pullHighlights(client, { updatedAfter: since ?? undefined })) {
    for (const { book, highlights: found } of page.books) {
      const urlsHere = found.map(({ url }) => url).filter((url) => wanted.has(url));
      urlsHere.forEach((url) => urls.add(url));
      if (urlsHere.length > 0) books.add(book.id);
    }
  }
  return { urls, books };
}

/** The address is the document's identity: saving it again creates no second one. */
async function saveDocument(
  { outbox, client }: SendContext,
  entry: OutboxEntry,
  { document }: Saving,
): Promise<Sent> {
  const wasTried = entry.attempt !== undefined;
  if (!(await markAttempt(outbox, entry.id, null))) return { kind: 'discarded' };
  const { id, created } = await client.send(documentCalls.save(document));
  const touched = { books: [], documents: [id], deleted: [] };
  return { kind: 'sent', touched, ...(created || wasTried ? {} : { wasThere: true }) };
}
