import type { NewBook, NewHighlight } from '../book-shelf';
import type { NewDocument } from '../document-shelf';
import type { NewDocumentHighlight } from '../library';

/** A v2 book of the demo library. */
export interface DemoBook {
  /** ISO 8601: when it came into the library. */
  readonly added: string;
  readonly book: NewBook;
  readonly highlights: readonly NewHighlight[];
}

export interface DemoDocumentHighlight extends NewDocumentHighlight {
  /** Notes below it, each a v3 child of its own. */
  readonly notesBelow?: readonly string[];
}

/** A Reader document of the demo library. */
export interface DemoDocument {
  /** ISO 8601: when it was saved. */
  readonly added: string;
  readonly document: NewDocument;
  /** Whether its highlights are in v2 as well, in a book that names the document, or in v3 alone. */
  readonly highlightsIn: 'both' | 'reader';
  readonly highlights: readonly DemoDocumentHighlight[];
}
