import {
  findConflicts,
  resolveConflict,
  type NoteConflict,
  type Resolution,
} from '../../merge/resolve-conflict';
import type { StateStore, Vault } from '../../model/ports';
import { marks } from '../../notes/template/built-in-templates';
import { compareText } from '../../model/record';
import { storedFileMarks } from '../../store/file-marks';
import { readNote } from '../../store/note-places';

/** A note that still has conflict callouts of a merge. */
export interface ConflictedNote {
  readonly path: string;
  readonly conflicts: readonly NoteConflict[];
}

/**
 * All notes with conflict callouts, by path, whatever this device knows of their items. Notes without any that have
 * not changed since a sync last read or wrote them are not opened.
 */
export async function openConflicts({
  vault,
  state,
}: {
  readonly vault: Vault;
  readonly state: StateStore;
}): Promise<readonly ConflictedNote[]> {
  const paths = (await vault.survey()).map(({ path }) => path).sort(compareText);
  const present = await vault.fileMarks(paths);
  const known = await storedFileMarks(state, 'files');
  const conflicted = await storedFileMarks(state, 'conflicts');
  const found: ConflictedNote[] = [];
  for (const path of paths) {
    const mark = present.get(path);
    if (mark !== undefined && mark === known.get(path) && mark !== conflicted.get(path)) continue;
    const { text } = await readNote(vault, path);
    const conflicts = text === null ? [] : findConflicts(text, marks.conflict);
    if (conflicts.length > 0) found.push({ path, conflicts });
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
