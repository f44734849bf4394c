import { Pace } from '../../src/model/pace';
import { parseDocumentPage, parseHighlightPage } from '../../src/readwise/pages';
import { ResponseShapeError } from '../../src/readwise/readwise-error';
import { FakeClock } from '../support/fake-clock';
import {
  goldenBook,
  goldenDocument,
  goldenDocumentHighlight,
  goldenDocumentNote,
  goldenHighlight,
} from './support/golden-records';

const envelope = (results: readonly unknown[], rest: object = {}) => ({
  status: 200,
  serverDate: '2026-01-31T09:00:00.000Z',
  json: { count: results.length, nextPageCursor: null, results, ...rest },
});
const pace = (): Pace => new Pace(new FakeClock());
const withIds = (base: object, ids: readonly unknown[]) => ids.map((id) => ({ ...base, id }));

describe('parseHighlightPage', () => {
  it('should give the books with their highlights when all is well', async () => {
    const page = await parseHighlightPage(
      envelope([goldenBook], { nextPageCursor: 'abc', count: 9 }),
      pace(),
    );
    expect(page).toMatchObject({
      serverDate: '2026-01-31T09:00:00.000Z',
      nextCursor: 'abc',
      count: 9,
      quarantined: [],
    });
    expect(page.books.map(({ book, highlights }) => [book.id, highlights.map(({ id }) => id)])).toEqual([
      ['41023871', ['512001']],
    ]);
  });

  test.each([null, undefined, ''])('should end when the cursor is %p', async (nextPageCursor) => {
    expect((await parseHighlightPage(envelope([], { nextPageCursor }), pace())).nextCursor).toBeNull();
  });

  it('should keep the good highlights when one is bad', async () => {
    const highlights = [
      ...withIds(goldenHighlight, [1, 2, 3]),
      { ...goldenHighlight, id: 'x y' },
      { ...goldenHighlight, id: 5, text: ['list'] },
    ];
    const page = await parseHighlightPage(
      envelope([goldenBook, goldenBook, { ...goldenBook, highlights }]),
      pace(),
    );
    expect(page.books[2]?.highlights.map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(page.quarantined).toEqual([
      {
        endpoint: 'highlights',
        id: 'x y',
        bookId: '41023871',
        name: 'You have power over your mind.',
        problem: 'id should be a whole number',
      },
      {
        endpoint: 'highlights',
        id: '5',
        bookId: '41023871',
        problem: 'text should be a plain value, but is a list or an object',
      },
    ]);
  });

  test.each([
    [null, '(no id)', 'should be a record, but is nothing'],
    [[1], '(no id)', 'should be a record, but is a list'],
    [7, '(no id)', 'should be a record, but is a number'],
    [
      { ...goldenBook, user_book_id: ` ${'x'.repeat(200)}` },
      'x'.repeat(100),
      'user_book_id should be a whole number',
    ],
    [
      { ...goldenBook, user_book_id: [], title: [] },
      '(no id)',
      'user_book_id should be a whole number; title should be a plain value, but is a list or an object',
    ],
    ['text', '(no id)', 'should be a record, but is text'],
    [{ ...goldenBook, user_book_id: undefined }, '(no id)', 'user_book_id should be a whole number'],
    [{ title: 'x' }, '(no id)', 'user_book_id should be a whole number'],
    [{ ...goldenBook, user_book_id: 2 ** 60 }, String(2 ** 60), 'user_book_id should be a whole number'],
    [{ ...goldenBook, highlights: 'none' }, '41023871', 'highlights should be a list'],
  ])('should quarantine a book when it is %p', async (bad, id, problem) => {
    const page = await parseHighlightPage(envelope([bad, goldenBook]), pace());
    expect(page.quarantined).toMatchObject([{ endpoint: 'highlights', id, problem }]);
    expect(page.books).toHaveLength(1);
  });

  it('should take a book with no list of highlights for one that carried none', async () => {
    expect(
      (await parseHighlightPage(envelope([{ ...goldenBook, highlights: null }]), pace())).books[0]
        ?.highlights,
    ).toEqual([]);
  });

  it('should keep a record without the fields that it cannot read, and tell of them', async () => {
    const highlight = { ...goldenHighlight, location: { page: 7 }, tags: 'odd' };
    const page = await parseHighlightPage(
      envelope([{ ...goldenBook, author: ['A', 'B'], highlights: [highlight] }]),
      pace(),
    );
    expect(page.quarantined).toEqual([]);
    expect(page.books[0]?.book).toMatchObject({ title: 'Meditations', author: '' });
    expect(page.books[0]?.highlights).toMatchObject([
      { text: 'You have power over your mind.', location: null, tags: [] },
    ]);
    expect(page.incomplete).toMatchObject([
      {
        endpoint: 'highlights',
        id: '41023871',
        problem: 'author should be a plain value, but is a list or an object',
      },
      {
        endpoint: 'highlights',
        id: '512001',
        bookId: '41023871',
        problem:
          'location should be a plain value, but is a list or an object; tags should be a list of tags',
      },
    ]);
  });

  test.each([undefined, null, '', [], 5, {}, { results: null }, { count: 1, results: 'none' }])(
    'should throw when the body is %p',
    async (json) => {
      await expect(parseHighlightPage({ status: 200, serverDate: null, json }, pace())).rejects.toThrow(
        ResponseShapeError,
      );
    },
  );
});

describe('parseDocumentPage', () => {
  it('should sort the records by what they are', async () => {
    const page = await parseDocumentPage(
      envelope([goldenDocumentNote, goldenDocument, goldenDocumentHighlight]),
      pace(),
    );
    expect(
      [page.documents, page.highlights, page.notes].map((records) => records.map(({ id }) => id)),
    ).toEqual([[goldenDocument.id], [goldenDocumentHighlight.id], [goldenDocumentNote.id]]);
    expect(page.contents).toEqual([]);
  });

  it('should hand out contents when the list was told to add them', async () => {
    const page = await parseDocumentPage(
      envelope([{ ...goldenDocument, html_content: '<p>x</p>', raw_source_url: 'https://example.org/raw' }]),
      pace(),
    );
    expect(page.contents).toEqual([
      { id: goldenDocument.id, html: '<p>x</p>', rawSourceUrl: 'https://example.org/raw' },
    ]);
  });

  test.each(['__proto__', '', 'a/b', '../x', '-x', 'x'.repeat(129), null, 1.5, -1, {}, true])(
    'should quarantine a document when its id is %p',
    async (id) => {
      const page = await parseDocumentPage(
        envelope([goldenDocument, JSON.parse(JSON.stringify({ ...goldenDocument, id }))]),
        pace(),
      );
      expect(page.documents).toHaveLength(1);
      expect(page.quarantined).toMatchObject([
        { endpoint: 'documents', problem: 'id should be an id of letters, digits and dashes' },
      ]);
    },
  );

  it('should keep out a highlight whose parent cannot be read', async () => {
    const page = await parseDocumentPage(
      envelope([{ ...goldenDocumentHighlight, parent_id: ['x'] }]),
      pace(),
    );
    expect(page).toMatchObject({ documents: [], highlights: [], quarantined: [{ endpoint: 'documents' }] });
  });

  it('should keep the good records however many are bad', async () => {
    const page = await parseDocumentPage(envelope([1, 'x', null, [], goldenDocument, {}, 7]), pace());
    expect(page.documents).toHaveLength(1);
    expect(page.quarantined).toHaveLength(6);
  });

  it('should cost only the field when an optional field has an unexpected type', async () => {
    const odd = {
      title: ['A'],
      tags: 7,
      word_count: { many: 1 },
      published_date: [],
      content: {},
      notes: {},
    };
    const page = await parseDocumentPage(envelope([{ ...goldenDocument, ...odd }]), pace());
    expect(page.documents).toMatchObject([
      { id: goldenDocument.id, title: '', tags: [], wordCount: null, publishedDate: null, note: '' },
    ]);
    expect(page.documents).toMatchObject([{ author: 'Marcus Aurelius', siteName: 'example.org' }]);
    expect(page.quarantined).toEqual([]);
    expect(page.incomplete).toHaveLength(1);
    for (const field of Object.keys(odd)) expect(page.incomplete[0]?.problem).toContain(`${field} should be`);
  });

  it('should keep out a highlight or note whose text cannot be read, so that no passage is emptied', async () => {
    const page = await parseDocumentPage(
      envelope([
        { ...goldenDocumentHighlight, content: {} },
        { ...goldenDocumentNote, content: [] },
      ]),
      pace(),
    );
    expect(page).toMatchObject({ highlights: [], notes: [], incomplete: [] });
    expect(page.quarantined.map(({ id }) => id)).toEqual([goldenDocumentHighlight.id, goldenDocumentNote.id]);
  });
});

describe('shapes that real accounts have shown', () => {
  it('should read an integer as a cursor', async () => {
    const page = await parseHighlightPage(envelope([goldenBook], { nextPageCursor: 41023871 }), pace());
    expect(page.nextCursor).toBe('41023871');
  });

  it('should read an old export: ids as text, no highlights, no deletion marks, unknown fields', async () => {
    const old = { user_book_id: '7', title: null, listening_time: 3 };
    const highlight = { id: '9', text: 'A passage.', location_type: 'page', end_location: 14, url: null };
    const page = await parseHighlightPage(envelope([old, { ...old, highlights: [highlight] }]), pace());
    expect(page.books).toMatchObject([
      { book: { id: '7', title: '', deleted: false, documentId: null }, highlights: [] },
      { highlights: [{ id: '9', locationType: 'page', url: '', serviceUrl: '', deleted: false }] },
    ]);
    expect([...page.quarantined, ...page.incomplete]).toEqual([]);
  });

  it('should read a document of which almost everything is null', async () => {
    const names = 'tags site_name published_date summary word_count title source_url location last_moved_at';
    const nothing = Object.fromEntries(names.split(' ').map((name) => [name, null]));
    const page = await parseDocumentPage(envelope([{ ...goldenDocument, ...nothing }]), pace());
    expect(page.documents).toMatchObject([{ id: goldenDocument.id, tags: [], title: '', wordCount: null }]);
    expect([...page.quarantined, ...page.incomplete]).toEqual([]);
  });

  it.each([
    [{ published_date: 1_766_534_400_000 }, { publishedDate: '2025-12-24' }],
    [
      { reading_time: 3, reading_progress: '0.45' },
      { readingTime: '3', readingProgress: 0.45 },
    ],
    [{ saved_at: '2026-01-01T00:00:00.123456Z' }, { savedAt: '2026-01-01T00:00:00.123Z' }],
    [{ category: 'podcast', parsed_doc_id: 7 }, { category: 'podcast' }],
  ])('should read %p', async (wire, expected) => {
    const page = await parseDocumentPage(envelope([{ ...goldenDocument, ...wire }]), pace());
    expect(page.documents).toMatchObject([expected]);
    expect([...page.quarantined, ...page.incomplete]).toEqual([]);
  });
});
