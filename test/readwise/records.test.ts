import { documentSchema } from '../../src/readwise/document-records';
import {
  exportedBookSchema,
  exportedHighlightSchema,
  listedBookSchema,
  listedHighlightSchema,
} from '../../src/readwise/highlight-records';
import {
  goldenBook,
  goldenDocument,
  goldenDocumentHighlight,
  goldenDocumentNote,
  goldenHighlight,
} from './support/golden-records';

const highlight = (change: object = {}) => exportedHighlightSchema.parse({ ...goldenHighlight, ...change });
/** Of a record whose tags all have ids. */
const tagsWithIds = (tags: readonly { readonly id: number; readonly name: string }[]) =>
  tags.map(({ id, name }) => ({ id: String(id), name }));
const book = (change: object = {}) => exportedBookSchema.parse({ ...goldenBook, ...change }).book;
const document = (wire: object) => documentSchema.parse(wire);

describe('a highlight of the export', () => {
  it('should map every field when all are there', () => {
    expect(highlight()).toEqual({
      id: '512001',
      text: 'You have power over your mind.',
      note: 'Core idea',
      location: 1204,
      endLocation: 1210,
      locationType: 'location',
      color: 'yellow',
      tags: ['stoics'],
      serviceUrl: 'https://readwise.io/open/512001',
      url: 'https://read.readwise.io/read/01hw3hl0000000000000000001',
      highlightedAt: '2026-01-05T10:11:12.345Z',
      createdAt: '2026-01-05T10:11:12.345Z',
      updatedAt: '2026-01-06T10:00:00.000Z',
      favorite: true,
      discarded: false,
      deleted: false,
      documentHighlightId: '01hw3hl0000000000000000001',
    });
  });

  it('should give empty values when only the id is there', () => {
    const bare = exportedHighlightSchema.parse({ id: '7' });
    expect(bare).toEqual({
      id: '7',
      text: '',
      note: '',
      location: null,
      endLocation: null,
      locationType: '',
      color: '',
      tags: [],
      serviceUrl: '',
      url: '',
      highlightedAt: null,
      createdAt: null,
      updatedAt: null,
      favorite: false,
      discarded: false,
      deleted: false,
      documentHighlightId: null,
    });
  });

  test.each([
    [null, []],
    [undefined, []],
    [
      ['plain', { name: ' spaced ' }, { id: 4 }, null, 'plain'],
      ['plain', 'spaced'],
    ],
    [{ xml: { name: 'XML' }, bare: {} }, ['XML', 'bare']],
    [[{ name: 'Yellow' }, { name: 'kept' }], ['kept']],
  ])('should read the tags when the wire says %p', (tags, expected) => {
    expect(highlight({ tags }).tags).toEqual(expected);
  });

  it('should be discarded when the field says so or a tag does', () => {
    expect(highlight({ is_discard: true }).discarded).toBe(true);
    expect(highlight({ tags: [{ id: 1, name: 'discard' }] })).toMatchObject({ discarded: true, tags: [] });
  });

  test.each([
    ['01hwexternal', 'https://read.readwise.io/read/01hwother', '01hwexternal'],
    ['', 'https://read.readwise.io/read/01hwother', '01hwother'],
    [null, 'https://read.readwise.io/new/read/01hwother/?from=mail', '01hwother'],
    [null, 'https://example.org/read/01hwother', null],
    ['../../x', null, null],
  ])(
    'should know the highlight in Reader when external_id is %p and url is %p',
    (external_id, url, expected) => {
      expect(highlight({ external_id, url }).documentHighlightId).toBe(expected);
    },
  );

  it('should take the address under either name', () => {
    expect(highlight({ readwise_url: undefined, service_url: 'https://readwise.io/open/1' }).serviceUrl).toBe(
      'https://readwise.io/open/1',
    );
  });

  it('should only be deleted when the service clearly says so', () => {
    expect(highlight({ is_deleted: 'true' }).deleted).toBe(true);
    for (const doubt of [null, undefined, '', 'no', 0, 'maybe'])
      expect(highlight({ is_deleted: doubt }).deleted).toBe(false);
  });
});

describe('a book of the export', () => {
  it('should map every field when all are there', () => {
    expect(book()).toEqual({
      id: '41023871',
      title: 'Meditations',
      readableTitle: 'Meditations, Tidied',
      author: 'Marcus Aurelius',
      category: 'books',
      source: 'reader',
      coverUrl: 'https://m.media-amazon.com/images/I/41abc._SL200_.jpg',
      tags: ['philosophy'],
      documentNote: 'Read twice',
      summary: 'Notes to himself.',
      serviceUrl: 'https://readwise.io/bookreview/41023871',
      sourceUrl: 'https://example.org/meditations',
      uniqueUrl: 'https://read.readwise.io/read/01hw3doc000000000000000001',
      asin: '',
      documentId: '01hw3doc000000000000000001',
      deleted: false,
    });
  });

  test.each([
    ['01hwexternal', 'https://read.readwise.io/read/01hwother', '', '01hwexternal'],
    [null, 'https://read.readwise.io/read/01hwother', 'https://example.org/', '01hwother'],
    [null, '', 'https://read.readwise.io/new/read/01hwother/?from=mail', '01hwother'],
    [null, 'https://read.readwise.io/library', 'https://example.org/read/01hwother', null],
    ['', null, null, null],
  ])(
    'should know its document when external_id is %p, unique_url %p and source_url %p',
    (external_id, unique_url, source_url, expected) => {
      expect(book({ external_id, unique_url, source_url }).documentId).toBe(expected);
    },
  );

  it('should keep every address as the service sent it', () => {
    const address = 'https://mp.weixin.qq.com/s?__biz=MzA3==&mid=1&Ümlaut#a b';
    expect(
      book({ cover_image_url: address, source_url: address, unique_url: address, readwise_url: address }),
    ).toMatchObject({ coverUrl: address, sourceUrl: address, uniqueUrl: address, serviceUrl: address });
    expect(highlight({ url: address, readwise_url: address })).toMatchObject({
      url: address,
      serviceUrl: address,
    });
    expect(
      document({ ...goldenDocument, url: address, source_url: address, image_url: address }),
    ).toMatchObject({ record: { url: address, sourceUrl: address, imageUrl: address } });
  });

  it('should keep an unknown category as it is', () => {
    expect(book({ category: 'holograms' }).category).toBe('holograms');
  });
});

