import { itemKeyOf, partIdOf, partKey, shownId } from '../../model/note-part';
import type { StateChange, StateStore } from '../../model/ports';
import { keys } from '../../store/keys';
import { putPlace } from '../../store/note-places';
import { readOne } from '../../store/read-state';
import { readText } from '../../store/stored';
import { leavesItsPlace } from '../plan/plan';
import type { GoneNote } from '../plan/plan-context';
import type { Run } from '../run';
import type { ItemRemovals } from '../write/note-writer';
import { askGuard } from './removal-guard';

/**
 * Removes the notes of deleted items as the settings say: trash, archive, or mark. If too many would be
 * removed, none is, and the hold waits for the user; decisions about single notes come first.
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
 * Notes that another device wrote are known from here on, so that this one counts those of the vault, and not only
 * those of items that it has written.
 */
const firstSeen = (gone: readonly GoneNote[]): readonly StateChange[] =>
  gone.flatMap(({ noteKey, action: { path }, place }) =>
    path !== '' && place === null ? [putPlace(noteKey, { path })] : [],
  );

/**
 * The note of a highlight that moved to another book was found there by the id of the highlight, and is the note of
 * that book's by now. The old book forgets it.
 */
async function withoutFollowed(
  items: readonly ItemRemovals[],
  state: StateStore,
): Promise<readonly ItemRemovals[]> {
  const followed = new Set<string>();
  for (const { noteKey } of items.flatMap(({ notes }) => notes))
    if (await isOfOtherBook(noteKey, state)) followed.add(noteKey);
  if (followed.size === 0) return items;
  await state.commit([...followed].map((noteKey) => ({ remove: keys.note(noteKey) })));
  return items.map((item) => ({
    ...item,
    notes: item.notes.filter(({ noteKey }) => !followed.has(noteKey)),
  }));
}

async function isOfOtherBook(noteKey: string, state: StateStore): Promise<boolean> {
  const partId = partIdOf(noteKey);
  const holder = partId === null ? null : await readOne(state, keys.highlight(partId), readText);
  if (partId === null || holder === null || holder === itemKeyOf(noteKey)) return false;
  const [place] = await state.getMany([keys.note(partKey(holder, partId))]);
  return place !== undefined;
}
