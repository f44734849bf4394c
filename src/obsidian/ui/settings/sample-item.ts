import type { Book, Highlight } from '../../../model/model';
import { bookKey, emptyRecord, type ItemRecord } from '../../../model/record';

const BOOK: Book = {
  id: 'sample',
  title: 'Meditations',
  readableTitle: '',
  author: 'Marcus Aurelius',
  category: 'books',
  source: '',
  coverUrl: '',
  tags: ['philosophy'],
  documentNote: 'One page each morning.',
  summary: 'What an emperor told himself in the evenings.',
  serviceUrl: '',
  sourceUrl: '',
  uniqueUrl: '',
  asin: '',
  documentId: null,
  deleted: false,
};

const HIGHLIGHT: Highlight = {
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
  highlightedAt: '2026-01-05T08:00:00Z',
  createdAt: null,
  updatedAt: null,
  favorite: false,
  discarded: false,
  deleted: false,
  documentHighlightId: null,
};

/** What a preview shows while there is no library. It never gets into a note. */
export const SAMPLE_ITEM: ItemRecord = {
  ...emptyRecord(bookKey(BOOK.id)),
  book: BOOK,
  highlights: [
    {
      ...HIGHLIGHT,
      id: 'sample-1',
      text: 'In the morning when thou risest unwillingly, let this thought be present: I am rising to the work of a human being.',
      location: 61,
      tags: ['favorite'],
      favorite: true,
    },
    {
      ...HIGHLIGHT,
      id: 'sample-2',
      text: 'The best way of avenging thyself is not to become like the wrong doer.',
      note: 'Short enough to learn by heart.',
      location: 78,
    },
    {
      ...HIGHLIGHT,
      id: 'sample-3',
      text: 'Very little indeed is necessary for living a happy life.',
      location: 94,
      color: 'blue',
      tags: ['happiness'],
    },
  ],
};
