import type { IdSequence } from './id-sequence';
import { inlineTags } from './inline-tags';
import type { Ledger } from './ledger';
import type { BookRecord, HighlightRecord, TagRecord } from './records';

export type BookFields = Omit<BookRecord, 'id' | 'tags' | 'updatedAt' | 'deletedAt'>;
export type NewBook = Partial<BookFields> & { readonly title: string; readonly tags?: readonly string[] };

export type HighlightFields = Omit<
  HighlightRecord,
  'id' | 'bookId' | 'tags' | 'removedTags' | 'createdAt' | 'updatedAt' | 'exportedAt' | 'deletedAt'
>;
export type NewHighlight = Partial<HighlightFields> & {
  readonly text: string;
  readonly tags?: readonly string[];
};

/** The v2 half: books and highlights, tombstones included. */
export class BookShelf {
  readonly #ledger: Ledger;
  readonly #ids: IdSequence;
  readonly #books = new Map<number, BookRecord>();
  readonly #highlights = new Map<number, HighlightRecord>();
  readonly #highlightsOfBook = new Map<number, number[]>();
  readonly #bookOfDocument = new Map<string, number>();
  readonly #highlightOfDocumentHighlight = new Map<string, number>();
  readonly #highlightOfUrl = new Map<string, number>();

  constructor(ledger: Ledger, ids: IdSequence) {
    this.#ledger = ledger;
    this.#ids = ids;
  }

  /** Every book, also deleted ones. */
  books(): Iterable<BookRecord> {
    return this.#books.values();
  }

  /** Every highlight, also deleted ones. */
  highlights(): Iterable<HighlightRecord> {
    return this.#highlights.values();
  }

  /** Throws when there never was such a book; a deleted one is still found. */
  book(id: number): BookRecord {
    return found(this.#books.get(id), `book ${id}`);
  }

  /** Throws when there never was such a highlight; a deleted one is still found. */
  highlight(id: number): HighlightRecord {
    return found(this.#highlights.get(id), `highlight ${id}`);
  }

  liveBook(id: number): BookRecord | null {
    return live(this.#books.get(id));
  }

  liveHighlight(id: number): HighlightRecord | null {
    return live(this.#highlights.get(id));
  }

  /** Deleted ones too, in the order they were made. */
  highlightsOf(bookId: number): readonly HighlightRecord[] {
    return (this.#highlightsOfBook.get(bookId) ?? []).map((id) => this.highlight(id));
  }

  liveHighlightsOf(bookId: number): readonly HighlightRecord[] {
    return this.highlightsOf(bookId).filter((highlight) => highlight.deletedAt === null);
  }

  bookOfDocument(documentId: string): BookRecord | null {
    return live(this.#books.get(this.#bookOfDocument.get(documentId) ?? -1));
  }

  highlightOfDocumentHighlight(id: string): HighlightRecord | null {
    return live(this.#highlights.get(this.#highlightOfDocumentHighlight.get(id) ?? -1));
  }

  highlightWithUrl(url: string): HighlightRecord | null {
    return live(this.#highlights.get(this.#highlightOfUrl.get(url) ?? -1));
  }

  addBook(book: NewBook): BookRecord {
    const { tags = [], ...fields } = book;
    return this.#putBook({
      ...BLANK_BOOK,
      ...fields,
      id: this.#ids.nextBook(),
      tags: this.#named(tags, []),
      updatedAt: this.#ledger.now(),
      deletedAt: null,
    });
  }

  /**
   * Title, author, note and the like: moves only the book's own `updated`, which the export does not look at.
   */
  changeBook(id: number, change: Partial<BookFields>): BookRecord {
    const book = this.book(id);
    return this.#putBook({ ...book, ...change, updatedAt: this.#ledger.listStamp(book.updatedAt) });
  }

  setBookTags(id: number, tags: readonly TagRecord[]): BookRecord {
    const book = this.book(id);
    return this.#putBook({ ...book, tags, updatedAt: this.#ledger.listStamp(book.updatedAt) });
  }

  /** Deletes the book and all its highlights: tombstones stay. */
  deleteBook(id: number): void {
    for (const highlight of this.liveHighlightsOf(id)) this.deleteHighlight(highlight.id);
    const book = this.book(id);
    this.#putBook({
      ...book,
      updatedAt: this.#ledger.listStamp(book.updatedAt),
      deletedAt: this.#ledger.now(),
    });
  }

  addHighlight(bookId: number, highlight: NewHighlight): HighlightRecord {
    const { tags = [], ...fields } = highlight;
    const now = this.#ledger.now();
    const names = [...new Set([...tags, ...inlineTags(fields.note ?? '')])];
    const added = this.#putHighlight({
      ...BLANK_HIGHLIGHT,
      location: (this.#highlightsOfBook.get(bookId)?.length ?? 0) + 1,
      highlightedAt: now,
      ...fields,
      id: this.#ids.nextHighlight(),
      bookId,
      tags: this.#named(names, []),
      createdAt: now,
      updatedAt: now,
      exportedAt: now,
    });
    this.changeBook(bookId, {});
    return added;
  }

  changeHighlight(id: number, change: Partial<HighlightFields>): HighlightRecord {
    const highlight = this.highlight(id);
    const fresh =
      change.note === undefined
        ? []
        : inlineTags(change.note).filter((name) => !highlight.removedTags.includes(name));
    const names = [...new Set([...highlight.tags.map((tag) => tag.name), ...fresh])];
    return this.#restamp({ ...highlight, ...change, tags: this.#named(names, highlight.tags) });
  }

  setHighlightTags(id: number, tags: readonly TagRecord[]): HighlightRecord {
    const highlight = this.highlight(id);
    const gone = highlight.tags
      .map((tag) => tag.name)
      .filter((name) => !tags.some((tag) => tag.name === name));
    return this.#restamp({ ...highlight, tags, removedTags: [...highlight.removedTags, ...gone] });
  }

  deleteHighlight(id: number): void {
    this.#restamp({ ...this.highlight(id), deletedAt: this.#ledger.now() });
  }

  /** It keeps its id and leaves nothing behind in the book that it was in. */
  moveHighlight(id: number, bookId: number): HighlightRecord {
    const highlight = this.highlight(id);
    this.#highlightsOfBook.set(
      highlight.bookId,
      (this.#highlightsOfBook.get(highlight.bookId) ?? []).filter((other) => other !== id),
    );
    this.changeBook(highlight.bookId, {});
    this.#shelve({ ...highlight, bookId });
    return this.#restamp({ ...highlight, bookId });
  }

  /** Tags for these names: those that are among `known` keep their ids. */
  #named(names: readonly string[], known: readonly TagRecord[]): readonly TagRecord[] {
    return names.map((name) => known.find((tag) => tag.name === name) ?? { id: this.#ids.nextTag(), name });
  }

  #restamp(highlight: HighlightRecord): HighlightRecord {
    this.changeBook(highlight.bookId, {});
    return this.#putHighlight({
      ...highlight,
      updatedAt: this.#ledger.listStamp(highlight.updatedAt),
      exportedAt: this.#ledger.exportStamp(highlight.exportedAt),
    });
  }

  #putBook(book: BookRecord): BookRecord {
    this.#books.set(book.id, book);
    if (book.externalId !== null) this.#bookOfDocument.set(book.externalId, book.id);
    this.#ledger.changed();
    return book;
  }