describe('a record of v3', () => {
  it('should map a document when there is no parent', () => {
    expect(document(goldenDocument)).toEqual({
      kind: 'document',
      content: null,
      record: {
        id: goldenDocument.id,
        title: 'Meditations',
        author: 'Marcus Aurelius',
        category: 'article',
        location: 'later',
        source: 'Reader RSS',
        siteName: 'example.org',
        tags: ['Stoics'],
        url: goldenDocument.url,
        sourceUrl: 'https://example.org/meditations',
        imageUrl: 'https://example.org/cover.png',
        summary: 'A summary.',
        note: 'Top-level note',
        wordCount: 3120,
        readingTime: '12 mins',
        readingProgress: 0.25,
        publishedDate: '2025-12-24',
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt: '2026-01-02T00:00:00.000Z',
        savedAt: '2026-01-01T00:00:00.000Z',
        firstOpenedAt: null,
        lastOpenedAt: '2026-01-03T00:00:00.000Z',
        lastMovedAt: '2026-01-01T00:00:00.000Z',
      },
    });
  });

  it('should map a highlight when there is a parent', () => {
    expect(document(goldenDocumentHighlight)).toEqual({
      kind: 'highlight',
      content: null,
      record: {
        id: goldenDocumentHighlight.id,
        documentId: goldenDocument.id,
        text: 'You have **power** over your mind.',
        note: 'Inline note',
        tags: [],
        url: goldenDocument.url,
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt: '2026-01-02T00:00:00.000Z',
        deleted: false,
      },
    });
  });

  it('should map a note when its category says so', () => {
    expect(document(goldenDocumentNote)).toEqual({
      kind: 'note',
      content: null,
      record: {
        id: goldenDocumentNote.id,
        highlightId: goldenDocumentHighlight.id,
        text: 'My thought.',
        updatedAt: '2026-01-02T00:00:00.000Z',
      },
    });
  });

  test.each([
    [{ content: null, html_content: '<p>From <i>HTML</i></p>', title: 'Title' }, 'From HTML'],
    [{ content: ' ', html_content: '<p></p>', title: 'Title' }, 'Title'],
    [{ content: '\n\n', html_content: '<p><img src="https://a.b/c.png"></p>' }, '![](https://a.b/c.png)'],
  ])('should find the passage when the wire says %p', (change, text) => {
    expect(document({ ...goldenDocumentHighlight, ...change })).toMatchObject({ record: { text } });
  });

  it('should keep progress between 0 and 1, also when it comes in per cent', () => {
    expect(document({ ...goldenDocument, reading_progress: 45.5 })).toMatchObject({
      record: { readingProgress: 0.455 },
    });
    expect(document({ ...goldenDocument, reading_progress: 140 })).toMatchObject({
      record: { readingProgress: 1 },
    });
    expect(document({ ...goldenDocument, reading_progress: null })).toMatchObject({
      record: { readingProgress: 0 },
    });
  });
});

describe('records of the v2 lists', () => {
  it('should map a highlight the same way as the export does', () => {
    const listed = listedHighlightSchema.parse({
      ...goldenHighlight,
      updated: goldenHighlight.updated_at,
    });
    const {
      serviceUrl: _serviceUrl,
      createdAt: _createdAt,
      favorite: _favorite,
      endLocation: _endLocation,
      deleted: _deleted,
      documentHighlightId: _twin,
      ...shared
    } = highlight();
    expect(listed).toEqual({ ...shared, bookId: '41023871', tagsWithIds: tagsWithIds(goldenHighlight.tags) });
  });

  it('should map a book the same way as the export does', () => {
    const listed = listedBookSchema.parse({
      ...goldenBook,
      id: goldenBook.user_book_id,
      tags: goldenBook.book_tags,
      highlights_url: goldenBook.readwise_url,
      num_highlights: 1,
      updated: '2026-01-01T00:00:00Z',
    });
    const {
      id,
      readableTitle: _readableTitle,
      summary: _summary,
      uniqueUrl: _uniqueUrl,
      documentId: _documentId,
      deleted: _deleted,
      ...shared
    } = book();
    expect(listed).toEqual({
      ...shared,
      tagsWithIds: tagsWithIds(goldenBook.book_tags),
      bookId: id,
      highlightCount: 1,
      lastHighlightAt: null,
      updatedAt: '2026-01-01T00:00:00.000Z',
    });
  });
});
