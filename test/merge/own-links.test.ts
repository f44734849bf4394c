import { composeNote, isUntouched, noteVersion, pathMark, splitNote } from '../../src/notes/note/note';
import { NO_OWN_NOTES, ownNotes, type OwnNotes } from '../../src/notes/note/own-links';
import type { NoteVersion } from '../../src/notes/note/note';
import { bodyOf, merge, PATH } from './merge-sides';
import { aBook, anItem, anItemHighlight } from '../support/builders';

const OWN = ownNotes('Readwise/Walden.md', 'Readwise/Full/Walden (text).md');
const HEADER = '[Full text](Readwise/Full/Walden%20%28text%29.md) · [Mine](Notes/Pond.md)';

function version(header: string, text: string, own: OwnNotes): NoteVersion {
  const item = anItem({ book: aBook({}), highlights: [anItemHighlight({ anchor: 'rw1', text })] });
  return noteVersion({
    item,
    rendered: { properties: [], header, blocks: [{ anchor: 'rw1', text }] },
    own,
  });
}

const TEXT = 'See [[Walden#^rw2|above]], and [[Pond]].';
const WROTE = version(HEADER, TEXT, OWN);
const NOTE = composeNote(WROTE, pathMark(PATH));
const isClean = (text: string, own: OwnNotes = NO_OWN_NOTES): boolean => isUntouched(splitNote(text), own);

describe('links of a note to other notes of its item', () => {
  it('should be no edit when they lead to another folder', () => {
    expect(isClean(NOTE)).toBe(true);
    expect(isClean(NOTE.replace('Readwise/Full/', '../Elsewhere/'))).toBe(true);
    expect(isClean(NOTE.replace('[[Walden#', '[[Books/Walden#'))).toBe(true);
  });

  it('should be no edit when they lead to the name that the note has now', () => {
    const renamed = NOTE.replace('Walden%20%28text%29', 'Pond%20text').replace('[[Walden#', '[[My Walden#');
    expect(isClean(renamed)).toBe(false);
    expect(isClean(renamed, ownNotes('Pond text.md', 'My Walden.md'))).toBe(true);
    const next = version(
      HEADER.replace('Walden%20%28text%29', 'Pond%20text'),
      TEXT.replace('Walden', 'My Walden').replace('See', 'Look at'),
      ownNotes('Readwise/My Walden.md', 'Readwise/Full/Pond text.md'),
    );
    expect(merge(renamed, next)).toEqual({ text: composeNote(next, pathMark(PATH)), conflicts: [] });
    const edited = renamed.replace('\n\nSee', '\n\nMine.\n\nSee');
    expect(bodyOf(merge(edited, next).text)).toBe(
      `${next.header.text}\n\nMine.\n\nLook at [[My Walden#^rw2|above]], and [[Pond]]. ^rw1`,
    );
  });

  it('should be no edit of the line that a block begins with when another part of the note was edited', () => {
    const renamed = NOTE.replace('Walden%20%28text%29', 'Pond%20text').replace('\n\nSee', '\n\nMine.\n\nSee');
    const header = `${HEADER.replace('Walden%20%28text%29', 'Pond%20text')} · New`;
    const next = version(header, TEXT, ownNotes('Readwise/Walden.md', 'Readwise/Full/Pond text.md'));
    const merged = merge(renamed, next);
    expect(merged.conflicts).toEqual([]);
    expect(bodyOf(merged.text)).toBe(`${header}\n\nMine.\n\n${TEXT} ^rw1`);
  });

  it('should be an edit when a person made them lead to a note of theirs', () => {
    expect(isClean(NOTE.replace('Walden%20%28text%29', 'Thoughts'))).toBe(false);
    expect(isClean(NOTE.replace('[[Walden#', '[[Thoughts#'))).toBe(false);
  });
});

describe('other links of a note', () => {
  it.each([
    ['a note', 'Notes/Pond.md', 'Notes/Lake.md'],
    ['a note in another folder', 'Notes/Pond.md', 'Others/Pond.md'],
    ['a note by its name', '[[Pond]]', '[[Lake]]'],
  ])('should be an edit when they lead to another note: %s (I2)', (_what, from, to) => {
    const edited = NOTE.replace(from, to);
    expect(isClean(edited)).toBe(false);
    const next = version(`# New\n\n${HEADER}`, TEXT.replace('See', 'Look at'), OWN);
    expect(merge(edited, next, { wrote: WROTE }).text).toContain(to);
  });
});
