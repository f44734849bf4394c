import type { Book, Document, Highlight } from '../../model/model';
import { emptyRecord, type ItemRecord } from '../../model/record';

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

const FIRST: Highlight = {
  id: '512001',
  text: 'You have power over your mind, not outside events. Realize this, and you will find strength.',
  note: 'The sentence to keep.',
  color: 'yellow',
  tags: ['favorite'],
  location: 120,
  locationType: 'location',
  serviceUrl: 'https://readwise.io/open/512001',
  url: '',
  highlightedAt: '2026-02-01T07:12:00.000Z',
  createdAt: null,
  updatedAt: null,
  favorite: true,
  discarded: false,
  deleted: false,
  documentHighlightId: null,
};

const SECOND: Highlight = {
  ...FIRST,
  id: '512002',
  text: 'Waste no more time arguing about what a good man should be. Be one.',
  note: '',
  color: 'blue',
  tags: [],
  location: 188,
  serviceUrl: 'https://readwise.io/open/512002',
  highlightedAt: '2026-02-02T18:20:00.000Z',
  favorite: false,
};

const highlights = [FIRST, SECOND];
const { id: documentId, title, author, sourceUrl } = DOCUMENT;
const ARTICLE: Book = {
  ...BOOK,
  category: 'articles',
  source: 'reader',
  title,
  author,
  sourceUrl,
  asin: '',
  documentNote: '',
  documentId,
};

const sample = (key: string, parts: Partial<ItemRecord>): ItemRecord => ({
  ...emptyRecord(key),
  revision: 1,
  highlights,
  ...parts,
});

/** A made-up item of each kind, with something in every field that templates are about: for when there is no item yet. */
export const SAMPLES: readonly ItemRecord[] = [
  sample('b:41023871', { book: BOOK }),
  sample('d:01hw3sample', { book: ARTICLE, document: DOCUMENT }),
  sample('b:41023872', {
    book: {
      ...BOOK,
      id: '41023872',
      category: 'tweets',
      title: 'Tweets From Ada Example',
      author: 'Ada Example',
      source: 'twitter',
      asin: '',
      documentNote: '',
      summary: '',
    },
  }),
  sample('b:41023873', {
    book: {
      ...BOOK,
      id: '41023873',
      category: 'podcasts',
      title: 'The slow hour',
      author: 'Ada Example',
      source: 'snipd',
      asin: '',
    },
    highlights: highlights.map((highlight) => ({ ...highlight, locationType: 'time_offset' })),
  }),
  sample('d:01hw3video', {
    book: { ...ARTICLE, title: 'A lecture on reading', documentId: '01hw3video' },
    document: {
      ...DOCUMENT,
      id: '01hw3video',
      category: 'video',
      title: 'A lecture on reading',
      url: 'https://read.readwise.io/read/01hw3video',
      wordCount: null,
    },
  }),
];
