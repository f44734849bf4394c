import { anchorAt, linksOf } from '../../../src/features/daily/item-links';
import { composeNote, noteVersion } from '../../../src/notes/note/note';
import { sampleHighlight, sampleItem } from '../../model/sample-item';

const NOBODY = { bookId: null, documentId: null, partId: null };

describe('linksOf', () => {
  it('should lead to the book and to the document', () => {
    expect(linksOf({ ...NOBODY, bookId: '41', documentId: '01hw3' })).toEqual({
      readwise: 'https://readwise.io/bookreview/41',
      reader: 'https://read.readwise.io/read/01hw3',
    });
    expect(linksOf(NOBODY)).toEqual({ readwise: null, reader: null });
  });

  it.each([
    ['rw512', { readwise: 'https://readwise.io/open/512', reader: null }],
    ['rd01hx', { readwise: null, reader: 'https://read.readwise.io/read/01hx' }],
    ['text-01hw3', { readwise: null, reader: 'https://read.readwise.io/read/01hw3' }],
  ])('should lead to the part %s when the note is of that alone', (partId, links) => {
    expect(linksOf({ ...NOBODY, partId })).toEqual(links);
  });

  it.each(['../../x', 'https://evil.example', '1/2', '', ' '])(
    'should not make an address of the id %j',
    (id) => {
      expect(linksOf({ bookId: id, documentId: id, partId: null })).toEqual({ readwise: null, reader: null });
      expect(linksOf({ ...NOBODY, partId: `rw${id}` })).toEqual({ readwise: null, reader: null });
    },
  );
});

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
