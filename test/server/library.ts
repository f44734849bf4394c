import {
  BookShelf,
  type BookFields,
  type HighlightFields,
  type NewBook,
  type NewHighlight,
} from './book-shelf';
import { DocumentShelf, type DocumentFields, type NewDocument } from './document-shelf';
import { IdSequence } from './id-sequence';
import { Ledger, type Stamping } from './ledger';
import type { BookRecord, DocumentRecord, HighlightRecord } from './records';

/** A passage marked in the reading app. */
export interface NewDocumentHighlight {
  readonly text: string;
  readonly note?: string;
  readonly color?: string;
  readonly location?: number;
  readonly tags?: readonly string[];
}

/**
 * Everything one person keeps at the service, and what that person does there. Both interfaces show the same
 * library: a passage marked in Reader is a v3 child and, where it is mirrored, a v2 highlight of the
 * document's book.
 */
export class Library {
  readonly ids: IdSequence;
  readonly ledger = new Ledger();
  readonly books: BookShelf;
  readonly documents: DocumentShelf;
  /** Locations the person has turned on in Reader; any other is stored as `defaultLocation`. */
  enabledLocations: ReadonlySet<string> = new Set(['new', 'later', 'shortlist', 'archive', 'feed']);
  defaultLocation = 'new';
  reviewCompleted = false;

  constructor(options: { readonly seed?: number; readonly now?: () => number } = {}) {
    this.ids = new IdSequence(options.seed ?? 1);
    this.books = new BookShelf(this.ledger, this.ids);
    this.documents = new DocumentShelf(this.ledger, this.ids);
    if (options.now !== undefined) this.ledger.now = options.now;
  }

  /**
   * The service's clock in milliseconds since the epoch: every stamp and every `Date` header comes from it.
   */
  get now(): () => number {
    return this.ledger.now;
  }

  set now(clock: () => number) {
    this.ledger.now = clock;
  }

  /** Makes changes as if at that time (ISO 8601). */
  at<T>(time: string, change: () => T): T {
    const clock = this.ledger.now;
    const moment = Date.parse(time);
    this.ledger.now = () => moment;
    try {
      return change();
    } finally {
      this.ledger.now = clock;
    }
  }

  /** Makes changes that move no time stamp at all, as some edits at the service do. */
  silently<T>(change: () => T): T {
    return this.#stamping('nowhere', change);
  }

  /** Makes changes that the LIST endpoints show as updated and the export does not. */
  outsideExport<T>(change: () => T): T {
    return this.#stamping('lists-only', change);
  }

  addBook(book: NewBook): BookRecord {
    return this.books.addBook(book);
  }

  /** Moves only the book's own `updated`: an incremental export does not show it. */
  retitleBook(id: number, title: string): BookRecord {
    return this.books.changeBook(id, { title });
  }

  /** As `retitleBook`. */
  editBook(id: number, change: Partial<BookFields>): BookRecord {
    return this.books.changeBook(id, change);
  }

  /** As `retitleBook`. */
  setDocumentNote(bookId: number, documentNote: string | null): BookRecord {
    return this.books.changeBook(bookId, { documentNote });
  }

  /** As `retitleBook`. */
  setBookTags(id: number, names: readonly string[]): BookRecord {
    const known = this.books.book(id).tags;
    return this.books.setBookTags(
      id,
      names.map((name) => known.find((tag) => tag.name === name) ?? { id: this.ids.nextTag(), name }),
    );
  }

  /** Its highlights go with it; tombstones of all stay in the export. */
  deleteBook(id: number): void {
    this.books.deleteBook(id);
  }

  addHighlight(bookId: number, highlight: NewHighlight): HighlightRecord {
    return this.books.addHighlight(bookId, highlight);
  }

  /** Text and note of a highlight made in Reader change there too. */
  editHighlight(id: number, change: Partial<HighlightFields>): HighlightRecord {
    const highlight = this.books.changeHighlight(id, change);
    const twin = highlight.externalId === null ? null : this.documents.find(highlight.externalId);
    if (twin !== null && (change.text !== undefined || change.note !== undefined)) {
      this.documents.change(twin.id, { content: highlight.text, notes: highlight.note });
    }
    return highlight;
  }

  setHighlightTags(id: number, names: readonly string[]): HighlightRecord {
    const known = this.books.highlight(id).tags;
    return this.books.setHighlightTags(
      id,
      names.map((name) => known.find((tag) => tag.name === name) ?? { id: this.ids.nextTag(), name }),
    );
  }

