import type { NewBook, NewHighlight } from './book-shelf';
import entries from './demo-library.json';
import type { NewDocument } from './document-shelf';
import { Library, type NewDocumentHighlight } from './library';

/** A v2 book of the demo library. */
interface DemoBook {
  /** ISO 8601: when it came into the library. */
  readonly added: string;
  readonly book: NewBook;
  readonly highlights: readonly NewHighlight[];
}

interface DemoDocumentHighlight extends NewDocumentHighlight {
  /** Notes below it, each a v3 child of its own. */
  readonly notesBelow?: readonly string[];
}

/** A Reader document of the demo library. */
interface DemoDocument {
  /** ISO 8601: when it was saved. */
  readonly added: string;
  readonly document: NewDocument;
  /** Whether its highlights are in v2 as well, in a book that names the document, or in v3 alone. */
  readonly highlightsIn: 'both' | 'reader';
  readonly highlights: readonly DemoDocumentHighlight[];
}

interface DemoEntries {
  readonly books: readonly DemoBook[];
  readonly documents: readonly DemoDocument[];
}

const MINUTE = 60_000;

/**
 * A small library of works in the public domain with something of every kind; the same at each call, down to
 * the ids.
 */
export function demoLibrary(): Library {
  const library = new Library({ seed: 1580 });
  const { books, documents } = entries as DemoEntries;
  for (const entry of books) addDemoBook(library, entry);
  for (const entry of documents) addDemoDocument(library, entry);
  return library;
}

/** One highlight a minute, from when the book came in. */
function addDemoBook(library: Library, { added, book, highlights }: DemoBook): void {
  const { id } = library.at(added, () => library.addBook(book));
  for (const [index, highlight] of highlights.entries()) {
    library.at(minutesAfter(added, index + 1), () => library.addHighlight(id, highlight));
  }
}

function addDemoDocument(
  library: Library,
  { added, document, highlightsIn, highlights }: DemoDocument,
): void {
  const opened = document.readingProgress === undefined ? null : Date.parse(added);
  const { id } = library.at(added, () =>
    library.addDocument({ firstOpenedAt: opened, lastOpenedAt: opened, ...document }),
  );
  for (const [index, { notesBelow = [], ...highlight }] of highlights.entries()) {
    library.at(minutesAfter(added, index + 1), () => {
      const child =
        highlightsIn === 'both'
          ? library.addMirroredHighlight(id, highlight).child
          : library.addDocumentHighlight(id, highlight);
      for (const note of notesBelow) library.addDocumentNote(child.id, note);
    });
  }
}

function minutesAfter(time: string, minutes: number): string {
  return new Date(Date.parse(time) + minutes * MINUTE).toISOString();
}
