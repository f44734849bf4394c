import { isUntouched, looseNote, splitNote } from '../../src/notes/note/note';
import { namedAlike } from '../support/named-alike';
import { anchorsIn, identitiesIn, type Person } from './person';
import { idsOf, repeated, timesIn } from './snapshot';
import type { Device } from './world';

export type Notes = readonly (readonly [path: string, text: string])[];

/** Without the names that links lead to, which follow the notes. */
export const withoutTargets = (text: string): string =>
  text.replace(/\]\([^()\n]*\)/g, ']()').replace(/\[\[[^[\]|#\n]*/g, '[[');

/** Without the trailer, which also knows what the person did; what a formatter did is no change. */
const visible = (text: string): string => looseNote(text.replace(/^%% florilegium .*$/m, ''));

/** The same notes in both, but for which of several items with one title has the plain file name. */
export function expectSameNotes(actual: Device, expected: Device): void {
  expect(namedAlike(actual.vault.entries())).toEqual(namedAlike(expected.vault.entries()));
}

/**
 * Where nobody wrote, a note is what a sync makes that never saw the vault before; but for links, where other
 * notes have other names.
 */
export function expectUntouchedLike(notes: Notes, fresh: Notes): void {
  const byIds = new Map(fresh.map(([, text]) => [idsOf(text).join(), text]));
  const doubled = repeated(notes.map(([, text]) => idsOf(text).join()));
  for (const [path, text] of notes) {
    const ids = idsOf(text).join();
    const expected = byIds.get(ids);
    // Of several notes of one item, one goes on.
    if (expected === undefined || ids === '' || doubled.includes(ids)) continue;
    if (isUntouched(splitNote(text)))
      expect([path, visible(withoutTargets(text))]).toEqual([path, visible(withoutTargets(expected))]);
  }
}

/**
 * Every item of a fresh sync has exactly one note, with every block, that is as in the fresh sync where
 * nobody wrote; but for what a person deleted, and for notes that were left apart.
 */
export function expectComplete(notes: Notes, fresh: Notes, person: Person | null): void {
  const texts = notes.map(([, text]) => text).filter((text) => !isLeftApart(text));
  for (const [, text] of fresh) {
    const ids = identitiesIn(text);
    if (ids.some((id) => person?.deletedNotes.some((deleted) => deleted.includes(id)) === true)) continue;
    const mine = texts.filter((note) => identitiesIn(note).some((id) => ids.includes(id)));
    expect([ids, mine.length]).toEqual([ids, 1]);
    const note = mine[0] ?? '';
    const standing = new Set(anchorsIn(note));
    const missing = anchorsIn(text).filter(
      (anchor) => person?.deletedAnchors.has(anchor) !== true && !standing.has(anchor),
    );
    expect([ids, missing]).toEqual([ids, []]);
    if (isUntouched(splitNote(note))) expect(visible(note)).toBe(visible(text));
  }
}

/**
 * Every word that the person wrote is in the vault, once and under the same highlight; what they deleted
 * stays away.
 */
export function expectNothingLost({ vault }: Device, person: Person): void {
  const notes = vault.entries().map(([, text]) => text);
  const trash = vault
    .trashEntries()
    .map(([, text]) => text)
    .join('\n');
  expectWordsOnce(notes, person.words.keys());
  for (const [word, place] of person.words) {
    expect(trash).not.toContain(word);
    const text = notes.find((note) => note.includes(word)) ?? '';
    if (place.kind === 'elsewhere' || !anchorsIn(text).includes(place.anchor)) continue;
    const [before = '', after = ''] = text.split(word);
    const anchor = place.kind === 'under' ? anchorsIn(before).at(-1) : anchorsIn(after)[0];
    expect([word, anchor]).toEqual([word, place.anchor]);
  }
  for (const [anchor, ids] of person.deletedAnchors) {
    const own = notes.filter((text) => identitiesIn(text).some((id) => ids.includes(id)));
    // Where the person wrote in both notes of a joined pair, the one that is left apart shows what they deleted there.
    if (!own.some(isLeftApart)) expect(own.flatMap(anchorsIn)).not.toContain(anchor);
  }
  expect(repeated(notes.flatMap(servedAnchors))).toEqual([]);
  expect(notes.filter((text) => isBack(text, person))).toEqual([]);
}

/**
 * Whether it is a note that the person deleted. Where book and document are joined, the note of the one may stay
 * when that of the other was deleted; then it has words of the person, or only one of the ids.
 */
function isBack(text: string, { deletedNotes, words }: Person): boolean {
  const ids = identitiesIn(text);
  if ([...words.keys()].some((word) => text.includes(word))) return false;
  return deletedNotes.some((deleted) => deleted.join() === ids.join());
}

/**
 * The anchors of blocks that are still the service's: a block that a person edited stays where its highlight was,
 * and so does the note of a book whose last highlight has gone to another.
 */
function servedAnchors(text: string): readonly string[] {
  if (/^readwise-status: /m.test(text)) return [];
  const left = splitNote(text).trailer?.released ?? new Set<string>();
  return anchorsIn(text).filter((anchor) => !left.has(anchor));
}

/** A note with words that stayed beside the one that its item has since a book and a document were joined. */
const isLeftApart = (text: string): boolean => /^readwise-status: joined$/m.test(text);

const followedIdentities = (text: string): readonly string[] => (isLeftApart(text) ? [] : identitiesIn(text));

export function expectWordsOnce(notes: readonly string[], words: Iterable<string>): void {
  const times = [...words].map((word) => [word, timesIn(notes, word)]);
  expect(times.filter(([, count]) => count !== 1)).toEqual([]);
}

/** What a device has in the end, as far as it must be the same however it came there. */
export interface Outcome {
  readonly notes: Notes;
  /** By identity: a note may have been brought up to date or not before it went to the trash. */
  readonly trash: readonly string[];
}

export const outcomeOf = ({ vault }: Pick<Device, 'vault'>): Outcome => ({
  notes: namedAlike(vault.entries()).map(
    ([path, text]) => [`${path} of ${lastIdentity(text)}`, text] as const,
  ),
  trash: vault
    .trashEntries()
    .map(([, text]) => lastIdentity(text))
    .sort(),
});

/** The document's id, which a note has from the first; else the book's. */
const lastIdentity = (text: string): string => identitiesIn(text).at(-1) ?? text;

export const isSame = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

/** What is wrong with a vault whatever the sync was about; empty when nothing is. */
export function problemsIn({ vault }: Pick<Device, 'vault'>, words: readonly string[]): readonly string[] {
  const notes = vault.entries().map(([, text]) => text);
  return [
    ...words
      .map((word) => [word, timesIn(notes, word)] as const)
      .filter(([, times]) => times !== 1)
      .map(([word, times]) => `“${word}” stands ${String(times)} times in the vault`),
    ...repeated(notes.flatMap(followedIdentities)).map((id) => `${id} has two notes`),
    ...repeated(notes.flatMap(servedAnchors)).map((anchor) => `${anchor} has two blocks`),
  ];
}

/** A person may leave both texts where nothing vouches for what a note was merged from. */
export const hasConflictCallout = (text: string): boolean => text.includes('> [!warning] ');
