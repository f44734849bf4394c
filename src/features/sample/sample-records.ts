import library from '../../../samples/library.json';
import type { Book, Document, Highlight } from '../../model/model';
import { bookKey, documentKey, emptyRecord, type ItemRecord, sampleId } from '../../model/record';

/** An item of the sample file; empty fields are left out. */
interface SampleItem {
  readonly book: Partial<Book>;
  readonly document?: Partial<Document>;
  readonly highlights: readonly Partial<Highlight>[];
}

const ITEMS: readonly SampleItem[] = library;

const FIRST_DAY = Date.UTC(2026, 0, 4, 7);
const HOUR_MS = 3_600_000;

/** The sample library as records of the service: public-domain texts in several scripts. */
export const sampleRecords = (): readonly ItemRecord[] =>
  ITEMS.map((item, index) => recordOf(item, index + 1));

function recordOf({ book, document, highlights }: SampleItem, number: number): ItemRecord {
  const id = sampleId(number);
  const documentId = document === undefined ? null : id;
  return {
    ...emptyRecord(documentId === null ? bookKey(id) : documentKey(id)),
    book: { ...NO_BOOK, ...book, id, documentId },
    document:
      document === undefined
        ? null
        : {
            ...NO_DOCUMENT,
            title: book.title ?? '',
            author: book.author ?? '',
            ...document,
            id,
            createdAt: timeOf(number, 0),
            savedAt: timeOf(number, 0),
          },
    highlights: highlights.map((highlight, index) => ({
      ...NO_HIGHLIGHT,
      ...highlight,
      id: `sample-${String(number)}-${String(index + 1)}`,
      highlightedAt: timeOf(number, index + 1),
      locationType: document === undefined ? 'page' : 'offset',
    })),
  };
}

/** One day per item, one hour per highlight. */
const timeOf = (number: number, hour: number): string =>
  new Date(FIRST_DAY + (number * 24 + hour) * HOUR_MS).toISOString();

const NO_BOOK: Book = {
  id: '',
  title: '',
  readableTitle: '',
  author: '',
  category: 'books',
  source: '',
  coverUrl: '',
  tags: [],
  documentNote: '',
  summary: '',
  serviceUrl: '',
  sourceUrl: '',
  uniqueUrl: '',
  asin: '',
  documentId: null,
  deleted: false,
};

const NO_DOCUMENT: Document = {
  id: '',
  title: '',
  author: '',
  category: 'article',
  location: 'later',
  source: '',
  siteName: '',
  tags: [],
  url: '',
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
};

const NO_HIGHLIGHT: Highlight = {
  id: '',
  text: '',
  note: '',
  location: null,
  endLocation: null,
  locationType: 'page',
  color: 'yellow',
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
};
