import type { StateChange, StateStore } from '../../model/ports';
import { itemKeyOf, partIdOf } from '../../model/note-part';
import type { UndoneCounts } from '../../model/report';
import { splitNote } from '../../notes/note/note';
import { nameableItem } from '../../notes/names/naming';
import { keys } from '../../store/keys';
import { readRecords } from '../../store/library';
import { notePlaces, readNote } from '../../store/note-places';
import { readText } from '../../store/stored';
import type { SyncDependencies } from '../context/sync-options';
import type { KnownNote } from './vault-health';

/** Notes that are as undo left them. No sync writes one before its item changes. */
export interface UndoneNotes {
  readonly removed: readonly KnownNote[];
  readonly reverted: readonly KnownNote[];
}

/** Those of items that the service still has. */
export async function findUndoneNotes(state: StateStore): Promise<UndoneNotes> {
  const places = [...(await notePlaces(state))];
  const removed = places.filter(([, { absence }]) => absence === 'undone');
  const reverted = places.filter(([, { isReverted }]) => isReverted === true);
  const known = (found: typeof places): readonly KnownNote[] =>
    found.map(([noteKey, { path }]) => ({ noteKey, path }));
  return {
    removed: await notesAtService(state, known(removed)),
    reverted: await notesAtService(state, known(reverted)),
  };
}

/** Whether anything was undone on this device; on most there is nothing to look for. */
const wasAnyUndone = async (state: StateStore): Promise<boolean> =>
  (await state.getMany([keys.undone]))[0] !== undefined;

/** Null where there are none. Looks only on a device on which something was undone. */
export async function countUndoneNotes(state: StateStore): Promise<UndoneCounts | null> {
  if (!(await wasAnyUndone(state))) return null;
  const { removed, reverted } = await findUndoneNotes(state);
  return removed.length + reverted.length === 0
    ? null
    : { removed: removed.length, reverted: reverted.length };
}

/** Those of the items that have notes as undo left them, and the changes by which these are written again. */
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
 * Items whose notes got a highlight back by undo that another note has, too: it moved there at the service, and that
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
  const leftBehind: string[] = [];
  for (const [noteKey, { path, isReverted }] of places) {
    if (isReverted !== true || partIdOf(noteKey) !== null) continue;
    const { text } = await readNote(vault, path);
    const anchors = [...(splitNote(text ?? '').trailer?.blocks.keys() ?? [])];
    const holders = (await state.getMany(anchors.map(keys.highlight))).map(readText);
    if (holders.some((holder) => holder !== null && holder !== noteKey && !isAsUndone(holder)))
      leftBehind.push(noteKey);
  }
  return leftBehind;
}

/** Those of the notes whose items were not deleted at the service. */
export async function notesAtService(
  state: StateStore,
  notes: readonly KnownNote[],
): Promise<readonly KnownNote[]> {
  const records = await readRecords(
    state,
    notes.map(({ noteKey }) => itemKeyOf(noteKey)),
  );
  return notes.filter((_, index) => {
    const record = records[index] ?? null;
    return record !== null && nameableItem(record) !== null;
  });
}
