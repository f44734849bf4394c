import { Library } from '../library';
import type { DemoBook, DemoDocument } from './demo-entry';
import { ESSAYS } from './essays';
import { JOINED_DOCUMENTS } from './joined-documents';
import { POETRY } from './poetry';
import { PROSE } from './prose';
import { READER_DOCUMENTS } from './reader-documents';
import { SHORT_FORMS } from './short-forms';
import { UNMARKED_DOCUMENTS } from './unmarked-documents';

const MINUTE = 60_000;

/**
 * A small library of works in the public domain with something of every kind; the same at each call, down to
 * the ids.
 */
export function demoLibrary(): Library {
  const library = new Library({ seed: 1580 });
  for (const entry of [...PROSE, ...ESSAYS, ...POETRY, ...SHORT_FORMS]) addDemoBook(library, entry);
  for (const entry of [...JOINED_DOCUMENTS, ...READER_DOCUMENTS, ...UNMARKED_DOCUMENTS])
    addDemoDocument(library, entry);
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
