import { itemKeyOf } from '../../model/note-part';
import type { StateChange, StateStore, Vault } from '../../model/ports';
import { readHeads } from '../../store/item-records';
import { keys } from '../../store/keys';
import { missingNotes, putPlace } from '../../store/note-places';
import type { Due } from '../../store/stored';
import { visibilityCheck, type KnownNote } from './vault-health';

/**
 * Finds notes that counted as deleted by the user and are in the vault again, wherever that is. Their items
 * become due, because the notes missed what has changed since. Without such notes nobody looks at the vault.
 */
export async function reinstateReturnedNotes({
  vault,
  state,
}: {
  readonly vault: Pick<Vault, 'survey'>;
  readonly state: StateStore;
}): Promise<void> {
  const missing = [...(await missingNotes(state))].map(([noteKey, path]) => ({ noteKey, path }));
  if (missing.length === 0) return;
  const returned = missing.filter(visibilityCheck(await vault.survey()));
  if (returned.length > 0) await state.commit(await reinstated(state, returned));
}

async function reinstated(state: StateStore, notes: readonly KnownNote[]): Promise<readonly StateChange[]> {
  const itemKeys = notes.map(({ noteKey }) => itemKeyOf(noteKey));
  const heads = await readHeads(state, itemKeys);
  const marks = await state.getMany(itemKeys.map(keys.due));
  return notes.flatMap(({ noteKey, path }, index): readonly StateChange[] => {
    const place = [putPlace(noteKey, { path }), { remove: keys.missing(noteKey) }];
    const head = heads[index] ?? null;
    if (head === null || marks[index] !== undefined) return place;
    const due: Due = { revision: head.revision };
    return [...place, { put: keys.due(itemKeyOf(noteKey)), value: due }];
  });
}
