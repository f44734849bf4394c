import { itemKeyOf, partKey } from '../../core/layout/note-part';
import { IDENTITY_PROPERTIES } from '../../core/note/note';
import { wellFormed } from '../../core/check/check-note';
import type { NoteIds } from '../../core/views/item-links';
import type { SurveyedNote } from '../../ports';
import type { Holdings } from './holdings';
import type { NotePlace } from '../state/stored';
import type { Pace } from '../../pace';

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

export async function groupNotes(
  survey: readonly SurveyedNote[],
  { holdings, places, pace }: { readonly holdings: Holdings; readonly places: ReadonlyMap<string, NotePlace>; readonly pace: Pace },
): Promise<readonly NoteGroup[]> {
  const groups = new Map<string, { noteKey: string | null; notes: [KnownNote, ...KnownNote[]] }>();
  const lastAt = new Map([...places].map(([noteKey, { path }]) => [path, noteKey]));
  for (const note of survey) {
    await pace.breathe();
    const named = await knownNote(note, holdings, places);
    const hasId = Object.values(named.ids).some((id) => id !== null);
    // Ids that are none say nothing; where the note stands does.
    const known = hasId ? named : { ...named, noteKey: lastAt.get(note.path) ?? null };
    const mark = known.noteKey ?? JSON.stringify([known.ids, hasId ? '' : note.path]);
    const group = groups.get(mark);
    if (group === undefined) groups.set(mark, { noteKey: known.noteKey, notes: [known] });
    else group.notes.push(known);
  }
  return [...groups.values()];
}

async function knownNote(note: SurveyedNote, holdings: Holdings, places: ReadonlyMap<string, NotePlace>): Promise<KnownNote> {
  const ids = wellFormed(note);
  if (ids.partId !== null) {
    const part = holdings.part(ids.partId);
    return { note, ids, noteKey: part === null ? null : partKey(part.itemKey, ids.partId), foreignId: null };
  }
  const [first = null, second = null] = await holdings.itemsOf(ids);
  // Of two items that a note names, it is that of the one whose note stood here.
  const isSecond = second !== null && places.get(second)?.path === note.path && places.get(first ?? '')?.path !== note.path;
  return { note, ids, noteKey: isSecond ? second : first, foreignId: second === null ? null : isSecond ? IDENTITY_PROPERTIES.document : IDENTITY_PROPERTIES.book };
}

/** Keys of the items that have a note of the whole. */
export const itemsWithNotes = (groups: readonly NoteGroup[]): ReadonlySet<string> => new Set(groups.flatMap(({ noteKey }) => (noteKey === null || noteKey !== itemKeyOf(noteKey) ? [] : [noteKey])));