  #putHighlight(highlight: HighlightRecord): HighlightRecord {
    if (!this.#highlights.has(highlight.id)) this.#shelve(highlight);
    this.#highlights.set(highlight.id, highlight);
    if (highlight.externalId !== null)
      this.#highlightOfDocumentHighlight.set(highlight.externalId, highlight.id);
    if (highlight.url !== null) this.#highlightOfUrl.set(highlight.url, highlight.id);
    this.#ledger.changed();
    return highlight;
  }

  #shelve(highlight: HighlightRecord): void {
    this.book(highlight.bookId);
    const siblings = this.#highlightsOfBook.get(highlight.bookId);
    if (siblings === undefined) this.#highlightsOfBook.set(highlight.bookId, [highlight.id]);
    else siblings.push(highlight.id);
  }
}

function found<T>(record: T | undefined, what: string): T {
  if (record === undefined) throw new Error(`The library has no ${what}`);
  return record;
}

function live<T extends { readonly deletedAt: number | null }>(record: T | undefined): T | null {
  return record === undefined || record.deletedAt !== null ? null : record;
}

const BLANK_BOOK: Omit<BookRecord, 'id' | 'title' | 'tags' | 'updatedAt' | 'deletedAt'> = {
  author: '',
  category: 'books',
  source: 'api',
  coverImageUrl: '',
  sourceUrl: null,
  uniqueUrl: null,
  asin: null,
  documentNote: null,
  summary: '',
  externalId: null,
};

const BLANK_HIGHLIGHT: Omit<
  HighlightRecord,
  'id' | 'bookId' | 'text' | 'location' | 'tags' | 'highlightedAt' | 'createdAt' | 'updatedAt' | 'exportedAt'
> = {
  note: '',
  locationType: 'order',
  endLocation: null,
  color: 'yellow',
  url: null,
  externalId: null,
  removedTags: [],
  favorite: false,
  discarded: false,
  deletedAt: null,
};
