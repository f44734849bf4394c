import type { StateStore } from '../../model/ports';
import { titleOf } from '../../notes/names/naming';
import { headOf } from '../../store/item-records';
import { keys } from '../../store/keys';
import { readDocumentId } from '../../store/stored';
import { readOne } from '../../store/read-state';
import { candidatesOf } from './audit-register';

/** A document that seems to be deleted at the service; its note stays until a later sync has verified that. */
export interface PendingDeletion {
  readonly id: string;
  /** `''` when it is unknown. */
  readonly title: string;
  /** When the service did not find it, by its time, ISO 8601; null when it was not asked yet. */
  readonly absentAt: string | null;
}

/** The first `most` deletions that wait to be verified, and the number of all. */
export async function readPendingDeletions(
  state: StateStore,
  most: number,
): Promise<{ readonly count: number; readonly first: readonly PendingDeletion[] }> {
  const candidates = await candidatesOf(state);
  const first: PendingDeletion[] = [];
  for (const { id, absentAt } of candidates.slice(0, most))
    first.push({ id, title: await titleOfDocument(state, id), absentAt });
  return { count: candidates.length, first };
}

async function titleOfDocument(state: StateStore, id: string): Promise<string> {
  const entry = await readOne(state, keys.documentId(id), readDocumentId);
  const head = entry === null ? null : await headOf(state, entry.key);
  return head === null ? '' : titleOf(head);
}
