import type { StateStore } from '../../model/ports';
import type { AwaitedDeletion } from '../../model/report';
import { titleOf } from '../../notes/names/naming';
import { documentKey } from '../../model/record';
import { recordOf } from '../../store/library';
import { keys } from '../../store/keys';
import { readDocumentId, readNotePlace } from '../../store/stored';
import { readOne } from '../../store/read-state';
import { candidatesOf } from './audit-register';

/** The documents that seem to be deleted at the service and wait to be looked up again. */
export async function readAwaitedDeletions(state: StateStore): Promise<readonly AwaitedDeletion[]> {
  const awaited: AwaitedDeletion[] = [];
  for (const { id, absentAt } of await candidatesOf(state)) {
    const entry = await readOne(state, keys.documentId(id), readDocumentId);
    const itemKey = entry?.key ?? documentKey(id);
    const record = await recordOf(state, itemKey);
    const place = await readOne(state, keys.note(itemKey), readNotePlace);
    const title = record === null ? '' : titleOf(record);
    awaited.push({ id, path: place?.path ?? null, title, since: absentAt });
  }
  return awaited;
}
