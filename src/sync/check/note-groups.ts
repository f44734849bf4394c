import { addToList } from '../../core/add-to-list';
import { itemKeyOf, partKey } from '../../core/layout/note-part';
import { IDENTITY_PROPERTIES } from '../../core/note/note';
import { wellFormed } from '../../core/check/check-note';
import type { NoteIds } from '../../core/views/item-links';
import type { SurveyedNote, Vault } from '../../ports';
import type { Holdings } from './holdings';
import type { NotePlace } from '../state/stored';
import type { Pace } from '../../pace';
import { readNote } from './read-note';

/** A note of the vault, and what this device says it is of. */
export interface KnownNote {
  readonly note: SurveyedNote;
  readonly ids: NoteIds;
  /** Null: of nothing that this device holds. */
  readonly noteKey: string | null;
  /** The property that names a second item; null where none does. */
  readonly foreignId: string | null;
}

/** Notes of the same thing: more than one are too many. */
export interface NoteGroup {
  /** Null where this device does not hold what it is. */
  readonly noteKey: string | null;
  readonly notes: readonly [KnownNote, ...KnownNote[]];
}

/** What tells of what a note is. */
interface Known {
  readonly vault: Pick<Vault, 'read'>;
  readonly holdings: Holdings;
  readonly places: ReadonlyMap<string, NotePlace>;
}

/** In the order of the items' keys: neighbours are read together. */
export async function groupNotes(
  survey: readonly SurveyedNote[],
  { pace, ...known }: Known & { readonly pace: Pace },
): Promise<readonly NoteGroup[]> {
  const groups = new Map<string, { noteKey: string | null; notes: [KnownNote, ...KnownNote[]] }>();
  const lastAt = new Map([...known.places].map(([noteKey, { path }]) => [path, noteKey]));
  for (const note of survey) {
    await pace.breathe();
    const named = await knownNote(note, known);
    const hasId = Object.values(named.ids).some((id) => id !== null);
    // Ids that are none say nothing; where the note stands does.
    const told = hasId ? named : { ...named, noteKey: lastAt.get(note.path) ?? null };
    const mark = told.noteKey ?? JSON.stringify([told.ids, hasId ? '' : note.path]);
    const group = groups.get(mark);
    if (group === undefined) groups.set(mark, { noteKey: told.noteKey, notes: [told] });
    else group.notes.push(told);
  }
  return inItemOrder([...groups.values()], known.holdings);
}

/** Those of nothing that is held come last. The items are in order already: to sort thousands of groups is work in one go. */
function inItemOrder(groups: readonly NoteGroup[], { kinds }: Holdings): readonly NoteGroup[] {
  const byItem = new Map<string, NoteGroup[]>();
  const others: NoteGroup[] = [];
  for (const group of groups) {
    const itemKey = itemOf(group);
    if (itemKey !== null && kinds.has(itemKey)) addToList(byItem, itemKey, group);
    else others.push(group);
  }
  return [...[...kinds.keys()].flatMap((itemKey) => byItem.get(itemKey) ?? []), ...others];
}

/** Key of the item that a group's notes are of. */
export const itemOf = ({ noteKey }: Pick<NoteGroup, 'noteKey'>): string | null =>
  noteKey === null ? null : itemKeyOf(noteKey);

async function knownNote(note: SurveyedNote, known: Known): Promise<KnownNote> {
  const { holdings } = known;
  const ids = wellFormed(note);
  if (ids.partId !== null) {
    const part = holdings.part(ids.partId);
    return { note, ids, noteKey: part === null ? null : partKey(part.itemKey, ids.partId), foreignId: null };
  }
  const [first = null, second = null] = await holdings.itemsOf(ids);
  if (first === null || second === null) return { note, ids, noteKey: first, foreignId: null };
  const isSecond = await isOfSecond(note, [first, second], known);
  return {
    note,
    ids,
    noteKey: isSecond ? second : first,
    foreignId: isSecond ? IDENTITY_PROPERTIES.document : IDENTITY_PROPERTIES.book,
  };
}

/** Of two items that a note names, it is that of the one whose note stood here; where the person moved it, of the one whose blocks it has. */
async function isOfSecond(
  { path }: SurveyedNote,
  [first, second]: readonly [string, string],
  { vault, holdings, places }: Known,
): Promise<boolean> {
  const stoodHere = (itemKey: string): boolean => places.get(itemKey)?.path === path;
  if (stoodHere(first) !== stoodHere(second)) return stoodHere(second);
  const text = (await readNote(vault, path)).text ?? '';
  return (await holdings.hasBlocksIn(text, second)) && !(await holdings.hasBlocksIn(text, first));
}

/** Keys of the items that have a note of the whole. */
export const itemsWithNotes = (groups: readonly NoteGroup[]): ReadonlySet<string> =>
  new Set(
    groups.flatMap(({ noteKey }) => (noteKey === null || noteKey !== itemKeyOf(noteKey) ? [] : [noteKey])),
  );
