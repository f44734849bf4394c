import {
  findConflicts,
  resolveConflict,
  type NoteConflict,
  type Resolution,
} from '../../merge/resolve-conflict';
import type { StateStore, Vault } from '../../model/ports';
import { marks } from '../../notes/template/built-in-templates';
import { readConflicts } from '../../sync/journal/run-history';
import { knownNote } from '../../sync/plan/known-note';

/** A note that still has conflict callouts of a merge. */
export interface ConflictedNote {
  readonly path: string;
  readonly conflicts: readonly NoteConflict[];
}

/** Notes in which runs found conflicts and that still have a callout, the latest first. */
export async function openConflicts(host: {
  readonly vault: Vault;
  readonly state: StateStore;
}): Promise<readonly ConflictedNote[]> {
  const found: ConflictedNote[] = [];
  for (const { noteKey } of await readConflicts(host.state)) {
    const note = await knownNote(host, noteKey);
    const conflicts = note === null ? [] : findConflicts(note.text, marks.conflict);
    if (note !== null && conflicts.length > 0) found.push({ path: note.path, conflicts });
  }
  return found;
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
