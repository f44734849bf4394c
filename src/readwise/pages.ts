import type {
  Book,
  Document,
  DocumentHighlight,
  DocumentNote,
  Highlight,
  Quarantined,
} from '../core/library/model';

interface Page {
  /** The response's `Date` header as ISO 8601 with milliseconds, or null when it had none. */
  readonly serverDate: string | null;
  /** Cursor of the page after this one; null at the end. */
  readonly nextCursor: string | null;
  /** The service's own count of matches: advice for a progress bar, never proof. */
  readonly count: number | null;
  readonly quarantined: readonly Quarantined[];
}

export interface BookWithHighlights {
  readonly book: Book;
  /** Only those that this page carried: absence means nothing. */
  readonly highlights: readonly Highlight[];
}

/** One page of the v2 export, mapped. */
export interface HighlightPage extends Page {
  readonly books: readonly BookWithHighlights[];
}

/** One page of the v3 list, mapped and sorted by what each record is. */
export interface DocumentPage extends Page {
  readonly documents: readonly Document[];
  readonly highlights: readonly DocumentHighlight[];
  readonly notes: readonly DocumentNote[];
}
