import { documentKey } from '../model/record';
import type { DocumentNote } from '../model/model';
import type { DeletionCandidate } from './deletion-candidates';
import type { StateChange, StateStore } from '../model/ports';
import type { DocumentPage } from '../readwise/pages';
import { WORD_ID } from '../readwise/wire-fields';
import { keys, prefixes } from './keys';
import { keyRange, stateRange } from './read-state';
import { readDocumentId, readDocumentIds, readCandidates, type DocumentIdEntry } from './stored';

/** A page of v3 records, for the register of ids, by which deletions are found. */
export interface SeenDocuments {
  readonly page: DocumentPage;
  /** Item keys by highlight id. */
  readonly parents: ReadonlyMap<string, string>;
  /** Notes of earlier pages whose highlight is on this page. */
  readonly earlierNotes: readonly DocumentNote[];
}

/** Registers all ids of a page as held and seen by the current crawl; none is a deletion candidate any more. */
export async function registerSeen(state: StateStore, seen: SeenDocuments): Promise<readonly StateChange[]> {
  const records = recordsOn(seen);
  const ids = [...records.keys()];
  const [counters, storedCandidates, ...known] = await state.getMany([
    keys.documentIds,
    keys.candidates,
    ...ids.map(keys.documentId),
  ]);
  const held = readDocumentIds(counters);
  const changes: StateChange[] = [];
  let added = 0;
  for (const [index, id] of ids.entries()) {
    const entry = readDocumentId(known[index]);
    const value: DocumentIdEntry = {
      key: '',
      updatedAt: null,
      ...entry,
      ...records.get(id),
      crawl: held.crawl,
    };
    if (entry === null) added += 1;
    if (entry === null || !isSame(entry, value)) changes.push({ put: keys.documentId(id), value });
  }
  if (added > 0) changes.push({ put: keys.documentIds, value: { ...held, held: held.held + added } });
  const candidates = readCandidates(storedCandidates);
  const left = candidates.filter(({ id }) => !records.has(id));
  if (left.length < candidates.length) changes.push(candidatesChange(left));
  return changes;
}

/** The entries for all ids of a page; records that could not be read have only their id. */
function recordsOn({
  page,
  parents,
  earlierNotes,
}: SeenDocuments): ReadonlyMap<string, Partial<DocumentIdEntry>> {
  const records = new Map<string, Partial<DocumentIdEntry>>();
  for (const { id } of page.quarantined) if (WORD_ID.test(id)) records.set(id, {});
  for (const { id, updatedAt, category } of page.documents)
    records.set(id, { key: documentKey(id), updatedAt, category });
  for (const { id, documentId, updatedAt } of page.highlights)
    records.set(id, { key: documentKey(documentId), updatedAt });
  for (const { id, highlightId, updatedAt } of [...earlierNotes, ...page.notes])
    records.set(id, { key: parents.get(highlightId) ?? '', updatedAt });
  return records;
}

const isSame = (left: DocumentIdEntry, right: DocumentIdEntry): boolean =>
  left.key === right.key &&
  left.crawl === right.crawl &&
  left.updatedAt === right.updatedAt &&
  left.category === right.category;

/** A part of the v3 list. */
export interface ListFilter {
  /** Null: all. */
  readonly category: string | null;
  /** Null: everything. */
  readonly updatedAfter: string | null;
}

/** How many of the held records each of the lists would contain. Reads the whole register. */
export async function countListed(
  state: StateStore,
  filters: readonly ListFilter[],
): Promise<readonly number[]> {
  const counts = filters.map(() => 0);
  for await (const entries of stateRange(state, prefixes.documentId)) {
    for (const { value } of entries) {
      const record = readDocumentId(value);
      if (record === null) continue;
      for (const [index, filter] of filters.entries())
        if (isListed(record, filter)) counts[index] = (counts[index] ?? 0) + 1;
    }
  }
  return counts;
}

function isListed(record: DocumentIdEntry, { category, updatedAfter }: ListFilter): boolean {
  if (category !== null && record.category !== category) return false;
  return updatedAfter === null || record.updatedAt === null || record.updatedAt > updatedAfter;
}

export const candidatesChange = (candidates: readonly DeletionCandidate[]): StateChange =>
  candidates.length === 0 ? { remove: keys.candidates } : { put: keys.candidates, value: candidates };

/** Keys of the stored notes that `isWanted` accepts; the highlight of such a note has not arrived yet. */
export async function orphanKeys(
  state: StateStore,
  isWanted: (orphan: { readonly highlightId: string; readonly noteId: string }) => boolean,
): Promise<readonly string[]> {
  const wanted: string[] = [];
  for await (const chunk of keyRange(state, prefixes.orphan)) {
    for (const key of chunk) {
      const [highlightId = '', noteId = ''] = key.slice(prefixes.orphan.length).split('/');
      if (isWanted({ highlightId, noteId })) wanted.push(key);
    }
  }
  return wanted;
}
