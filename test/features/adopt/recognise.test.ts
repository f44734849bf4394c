import { officialMemory } from '../../../src/features/adopt/find-item';
import { recognise, type NoteEvidence } from '../../../src/features/adopt/recognise';
import {
  communityNote,
  exportedNote,
  handMadeNote,
  mirrorNote,
  officialNote,
  officialQuotes,
  type ForeignBook,
} from '../../support/foreign-notes';

const BOOK: ForeignBook = {
  id: 41000001,
  title: 'Walden; or, Life in the Woods',
  author: 'Henry David Thoreau',
  category: 'books',
  url: 'https://example.org/walden',
  highlights: [
    {
      id: 512000001,
      readerId: null,
      text: 'I went to the woods.',
      note: 'Mine.',
      tags: ['life'],
      location: 74,
      color: 'yellow',
    },
    { id: 512000002, readerId: '01hw3abc', text: 'Simplify.', note: '', tags: [], location: 80, color: '' },
  ],
};

function evidenceOf(text: string, path = 'Reading/Some name.md'): NoteEvidence {
  const recognised = recognise({ path, text });
  if (recognised.kind !== 'candidate') throw new Error(recognised.kind);
  return recognised.evidence;
}

describe('recognise', () => {
  it.each([
    ['official', officialNote(BOOK), { highlights: [], reader: ['01hw3abc'], books: [] }],
    ['official', officialQuotes(BOOK), { highlights: ['512000001', '512000002'], reader: [], books: [] }],
    ['mirror', mirrorNote(BOOK), { highlights: ['512000001', '512000002'], reader: [], books: ['41000001'] }],
    ['community', communityNote(BOOK), { highlights: ['512000001', '512000002'], reader: [], books: [] }],
    ['export', exportedNote(BOOK), { highlights: [], reader: [], books: [] }],
    [
      'by hand',
      handMadeNote(BOOK),
      { highlights: ['512000001', '512000002'], reader: [], books: ['41000001'] },
    ],
  ] as const)('should tell a note of kind %s with its ids', (origin, text, ids) => {
    expect(evidenceOf(text)).toMatchObject({ origin, ids });
  });

  it.each([officialNote(BOOK), mirrorNote(BOOK), exportedNote(BOOK)])(
    'should read title, author and address',
    (text) => {
      const { titles, author, addresses } = evidenceOf(text);
      expect(titles).toContain(BOOK.title);
      expect(author).toBe(BOOK.author);
      expect(addresses).toContain(BOOK.url);
    },
  );

  it.each([
    '# Walden (Highlights)\n\n![rw-book-cover](https://example.org/c.png)\n\nby [[Henry David Thoreau]]\n\n## Highlights\n- Simplify.\n',
    'title:: Walden (highlights)\nauthor:: [[Henry David Thoreau]]\nfull-title:: "Walden"\n\n- Highlights first synced by [[Readwise]]\n\t- Simplify. ([View Highlight](https://read.readwise.io/read/01abc))\n',
  ])('should read the title without what the export puts behind it: %j', (text) => {
    expect(evidenceOf(text).titles).toContain('Walden');
  });

  it.each([
    ['---\nreadwise-id: 41000001\n---\nhttps://readwise.io/open/512000001\n', 'ours'],
    ['---\nreadwise-part: rw1\n---\nhttps://readwise.io/open/512000001\n', 'ours'],
    ['Text\n\n%% florilegium 1 n=0 f= p=0 %% readwise', 'ours'],
    ['A note on Readwise.\n', 'other'],
    ['A note.\n', 'other'],
    ['# A\n\n![rw-book-cover](https://example.org)\n\n## Full Document\nThe text.\n', 'full text'],
  ])('should not take %j for a note of highlights', (text, kind) => {
    expect(recognise({ path: 'Any.md', text }).kind).toBe(kind);
  });

  it('should read a note with a full document above its highlights', () => {
    expect(
      recognise({
        path: 'Any.md',
        text: '# A\n\n## Metadata\n- Full Title: A\n\n## Full Document\n[[A full]]\n\n## Highlights\n- B ([View Highlight](https://read.readwise.io/read/01abc))\n',
      }).kind,
    ).toBe('candidate');
  });
});

describe('officialMemory', () => {
  it('should take the ids of notes and nothing else from the data of the official plugin', () => {
    const data = JSON.stringify({
      token: 'secret',
      booksIDsMap: {
        'Readwise/Books/A.md': '41000001',
        'Readwise/B.md': 'readerdocument:01hw3abc',
        'Readwise/C.md': {},
        'Readwise/D.md': 7,
      },
    });
    expect([...officialMemory(data)]).toEqual([
      ['Readwise/Books/A.md', { kind: 'book', id: '41000001' }],
      ['Readwise/B.md', { kind: 'document', id: '01hw3abc' }],
      ['Readwise/D.md', { kind: 'book', id: '7' }],
    ]);
  });

  it.each(['', '{', 'null', '[]', '{"booksIDsMap":3}'])('should know nothing of %j', (data) => {
    expect(officialMemory(data).size).toBe(0);
  });
});
