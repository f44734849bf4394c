import type { HeldRecord } from './deletion-search';
import type { DeletionCandidate } from '../../store/deletion-candidates';
import type { StateChange, StateStore } from '../../model/ports';
import { candidatesChange } from '../../store/register';
import { keys, prefixes } from '../../store/keys';
import {
  readDocumentId,
  readDocumentIds,
  readCandidates,
  type DocumentIds,
  readNotePlace,
} from '../../store/stored';
import { readOne, stateRange } from '../../store/read-state';
import type { AwaitedDeletion } from '../../model/report';
import { titleOf } from '../../notes/names/naming';
import { documentKey, type ItemRecord } from '../../model/record';
import { recordOf } from '../../store/library';

/** Stored state of the audit: the known v3 ids with counters, and the candidates among them. */

export const readCounters = (state: StateStore): Promise<DocumentIds> =>
  readOne(state, keys.documentIds, readDocumentIds);

export const candidatesOf = (state: StateStore): Promise<readonly DeletionCandidate[]> =>
  readOne(state, keys.candidates, readCandidates);

/** Begins a full crawl: ids that it does not find keep an older number. Drops an unfinished one. */
export async function beginCrawl(state: StateStore): Promise<void> {
  const counters = await readCounters(state);
  await state.commit([
    { put: keys.documentIds, value: { ...counters, crawl: counters.crawl + 1 } satisfies DocumentIds },
    { remove: keys.crawl },
  ]);
}

/** Ends a crawl: ids that it did not find are candidates. Returns them. */
export async function endCrawl(state: StateStore): Promise<readonly string[]> {
  const { crawl } = await readCounters(state);
  const candidates = new Map((await candidatesOf(state)).map((candidate) => [candidate.id, candidate]));
  const before = candidates.size;
  const unlisted: string[] = [];
  for await (const entries of stateRange(state, prefixes.documentId)) {
    for (const { key, value } of entries) {
      if ((readDocumentId(value)?.crawl ?? crawl) >= crawl) continue;
      const id = key.slice(prefixes.documentId.length);
      unlisted.push(id);
      if (!candidates.has(id)) candidates.set(id, { id, absentAt: null });
    }
  }
  if (candidates.size > before) await state.commit([candidatesChange([...candidates.values()])]);
  return unlisted;
}

/** All known records except candidates. Reads the whole register. */
export async function heldRecords(state: StateStore): Promise<readonly HeldRecord[]> {
  const candidates = new Set((await candidatesOf(state)).map(({ id }) => id));
  const held: HeldRecord[] = [];
  for await (const entries of stateRange(state, prefixes.documentId)) {
    for (const { key, value } of entries) {
      const id = key.slice(prefixes.documentId.length);
      if (!candidates.has(id)) held.push({ id, updatedAt: readDocumentId(value)?.updatedAt ?? null });
    }
  }
  return held;
}

/** Any known id that is not a candidate; null if there is none. */
export async function someHeldId(
  state: StateStore,
  candidates: readonly DeletionCandidate[],
): Promise<string | null> {
  const ids = new Set(candidates.map(({ id }) => id));
  const some = await state.keys({ prefix: prefixes.documentId, limit: ids.size + 1 });
  return some.map((key) => key.slice(prefixes.documentId.length)).find((id) => !ids.has(id)) ?? null;
}

/** Changes that mark ids as found by the current crawl. */
export async function foundChanges(
  state: StateStore,
  ids: readonly string[],
): Promise<readonly StateChange[]> {
  const { crawl } = await readCounters(state);
  const entries = (await state.getMany(ids.map(keys.documentId))).map(readDocumentId);
  return ids.flatMap((id, index) => {
    const entry = entries[index] ?? null;
    if (entry === null || entry.crawl === crawl) return [];
    return [{ put: keys.documentId(id), value: { ...entry, crawl } }];
  });
}

/** What part of its item a v3 record is. */
function partOf(record: ItemRecord | null, id: string): Pick<AwaitedDeletion, 'kind' | 'text'> {
  const highlight = record?.documentHighlights.find((each) => each.id === id);
  if (highlight !== undefined) return { kind: 'highlight', text: highlight.text };
  const note = record?.documentNotes.find((each) => each.id === id);
  return note === undefined ? { kind: 'document', text: '' } : { kind: 'note', text: note.text };
}

/** The v3 records that seem to be deleted at the service and will be looked up again. */
export async function readAwaitedDeletions(state: StateStore): Promise<readonly AwaitedDeletion[]> {
  const awaited: AwaitedDeletion[] = [];
  for (const { id, absentAt } of await candidatesOf(state)) {
    const entry = await readOne(state, keys.documentId(id), readDocumentId);
    const itemKey = entry?.key ?? documentKey(id);
    const record = await recordOf(state, itemKey);
    const place = await readOne(state, keys.note(itemKey), readNotePlace);
    const title = record === null ? '' : titleOf(record);
    awaited.push({ id, ...partOf(record, id), path: place?.path ?? null, title, since: absentAt });
  }
  return awaited;
}
