import { itemKeyOf, partIdOf, partKey, shownId } from '../../model/note-part';
import type { StateChange, StateStore } from '../../model/ports';
import { HighlightIndex } from '../../store/highlight-index';
import { keys } from '../../store/keys';
import { putPlace } from '../../store/note-places';
import { leavesItsPlace } from '../plan/plan';
import type { GoneNote } from '../plan/plan-context';
import type { Run } from '../run';
import type { ItemRemovals } from '../write/note-writer';
import { askGuard } from './removal-guard';

/**
 * Removes the notes of deleted items as the settings say: trash, archive, or mark. If too many would be
 * removed, none is, and the hold waits for the user; decisions about single notes take precedence.
 * @param now the service's time in milliseconds since the epoch; null if unknown
 */
export async function removeNotes(
  { deps: { state }, options, stats, decisions, writer }: Run,
  wanted: readonly ItemRemovals[],
  now: number | null,
): Promise<void> {
  const items = await withoutFollowed(wanted, state);
  const gone = items.flatMap(({ notes }) => notes);
  const found = firstSeen(gone);
  if (found.length > 0) await state.commit(found);
  const undecided = gone.filter(
    ({ noteKey, action }) => leavesItsPlace(action) && !decisions.isRemoval(noteKey),
  );
  const { hold, held, before, after } = await askGuard(undecided, {
    seen: new Set(gone.map(({ noteKey }) => shownId(noteKey))),
    state,
    now,
    allowed: options.maxDelete ?? null,
    later: new Set(options.decision?.kind === 'each' ? options.decision.later : []),
  });
  stats.hold = hold;
  if (before.length > 0) await state.commit(before);
  await writer.remove(items, (noteKey) => held.has(noteKey));
  if (after.length > 0) await state.commit(after);
}

/**
 * Notes that another device wrote are known from here on, so that the guard counts them and not only those that
 * this device wrote.
 */
const firstSeen = (gone: readonly GoneNote[]): readonly StateChange[] =>
  gone.flatMap(({ noteKey, action: { path }, place }) =>
    path !== '' && place === null ? [putPlace(noteKey, { path })] : [],
  );

/**
 * If a highlight moved to another book, that book has found its note by the highlight's id and taken it over. The
 * old book forgets it.
 */
async function withoutFollowed(
  items: readonly ItemRemovals[],
  state: StateStore,
): Promise<readonly ItemRemovals[]> {
  const gone = items.flatMap(({ notes }) => notes.map(({ noteKey }) => noteKey));
  const followed = new Set(await notesOfOtherBooks(gone, state));
  if (followed.size === 0) return items;
  await state.commit([...followed].map((noteKey) => ({ remove: keys.note(noteKey) })));
  return items.map((item) => ({
    ...item,
    notes: item.notes.filter(({ noteKey }) => !followed.has(noteKey)),
  }));
}

/** The notes of highlights whose note belongs to another book by now. */
async function notesOfOtherBooks(noteKeys: readonly string[], state: StateStore): Promise<readonly string[]> {
  const ofHighlights = noteKeys.filter((noteKey) => partIdOf(noteKey) !== null);
  if (ofHighlights.length === 0) return [];
  const parts = ofHighlights.map((noteKey) => partIdOf(noteKey) ?? '');
  const holders = await new HighlightIndex(state).itemsOf(parts);
  const elsewhere = ofHighlights.flatMap((noteKey, index) => {
    const part = parts[index] ?? '';
    const holder = holders.get(part) ?? itemKeyOf(noteKey);
    return holder === itemKeyOf(noteKey) ? [] : [{ noteKey, movedTo: keys.note(partKey(holder, part)) }];
  });
  if (elsewhere.length === 0) return [];
  const places = await state.getMany(elsewhere.map(({ movedTo }) => movedTo));
  return elsewhere.flatMap(({ noteKey }, index) => (places[index] === undefined ? [] : noteKey));
}
