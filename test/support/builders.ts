import type {
  Book,
  Document,
  DocumentHighlight,
  Highlight,
  Item,
  ItemHighlight,
} from '../../src/model/model';
import type { NoteTemplate, RenderedNote } from '../../src/notes/template/template';

/** Records with sensible values everywhere; a test names only what it is about. */

export const aBook = (values: Partial<Book> = {}): Book => ({
  id: '1',
  title: 'Meditations',
  author: 'Marcus Aurelius',
  category: 'books',
  source: 'kindle',
  coverUrl: '',
  tags: [],
  documentNote: '',
  summary: '',
  serviceUrl: 'https://readwise.io/bookreview/1',
  sourceUrl: '',
  uniqueUrl: '',
  asin: '',
  documentId: null,
  deleted: false,
  ...values,
});

export const aHighlight = (values: Partial<Highlight> = {}): Highlight => ({
  id: '11',
  text: 'The soul becomes dyed with the colour of its thoughts.',
  note: '',
  location: 1,
  locationType: 'location',
  color: '',
  tags: [],
  serviceUrl: 'https://readwise.io/open/11',
  url: '',
  highlightedAt: '2026-01-01T00:00:00.000Z',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  favorite: false,
  discarded: false,
  deleted: false,
  documentHighlightId: null,
  ...values,
});

export const aDocument = (values: Partial<Document> = {}): Document => ({
  id: '01hw3',
  title: 'On the Shortness of Life',
  author: 'Seneca',
  category: 'article',
  location: 'later',
  source: 'reader-web-app',
  siteName: 'example.org',
  tags: [],
  url: 'https://read.readwise.io/read/01hw3',
  sourceUrl: 'https://example.org/seneca',
  imageUrl: '',
  summary: '',
  note: '',
  wordCount: 1200,
  readingTime: '5 mins',
  readingProgress: 0,
  publishedDate: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  savedAt: '2026-01-01T00:00:00.000Z',
  firstOpenedAt: null,
  lastOpenedAt: null,
  lastMovedAt: null,
  ...values,
});

export const aDocumentHighlight = (values: Partial<DocumentHighlight> = {}): DocumentHighlight => ({
  id: '01hh1',
  documentId: '01hw3',
  text: 'It is not that we have a short time to live.',
  note: '',
  tags: [],
  url: 'https://read.readwise.io/read/01hh1',
  createdAt: '2026-01-02T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  ...values,
});

export const anItemHighlight = (values: Partial<ItemHighlight> = {}): ItemHighlight => ({
  anchor: 'rw11',
  otherAnchor: null,
  text: 'The soul becomes dyed with the colour of its thoughts.',
  note: '',
  color: '',
  tags: [],
  location: 1,
  locationType: 'location',
  serviceUrl: '',
  url: '',
  highlightedAt: null,
  favorite: false,
  ...values,
});

export const anItem = (values: Partial<Item> = {}): Item => ({
  key: 'b:1',
  book: aBook(),
  document: null,
  highlights: [anItemHighlight()],
  ...values,
});

/** The smallest template that uses every part of a note: for tests that are not about templates. */
export const plainTemplate: NoteTemplate = {
  name: 'plain',
  render: (item: Item): RenderedNote => ({
    properties: [
      ['title', item.book?.title ?? item.document?.title ?? ''],
      ['highlights', item.highlights.length],
    ],
    header: `# ${item.book?.title ?? item.document?.title ?? ''}`,
    blocks: item.highlights.map((highlight) => ({ anchor: highlight.anchor, text: highlight.text })),
  }),
};
