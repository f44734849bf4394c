import { type OpenConflict, readConflicts } from '../../sync/journal/run-history';
import {
  findConflicts,
  resolveConflict,
  type NoteConflict,
  type Resolution,
} from '../../merge/resolve-conflict';
import { itemKeyOf } from '../../model/note-part';
import { type LocatedNote, lastPathOf, noteAtHand } from '../../sync/plan/locate-note';
import { marks } from '../../notes/template/built-in-templates';
import { NoteNotHereError, type StateStore, type Vault } from '../../model/ports';
import { keys } from '../../store/keys';
import { identityOfNote } from '../../sync/plan/note-identity';
import { readRecord, readNotePlace } from '../../store/stored';

/** A note that still has conflict callouts of a merge. */
export interface ConflictedNote {
  readonly path: string;
  readonly conflicts: readonly NoteConflict[];
}

export interface ConflictHost {
  readonly vault: Vault;
  readonly state: StateStore;
}

/** Notes in which runs found conflicts and that still have a callout, the latest first. */
export async function openConflicts({ vault, state }: ConflictHost): Promise<readonly ConflictedNote[]> {
  const found: ConflictedNote[] = [];
  for (const reported of await readConflicts(state)) {
    const note = await noteOf({ vault, state }, reported);
    const conflicts = note === null ? [] : findConflicts(note.text, marks.conflict);
    if (note !== null && conflicts.length > 0) found.push({ path: note.path, conflicts });
  }
  return found;
}

/** Looks at the note's last known path, then searches the vault by identity. */
async function noteOf(
  { vault, state }: ConflictHost,
  { noteKey, path: reportedPath }: OpenConflict,
): Promise<LocatedNote | null> {
  const [place, stored] = await state.getMany([keys.note(noteKey), keys.item(itemKeyOf(noteKey))]);
  const record = readRecord(stored);
  if (record === null) return null;
  try {
    return await noteAtHand(vault, {
      identity: identityOfNote(record, noteKey),
      place: lastPathOf(readNotePlace(place) ?? undefined) ?? reportedPath,
    });
  } catch (error) {
    // The note is only in the cloud, so its conflicts cannot be settled yet.
    if (error instanceof NoteNotHereError) return null;
    throw error;
  }
}

/** The note's text before and after a conflict was settled, for undo. */
export interface Settled {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Null if the conflict is no longer in the note. */
export async function settleConflict(
  vault: Vault,
  {
    path,
    conflict,
    resolution,
  }: { readonly path: string; readonly conflict: NoteConflict; readonly resolution: Resolution },
): Promise<Settled | null> {
  let settled: Settled | null = null;
  const result = await vault.update(path, (before) => {
    const after = resolveConflict(before, { conflict, resolution, conflictMark: marks.conflict });
    settled = after === null ? null : { path, before, after };
    return after ?? before;
  });
  return result === 'written' ? settled : null;
}

/** Restores the text from before, unless the note has changed since. */
export async function undoSettling(
  vault: Vault,
  { path, before, after }: Settled,
): Promise<'undone' | 'changed'> {
  const result = await vault.update(path, (text) => (text === after ? before : text));
  return result === 'written' ? 'undone' : 'changed';
}
