import { itemKeyOf } from '../../model/note-part';
import type { StateChange, StateStore, Vault } from '../../model/ports';
import { keys } from '../../store/keys';
import { missingNotes, putPlace } from '../../store/note-places';
import type { Replica } from '../../store/replica';
import { visibilityCheck } from './vault-health';

/**
 * Finds notes that counted as deleted by the user and are in the vault again, wherever that is. Their items
 * become due, because the notes missed what has changed since. Without such notes nobody looks at the vault.
 */
export async function reinstateReturnedNotes({
  vault,
  state,
  replica,
}: {
  readonly vault: Pick<Vault, 'survey'>;
  readonly state: StateStore;
  readonly replica: Replica;
}): Promise<void> {
  const missing = [...(await missingNotes(state))].map(([noteKey, path]) => ({ noteKey, path }));
  if (missing.length === 0) return;
  const returned = missing.filter(visibilityCheck(await vault.survey()));
  if (returned.length === 0) return;
  const places = returned.flatMap(({ noteKey, path }): readonly StateChange[] => [
    putPlace(noteKey, { path }),
    { remove: keys.missing(noteKey) },
  ]);
  await replica.makeDue([...new Set(returned.map(({ noteKey }) => itemKeyOf(noteKey)))], places);
}
