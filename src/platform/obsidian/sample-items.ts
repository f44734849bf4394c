import type { Book, Document, Item, ItemHighlight, ItemKind } from '../../core/library/model';

const BOOK: Book = {
  id: '41023871',
  title: 'Meditations',
  author: 'Marcus Aurelius',
  category: 'books',
  source: 'kindle',
  coverUrl: 'https://example.com/meditations.jpg',
  tags: ['philosophy'],
  documentNote: 'Read one page each morning.',
  summary: 'Notes of an emperor to himself.',
  serviceUrl: 'https://readwise.io/bookreview/41023871',
  sourceUrl: '',
  uniqueUrl: '',
  asin: 'B0000000001',
  documentId: null,
  deleted: false,
};

const DOCUMENT: Document = {
  id: '01hw3sample',
  title: 'How to read slowly',
  author: 'Ada Example',
  category: 'article',
  location: 'later',
  source: 'Reader Web app',
  siteName: 'example.com',
  tags: ['reading'],
  url: 'https://read.readwise.io/read/01hw3sample',
  sourceUrl: 'https://example.com/how-to-read-slowly',
  imageUrl: 'https://example.com/slowly.jpg',
  summary: 'Why the second reading is the first.',
  note: 'Worth coming back to.',
  wordCount: 1840,
  readingTime: '8 mins',
  readingProgress: 0.6,
  publishedDate: '2026-01-15',
  createdAt: '2026-01-31T09:00:00.000Z',
  updatedAt: '2026-02-02T18:30:00.000Z',
  savedAt: '2026-01-31T09:00:00.000Z',
  firstOpenedAt: '2026-02-01T07:00:00.000Z',
  lastOpenedAt: '2026-02-02T18:30:00.000Z',
  lastMovedAt: null,
};

const FIRST: ItemHighlight = {
  anchor: 'rw512001',
  otherAnchor: null,
  text: 'You have power over your mind, not outside events. Realize this, and you will find strength.',
  note: 'The sentence to keep.',
  color: 'yellow',
  tags: ['favorite'],
  location: 120,
  locationType: 'location',
  serviceUrl: 'https://readwise.io/open/512001',
  url: '',
  highlightedAt: '2026-02-01T07:12:00.000Z',
  favorite: true,
};

const SECOND: ItemHighlight = {
  ...FIRST,
  anchor: 'rw512002',
  text: 'Waste no more time arguing about what a good man should be. Be one.',
  note: '',
  color: 'blue',
  tags: [],
  location: 188,
  serviceUrl: 'https://readwise.io/open/512002',
  highlightedAt: '2026-02-02T18:20:00.000Z',
  favorite: false,
};

const HIGHLIGHTS = [FIRST, SECOND];

/** A made-up item of each kind, with something in every field that templates are about. */
export const SAMPLE_ITEMS: Readonly<Record<ItemKind, Item>> = {
  book: { key: 'b:41023871', book: BOOK, document: null, highlights: HIGHLIGHTS },
  article: { key: 'd:01hw3sample', book: { ...articleBook('articles'), source: 'reader' }, document: DOCUMENT, highlights: HIGHLIGHTS },
  tweet: {
    key: 'b:41023872',
    book: { ...BOOK, id: '41023872', category: 'tweets', title: 'Tweets From Ada Example', author: 'Ada Example', source: 'twitter', asin: '', documentNote: '', summary: '' },
    document: null,
    highlights: HIGHLIGHTS,
  },
  podcast: {
    key: 'b:41023873',
    book: { ...BOOK, id: '41023873', category: 'podcasts', title: 'The slow hour', author: 'Ada Example', source: 'snipd', asin: '' },
    document: null,
    highlights: HIGHLIGHTS.map((highlight) => ({ ...highlight, locationType: 'time_offset' })),
  },
  video: {
    key: 'd:01hw3video',
    book: null,
    document: { ...DOCUMENT, id: '01hw3video', category: 'video', title: 'A lecture on reading', url: 'https://read.readwise.io/read/01hw3video', wordCount: null },
    highlights: HIGHLIGHTS,
  },
};

function articleBook(category: string): Book {
  return { ...BOOK, category, title: DOCUMENT.title, author: DOCUMENT.author, sourceUrl: DOCUMENT.sourceUrl, asin: '', documentNote: '', documentId: DOCUMENT.id };
}
