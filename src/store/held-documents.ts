import { documentKey } from '../model/record';
import type { DocumentNote } from '../model/model';
import type { DeletionCandidate } from '../model/deletion-candidates';
import type { StateChange, StateStore } from '../model/ports';
import type { DocumentPage } from '../readwise/pages';
import { WORD_ID } from '../readwise/fields';
import { keys, prefixes } from './keys';
import { stateRange } from './read-state';
import {
  readDocumentId,
  readDocumentIds,
  readOrphans,
  readCandidates,
  type DocumentIdEntry,
  type DocumentIds,
} from './stored';

/** What a page tells of v3 records, for the register by which deletions are found. */
export interface SeenDocuments {
  readonly page: DocumentPage;
  /** The items of highlights, by the highlight's id. */
  readonly parents: ReadonlyMap<string, string>;
  /** Notes of earlier pages whose highlight came with this one. */
  readonly adopted: readonly DocumentNote[];
}

/** The register's changes with a page: every id on it is held, was met by the crawl under way, and is no candidate. */
export async function registerSeen(state: StateStore, seen: SeenDocuments): Promise<readonly StateChange[]> {
  const lookups = seenOn(seen);
  const ids = [...lookups.keys()];
  const adopted = seen.adopted.filter(({ id }) => !lookups.has(id));
  const [counters, candidates, ...known] = await state.getMany([
    keys.documentIds,
    keys.candidates,
    ...[...ids, ...adopted.map(({ id }) => id)].map(keys.documentId),
  ]);
  const held = readDocumentIds(counters);
  const entries = known.map(readDocumentId);
  const writes = ids.flatMap((id, index) => {
    const entry = entries[index] ?? null;
    const next = {
      ...(entry ?? { key: '', updatedAt: null }),
      ...lookups.get(id),
      crawl: held.crawl,
    } satisfies DocumentIdEntry;
    return entry !== null && sameEntry(entry, next) ? [] : [{ put: keys.documentId(id), value: next }];
  });
  const homes = adopted.flatMap(({ id, highlightId }, index) => {
    const entry = entries[ids.length + index] ?? null;
    return entry === null
      ? []
      : [
          {
            put: keys.documentId(id),
            value: { ...entry, key: seen.parents.get(highlightId) ?? '' } satisfies DocumentIdEntry,
          },
        ];
  });
  const fresh = ids.filter((_, index) => entries[index] === null).length;
  const counted =
    fresh === 0
      ? []
      : [{ put: keys.documentIds, value: { ...held, held: held.held + fresh } satisfies DocumentIds }];
  return [...writes, ...homes, ...counted, ...exonerated(readCandidates(candidates), lookups)];
}

/** What is known of a record by its page; of one that could not be read, nothing but that it is there. */
type SeenRecord = Partial<Pick<DocumentIdEntry, 'key' | 'updatedAt'>>;

function seenOn({ page, parents }: SeenDocuments): ReadonlyMap<string, SeenRecord> {
  return new Map<string, SeenRecord>([
    ...page.quarantined.filter(({ id }) => WORD_ID.test(id)).map(({ id }) => [id, {}] as const),
    ...page.documents.map(({ id, updatedAt }) => [id, { key: documentKey(id), updatedAt }] as const),
    ...page.highlights.map(
      ({ id, documentId, updatedAt }) => [id, { key: documentKey(documentId), updatedAt }] as const,
    ),
    ...page.notes.map(
      ({ id, highlightId, updatedAt }) => [id, { key: parents.get(highlightId) ?? '', updatedAt }] as const,
    ),
  ]);
}

const sameEntry = (left: DocumentIdEntry, right: DocumentIdEntry): boolean =>
  left.key === right.key && left.crawl === right.crawl && left.updatedAt === right.updatedAt;

function exonerated(
  candidates: readonly DeletionCandidate[],
  seen: ReadonlyMap<string, unknown>,
): readonly StateChange[] {
  const left = candidates.filter(({ id }) => !seen.has(id));
  return left.length === candidates.length ? [] : [candidatesChange(left)];
}

export const candidatesChange = (candidates: readonly DeletionCandidate[]): StateChange =>
  candidates.length === 0 ? { remove: keys.candidates } : { put: keys.candidates, value: candidates };

/** The changes by which these notes wait for their highlights no more. */
export async function orphansWithout(
  state: StateStore,
  ids: ReadonlySet<string>,
): Promise<readonly StateChange[]> {
  const changes: StateChange[] = [];
  for await (const entries of stateRange(state, prefixes.orphan)) {
    for (const { key, value } of entries) {
      const waiting = readOrphans(value) ?? [];
      const left = waiting.filter(({ id }) => !ids.has(id));
      if (left.length < waiting.length)
        changes.push(left.length === 0 ? { remove: key } : { put: key, value: left });
    }
  }
  return changes;
}
