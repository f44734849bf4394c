import { anchorAt, placeIn, standingAnchors } from '../../../src/features/daily/highlight-embed';
import { composeNote, noteVersion } from '../../../src/notes/note/note';
import { sampleHighlight, sampleItem } from '../../model/sample-item';

const rendered = {
  properties: [['title', 'Walden'] as const],
  header: '# Walden',
  blocks: [
    { anchor: 'rw1', text: 'First paragraph.\n\nSecond paragraph.' },
    { anchor: 'rw2', text: '> A quote\n>\n> with a note' },
    { anchor: 'rd3x', text: 'One line.' },
  ],
};
const item = sampleItem({ highlights: ['rw1', 'rw2', 'rd3x'].map((anchor) => sampleHighlight({ anchor })) });
const note = composeNote(noteVersion({ item, rendered }), 'Walden.md')
  .replace('^rw1\n', '^rw1\n\nMy words.\n')
  .replace('^rw2\n', '^rw2\n\nMine under two.\n');
const lineOf = (words: string): number => note.split('\n').findIndex((line) => line.includes(words));

describe('standingAnchors', () => {
  it('should find the blocks that stand in a note, whatever its line ends', () => {
    expect([...standingAnchors(note)]).toEqual(['rw1', 'rw2', 'rd3x']);
    expect([...standingAnchors(note.replaceAll('\n', '\r\n'))]).toEqual(['rw1', 'rw2', 'rd3x']);
  });
});

describe('anchorAt', () => {
  it.each([
    ['# Walden', null],
    ['First paragraph', 'rw1'],
    ['Second paragraph', 'rw1'],
    ['My words', 'rw1'],
    ['A quote', 'rw2'],
    ['with a note', 'rw2'],
    ['^rw2', 'rw2'],
    ['Mine under two', 'rw2'],
    ['One line', 'rd3x'],
    ['%% florilegium', 'rd3x'],
  ])('should know which highlight the line “%s” belongs to', (words, anchor) => {
    expect(anchorAt(note, lineOf(words))).toBe(anchor);
  });

  it('should go by the line alone when the note has no trailer', () => {
    const bare = 'Above.\n\nA passage. ^rw1\n\nMy words.\n';
    expect([0, 2, 4, 99].map((line) => anchorAt(bare, line))).toEqual([null, 'rw1', 'rw1', 'rw1']);
  });
});

describe('placeIn', () => {
  it('should take the anchor that the note bears when it knows the highlight by the other one', () => {
    const note = { path: 'A.md', anchors: new Set(['rd1']) };
    expect(placeIn(note, { itemKey: 'b:1', anchor: 'rw1', otherAnchor: 'rd1' })).toEqual({
      path: 'A.md',
      anchor: 'rd1',
      otherAnchor: 'rw1',
    });
    expect(placeIn(note, { itemKey: 'b:1', anchor: 'rw2', otherAnchor: null })).toBeNull();
  });
});
