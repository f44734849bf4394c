import type { Book, Document, Item, ItemHighlight } from '../../src/model/model';

/** Records with nothing in them, to be filled as far as a test needs. */
export const sampleBook = (given: Partial<Book> = {}): Book => ({
  id: '1',
  title: '',
  readableTitle: '',
  author: '',
  category: 'books',
  source: '',
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
  ...given,
});

export const sampleDocument = (given: Partial<Document> = {}): Document => ({
  id: '01hw3',
  title: '',
  author: '',
  category: 'article',
  location: 'new',
  source: '',
  siteName: '',
  tags: [],
  url: 'https://read.readwise.io/read/01hw3',
  sourceUrl: '',
  imageUrl: '',
  summary: '',
  note: '',
  wordCount: null,
  readingTime: '',
  readingProgress: 0,
  publishedDate: null,
  createdAt: null,
  updatedAt: null,
  savedAt: null,
  firstOpenedAt: null,
  lastOpenedAt: null,
  lastMovedAt: null,
  ...given,
});

export const sampleHighlight = (given: Partial<ItemHighlight> = {}): ItemHighlight => ({
  anchor: 'rw1',
  otherAnchor: null,
  text: 'A passage.',
  note: '',
  color: '',
  tags: [],
  location: null,
  endLocation: null,
  locationType: '',
  serviceUrl: 'https://readwise.io/open/1',
  url: '',
  highlightedAt: null,
  favorite: false,
  ...given,
});

export const sampleItem = (given: Partial<Item> = {}): Item => ({
  key: 'b:1',
  book: null,
  document: null,
  highlights: [],
  ...given,
});
