import { isJoinedNote, joinedPartId, partKey } from '../../model/note-part';
import { markNote } from '../../merge/merge';
import type { NoteIdentity, Vault } from '../../model/ports';
import { isUntouched, splitNote } from '../../notes/note/note';
import { ownNotes, type OwnNotes } from '../../notes/note/own-links';
import {
  isConflictCopy,
  isSettled,
  locateNoteOf,
  noteAt,
  type Located,
  type LocatedNote,
} from './locate-note';
import type { NotePlace } from '../../store/stored';
import { identityIn, identityOf, otherIds } from './note-identity';
import type { ItemToPlan } from './plan-context';

/** A note that its item has to give up, because its book and its document had one each. */
export interface JoinedNote extends LocatedNote {
  readonly noteKey: string;
}

export interface WholeNote {
  readonly whole: Located;
  readonly joined: JoinedNote | null;
  /** Paths of the item's notes that are no longer updated, and of `joined`. */
  readonly apart: readonly string[];
}

/**
 * Finds the main note of an item. If its book and its document have one each, the note stays that already has both
 * ids, else the one that the person wrote in, links to, or moved, else the document's.
 */
export async function locateWhole(vault: Vault, item: ItemToPlan, expectedPath: string): Promise<WholeNote> {
  const located = await locateNoteOf(vault, item, { noteKey: item.record.key, expectedPath });
  const { note } = located;
  if (note === null || located.duplicates.length === 0) return { whole: located, joined: null, apart: [] };
  const others = await readOwn(vault, item, located.duplicates);
  const marked = others.filter(({ text }) => markNote(text, 'joined') === text);
  const following = others.filter((other) => !marked.includes(other));
  const second = secondNote(item, { note, others: following });
  const duplicates = following.filter((other) => other !== second).map(({ path }) => path);
  const apart = marked.map(({ path }) => path);
  if (second === null) return { whole: { note, duplicates }, joined: null, apart };
  const claims = { vault, identity: identityOf(item.record), own: ownNotes(note.path, second.path), item };
  const [stays, goes] = (await staysRatherThan(note, second, claims)) ? [note, second] : [second, note];
  return {
    whole: { note: stays, duplicates },
    joined: { ...goes, noteKey: joinedKey(item) },
    apart: [...apart, goes.path],
  };
}

/** The key of the note that has to go; the stored one if this device knew both notes. */
function joinedKey({ record, places }: ItemToPlan): string {
  const known = [...places.keys()].find(isJoinedNote);
  return known ?? partKey(record.key, joinedPartId(record.book?.id ?? ''));
}

/** Where the other note was, if the item's note is the remaining one of the two. */
export function placeOfMissing(
  { record, places }: ItemToPlan,
  joinedKey: string,
  note: LocatedNote | null,
): NotePlace | null {
  const paths = [places.get(joinedKey), places.get(record.key)].map((place) => place?.path);
  const path = paths.find((each) => each !== undefined && each !== note?.path);
  return path === undefined ? null : { path };
}

/** The notes that name no other item: the note of a document that the book was joined with before is not ours. */
async function readOwn(
  vault: Vault,
  { record }: ItemToPlan,
  paths: readonly string[],
): Promise<readonly LocatedNote[]> {
  const identity = identityOf(record);
  const notes: LocatedNote[] = [];
  for (const path of paths) {
    const note = await noteAt(vault, { path, identity });
    if (note !== null && otherIds(note.text, identity).length === 0) notes.push(note);
  }
  return notes;
}

/**
 * The book's note beside the document's: the one that this device knew, else the only one that fits by its ids. So
 * a new device, or one whose sync was interrupted, finds the same one.
 */
function secondNote(
  item: ItemToPlan,
  { note, others }: { readonly note: LocatedNote; readonly others: readonly LocatedNote[] },
): LocatedNote | null {
  const knownPaths = [...item.places].flatMap(([noteKey, { path }]) => (isJoinedNote(noteKey) ? path : []));
  const known = others.find(({ path }) => knownPaths.includes(path));
  if (known !== undefined) return known;
  // A conflict copy that a file sync made of the note is not a second note.
  const originals = others.filter(({ path }) => !isConflictCopy(path, [note.path]));
  const [first = null, another] = originals.filter((other) => wereApart(item, note, other));
  return another === undefined ? first : null;
}

/**
 * Whether one is the book's note and the other is the document's, or already that of both. A copy that the person
 * made has the same ids, or those that the note had before it was the note of both. A moved note looks the same; it
 * is not a copy as long as this device knows of a second note.
 */
function wereApart({ record, places }: ItemToPlan, note: LocatedNote, other: LocatedNote): boolean {
  const identity = identityOf(record);
  const [ids, idsOfOther] = [idsOf(note, identity), idsOf(other, identity)];
  if (ids.length === idsOfOther.length) return ids.length === 1 && ids[0] !== idsOfOther[0];
  const left = ids.length === 1 ? note : other;
  const isKnown = [...places].some(
    ([noteKey, { path, absence }]) => (isJoinedNote(noteKey) && absence === undefined) || path === left.path,
  );
  return isKnown || isSettled(left, false);
}

type IdKind = 'bookId' | 'documentId';

/** Which of the item's ids a note has. */
function idsOf({ text }: LocatedNote, identity: NoteIdentity): readonly IdKind[] {
  const ids = identityIn(text);
  return (['bookId', 'documentId'] as const).filter(
    (kind) => ids[kind] !== null && ids[kind] === identity[kind],
  );
}

interface Claims {
  readonly vault: Vault;
  readonly identity: NoteIdentity;
  readonly own: OwnNotes;
  readonly item: ItemToPlan;
}

async function staysRatherThan(note: LocatedNote, other: LocatedNote, claims: Claims): Promise<boolean> {
  for (const claim of CLAIMS) {
    const [mine, theirs] = [await claim(note, claims), await claim(other, claims)];
    if (mine !== theirs) return mine;
  }
  return true;
}

type Claim = (note: LocatedNote, claims: Claims) => boolean | Promise<boolean>;

/** Why a note stays rather than the other one, strongest reason first. */
const CLAIMS: readonly Claim[] = [
  // It was chosen before, here or on another device.
  (note, { identity }) => idsOf(note, identity).length === 2,
  ({ text }, { own }) => !isUntouched(splitNote(text), own),
  isLinked,
  (note) => !isSettled(note, false),
  (note, { identity }) => idsOf(note, identity).includes('documentId'),
];

/** Whether a note that does not belong to the item links to it. */
async function isLinked({ path }: LocatedNote, { vault, item }: Claims): Promise<boolean> {
  const ownPaths = new Set([...item.places.values()].map((place) => place.path));
  return (await vault.linkedFrom(path)).some((source) => source !== path && !ownPaths.has(source));
}
