import type {
  Book,
  Document,
  DocumentHighlight,
  Highlight,
  Item,
  ItemHighlight,
} from '../../src/model/model';
import type { OutboxEntry } from '../../src/model/outbox';
import type { NoteTemplate, RenderedNote } from '../../src/notes/template/template';
import { sampleBook, sampleDocument, sampleHighlight, sampleItem } from '../model/sample-item';

/** Records with sensible values everywhere; a test names only what it is about. */

const DAY = '2026-01-01T00:00:00.000Z';

export const aBook = (values: Partial<Book> = {}): Book =>
  sampleBook({ title: 'Meditations', author: 'Marcus Aurelius', source: 'kindle', ...values });

export const aHighlight = (values: Partial<Highlight> = {}): Highlight => ({
  id: '11',
  text: 'The soul becomes dyed with the colour of its thoughts.',
  note: '',
  location: 1,
  endLocation: null,
  locationType: 'location',
  color: '',
  tags: [],
  serviceUrl: 'https://readwise.io/open/11',
  url: '',
  highlightedAt: DAY,
  createdAt: DAY,
  updatedAt: DAY,
  favorite: false,
  discarded: false,
  deleted: false,
  documentHighlightId: null,
  ...values,
});

export const aDocument = (values: Partial<Document> = {}): Document =>
  sampleDocument({
    title: 'On the Shortness of Life',
    author: 'Seneca',
    location: 'later',
    source: 'reader-web-app',
    siteName: 'example.org',
    sourceUrl: 'https://example.org/seneca',
    wordCount: 1200,
    readingTime: '5 mins',
    createdAt: DAY,
    updatedAt: DAY,
    savedAt: DAY,
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
  deleted: false,
  ...values,
});

export const anItemHighlight = (values: Partial<ItemHighlight> = {}): ItemHighlight =>
  sampleHighlight({
    anchor: 'rw11',
    text: 'The soul becomes dyed with the colour of its thoughts.',
    location: 1,
    locationType: 'location',
    serviceUrl: '',
    ...values,
  });

export const anItem = (values: Partial<Item> = {}): Item =>
  sampleItem({ book: aBook(), highlights: [anItemHighlight()], ...values });

/** A change that a person asked for and that was not sent yet. */
export const aWaitingChange = (id: string): OutboxEntry => ({
  id,
  change: { kind: 'edit-highlight', anchor: 'rw1', fields: { note: `Written on the train, ${id}.` } },
  base: { fields: {}, tags: [] },
  at: DAY,
  state: 'waiting',
  tries: 0,
  touched: { books: [], documents: [], deleted: [] },
});

/** The smallest template that uses every part of a note: for tests that are not about templates. */
export const plainTemplate: NoteTemplate = {
  name: 'plain',
  render: (item) => Promise.resolve(plainNote(item)),
};

/** What it makes of an item. */
export const plainNote = (item: Item): RenderedNote => ({
  properties: [
    ['title', item.book?.title ?? item.document?.title ?? ''],
    ['highlights', item.highlights.length],
  ],
  header: `# ${item.book?.title ?? item.document?.title ?? ''}`,
  blocks: item.highlights.map((highlight) => ({ anchor: highlight.anchor, text: highlight.text })),
});
