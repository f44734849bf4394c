import type { Book, Highlight } from '../../../model/model';
import { bookKey, EMPTY_BOOK, EMPTY_HIGHLIGHT, emptyRecord, type ItemRecord } from '../../../model/record';

const BOOK: Book = {
  ...EMPTY_BOOK,
  id: 'sample',
  title: 'Meditations',
  author: 'Marcus Aurelius',
  category: 'books',
  tags: ['philosophy'],
  documentNote: 'One page each morning.',
  summary: 'What an emperor told himself in the evenings.',
};

const HIGHLIGHT: Highlight = {
  ...EMPTY_HIGHLIGHT,
  locationType: 'page',
  color: 'yellow',
  highlightedAt: '2026-01-05T08:00:00Z',
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
