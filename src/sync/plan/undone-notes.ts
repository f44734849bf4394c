import type { StateChange, StateStore } from '../../model/ports';
import { itemKeyOf, partIdOf } from '../../model/note-part';
import type { UndoneCounts } from '../../model/report';
import { splitNote } from '../../notes/note/note';
import { HighlightIndex } from '../../store/highlight-index';
import { keys } from '../../store/keys';
import { notePlaces, readNote } from '../../store/note-places';
import type { NotePlace } from '../../store/stored';
import type { SyncDependencies } from '../context/sync-options';
import { writableNotes, type RestoreHost } from './restorable-notes';
import type { KnownNote } from './vault-health';

/** Notes that are as undo left them. */
export interface UndoneNotes {
  /** No sync writes one of these before its item changes; a person can ask for it. */
  readonly removed: readonly KnownNote[];
  readonly reverted: readonly KnownNote[];
  /** Reverted notes that no sync writes: their items were deleted at the service, or are left out. */
  readonly kept: readonly KnownNote[];
}

export async function findUndoneNotes(host: RestoreHost): Promise<UndoneNotes> {
  const removed = await removedByUndo(host.state);
  const putBack = await notesWhere(host.state, ({ isReverted }) => isReverted === true);
  const reverted = await writableNotes(host, putBack);
  return {
    removed: await writableNotes(host, removed),
    reverted,
    kept: putBack.filter((note) => !reverted.includes(note)),
  };
}

/** Includes those that cannot be restored. */
export const removedByUndo = (state: StateStore): Promise<readonly KnownNote[]> =>
  notesWhere(state, ({ absence }) => absence === 'undone');

async function notesWhere(
  state: StateStore,
  isWanted: (place: NotePlace) => boolean,
): Promise<readonly KnownNote[]> {
  const places = [...(await notePlaces(state))].filter(([, place]) => isWanted(place));
  return places.map(([noteKey, { path }]) => ({ noteKey, path }));
}

/** Whether anything was undone on this device; on most, there is nothing to look for. */
const wasAnyUndone = async (state: StateStore): Promise<boolean> =>
  (await state.getMany([keys.undone]))[0] !== undefined;

/** Null if there are none. Looks only on devices where something was undone. */
export async function countUndoneNotes(host: RestoreHost): Promise<UndoneCounts | null> {
  if (!(await wasAnyUndone(host.state))) return null;
  const { removed, reverted } = await findUndoneNotes(host);
  return removed.length + reverted.length === 0
    ? null
    : { removed: removed.length, reverted: reverted.length };
}

/** The items that have notes as undo left them, and the changes by which those are written again. */
export async function undoneNotesOf(
  state: StateStore,
  itemKeys: ReadonlySet<string>,
): Promise<{ readonly itemKeys: readonly string[]; readonly changes: readonly StateChange[] }> {
  if (!(await wasAnyUndone(state))) return { itemKeys: [], changes: [] };
  const undone = [...(await notePlaces(state))].filter(
    ([noteKey, { absence, isReverted }]) =>
      itemKeys.has(itemKeyOf(noteKey)) && (absence === 'undone' || isReverted === true),
  );
  const removed = undone.filter(([, { absence }]) => absence === 'undone');
  return {
    itemKeys: [...new Set(undone.map(([noteKey]) => itemKeyOf(noteKey)))],
    changes: removed.map(([noteKey]) => ({ remove: keys.note(noteKey) })),
  };
}

/**
 * Items whose notes got a highlight back by undo that another note also has: it moved there at the service, and that
 * note was written since.
 */
export async function itemsLeftBehind({
  vault,
  state,
}: Pick<SyncDependencies, 'vault' | 'state'>): Promise<readonly string[]> {
  if (!(await wasAnyUndone(state))) return [];
  const places = await notePlaces(state);
  const isAsUndone = (noteKey: string): boolean => {
    const place = places.get(noteKey);
    return place === undefined || place.absence !== undefined || place.isReverted === true;
  };
  const index = new HighlightIndex(state);
  const leftBehind: string[] = [];
  for (const [noteKey, { path, isReverted }] of places) {
    if (isReverted !== true || partIdOf(noteKey) !== null) continue;
    const { text } = await readNote(vault, path);
    const anchors = [...(splitNote(text ?? '').trailer?.blocks.keys() ?? [])];
    const holders = [...(await index.itemsOf(anchors)).values()];
    if (holders.some((holder) => holder !== noteKey && !isAsUndone(holder))) leftBehind.push(noteKey);
  }
  return leftBehind;
}
