import {
  isPartlyThere,
  visibilityCheck,
  type KnownNote,
  type VisibleNote,
} from '../../../src/sync/plan/vault-health';

const at = (path: string, ids: Partial<VisibleNote> = {}): VisibleNote => ({
  path,
  bookId: null,
  documentId: null,
  partId: null,
  ...ids,
});

describe('visibilityCheck', () => {
  it.each([
    ['a book', 'b:1', { bookId: '1' }],
    ['a document', 'd:01a', { documentId: '01a' }],
    ['a document that bears its book, too', 'd:01a', { bookId: '1', documentId: '01a' }],
    ['a part', 'd:01a#rw5', { partId: 'rw5' }],
  ])('should see the note of %s when the person moved it', (_what, noteKey, ids) => {
    expect(visibilityCheck([at('Mine/Moved.md', ids)])({ noteKey, path: 'Books/Old.md' })).toBe(true);
  });

  it.each([
    ['another book', 'b:1', { bookId: '2' }],
    ['another document', 'd:01a', { documentId: '01b' }],
    ['a part of the book', 'b:1', { bookId: '1', partId: 'rw5' }],
    ['another part', 'd:01a#rw5', { partId: 'rw6' }],
    ['the whole of a part', 'd:01a#rw5', { documentId: '01a' }],
    ['a book, and the note was of a part', 'd:01a#rw5', { bookId: '1' }],
  ])('should not see a note when what stands in its place is of %s', (_what, noteKey, ids) => {
    expect(visibilityCheck([at('Books/Old.md', ids)])({ noteKey, path: 'Books/Old.md' })).toBe(false);
  });

  it.each([
    ['b:1', { bookId: 'oops!' }],
    ['d:01a', { documentId: 'oops!' }],
    ['d:01a#rw5', { partId: 'oops!' }],
  ])(
    'should not see the note %s when what stands in its place has no id that can be read',
    (noteKey, ids) => {
      expect(visibilityCheck([at('Books/Old.md', ids)])({ noteKey, path: 'Books/Old.md' })).toBe(false);
    },
  );

  it('should see a note in its place when one of its two ids can be read', () => {
    const found = at('Books/Old.md', { bookId: '1', documentId: 'oops!' });
    expect(visibilityCheck([found])({ noteKey: 'd:01a', path: 'Books/Old.md' })).toBe(true);
  });
});

describe('isPartlyThere', () => {
  const notes = (folder: string, count: number): readonly KnownNote[] =>
    Array.from({ length: count }, (_, index) => ({
      noteKey: `b:${String(index)}`,
      path: `${folder}/${String(index)}.md`,
    }));

  it.each([
    [4, 4, false],
    [5, 2, false],
    [5, 3, true],
    [6, 3, false],
    [6, 4, true],
  ])(
    'should be judged by whether fewer than half are left when %i notes are known and %i missing',
    (known, missing, expected) => {
      expect(
        isPartlyThere({ known: notes('Mine', known), missing: notes('Mine', missing), folder: 'Readwise' }),
      ).toBe(expected);
    },
  );

  it.each([
    ['all of five in the folder', 5, 5, true],
    ['all of four in the folder', 4, 4, false],
    ['all but one in the folder', 6, 5, false],
  ])(
    'should be judged by the folder when most of the notes were moved elsewhere and %s are missing',
    (_what, known, missing, expected) => {
      const elsewhere = notes('Readwise of mine', 20);
      expect(
        isPartlyThere({
          known: [...elsewhere, ...notes('Readwise', known)],
          missing: notes('Readwise', missing),
          folder: 'Readwise',
        }),
      ).toBe(expected);
      expect(
        isPartlyThere({
          known: [...elsewhere, ...notes('Readwise', known)],
          missing: elsewhere.slice(0, 5),
          folder: 'Readwise',
        }),
      ).toBe(false);
    },
  );
});