  favourite(id: number): HighlightRecord {
    return this.books.changeHighlight(id, { favorite: true });
  }

  discard(id: number): HighlightRecord {
    return this.books.changeHighlight(id, { discarded: true });
  }

  /** A tombstone stays in the export; a highlight made in Reader goes there without a trace. */
  deleteHighlight(id: number): void {
    const { externalId } = this.books.highlight(id);
    this.books.deleteHighlight(id);
    if (externalId !== null && this.documents.find(externalId) !== null) this.documents.remove(externalId);
  }

  /** It keeps its id. The book that it was in may be left empty. */
  moveHighlight(id: number, bookId: number): HighlightRecord {
    return this.books.moveHighlight(id, bookId);
  }

  addDocument(document: NewDocument): DocumentRecord {
    return this.documents.addDocument({
      ...document,
      location: this.settledLocation(document.location ?? 'new'),
    });
  }

  editDocument(id: string, change: Partial<DocumentFields>): DocumentRecord {
    return this.documents.change(id, change);
  }

  moveDocument(id: string, location: string): DocumentRecord {
    return this.documents.change(id, { location: this.settledLocation(location) });
  }

  setDocumentTags(id: string, names: readonly string[]): DocumentRecord {
    return this.documents.setTags(id, names);
  }

  /**
   * It just stops appearing, with its highlights and notes; mirrored highlights leave tombstones, their book
   * stays empty.
   */
  deleteDocument(id: string): void {
    for (const gone of this.documents.remove(id)) {
      const twin = this.books.highlightOfDocumentHighlight(gone);
      if (twin !== null) this.books.deleteHighlight(twin.id);
    }
  }

  /** A passage marked in Reader, as v3 alone shows it. */
  addDocumentHighlight(documentId: string, highlight: NewDocumentHighlight): DocumentRecord {
    return this.documents.addChild(documentId, {
      category: 'highlight',
      content: highlight.text,
      notes: highlight.note ?? '',
    });
  }

  /**
   * A passage marked in Reader that v2 has as well: in the book with source `reader`, made when there is none
   * yet.
   */
  addMirroredHighlight(
    documentId: string,
    highlight: NewDocumentHighlight,
  ): { readonly child: DocumentRecord; readonly highlight: HighlightRecord } {
    const child = this.addDocumentHighlight(documentId, highlight);
    const mirrored = this.books.addHighlight(this.bookOfDocument(documentId).id, {
      text: highlight.text,
      note: highlight.note ?? '',
      locationType: 'offset',
      externalId: child.id,
      url: `https://read.readwise.io/read/${child.id}`,
      ...(highlight.color === undefined ? {} : { color: highlight.color }),
      ...(highlight.location === undefined ? {} : { location: highlight.location }),
      ...(highlight.tags === undefined ? {} : { tags: highlight.tags }),
    });
    return { child, highlight: mirrored };
  }

  /** A note below a v3 highlight, as a child of its own. */
  addDocumentNote(highlightId: string, text: string): DocumentRecord {
    return this.documents.addChild(highlightId, { category: 'note', content: text });
  }

  /** The v2 book that mirrors a document; made when there is none yet. */
  bookOfDocument(documentId: string): BookRecord {
    const document = this.documents.get(documentId);
    return (
      this.books.bookOfDocument(documentId) ??
      this.books.addBook({
        title: document.title ?? '',
        author: document.author ?? '',
        category: BOOK_CATEGORY.get(document.category) ?? 'articles',
        source: 'reader',
        coverImageUrl: document.imageUrl ?? '',
        sourceUrl: document.sourceUrl,
        uniqueUrl: `https://read.readwise.io/read/${documentId}`,
        summary: document.summary ?? '',
        externalId: documentId,
      })
    );
  }

  /** Where a document asked to be at `location` is stored. */
  settledLocation(location: string | null): string {
    return location !== null && this.enabledLocations.has(location) ? location : this.defaultLocation;
  }

  #stamping<T>(stamping: Stamping, change: () => T): T {
    const before = this.ledger.stamping;
    this.ledger.stamping = stamping;
    try {
      return change();
    } finally {
      this.ledger.stamping = before;
    }
  }
}

const BOOK_CATEGORY: ReadonlyMap<string, string> = new Map([
  ['epub', 'books'],
  ['pdf', 'books'],
  ['tweet', 'tweets'],
  ['video', 'podcasts'],
  ['podcast', 'podcasts'],
]);
