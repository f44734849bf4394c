import type { Book, Document, DocumentHighlight, DocumentNote, Highlight, Quarantined } from '../model/model';

/** What the v3 list adds to a document when it is told to. */
export interface DocumentContent {
  readonly id: string;
  /** `html_content`: hostile; `''` where the service has none or was not asked. */
  readonly html: string;
  /** `raw_source_url`: good for one hour; `''` where the service has none or was not asked. */
  readonly rawSourceUrl: string;
}

/** What every page tells beside its records. */
export interface Page {
  /** The response's `Date` header as ISO 8601 with milliseconds, or null when it had none. */
  readonly serverDate: string | null;
  /** Where the page after this one is (a page number in the v2 lists, else a cursor); null at the end. */
  readonly nextCursor: string | null;
  /** The service's own count of matches: advice, never proof. */
  readonly count: number | null;
  /** Records that are kept out, because they cannot be told or are nothing without what could not be read. */
  readonly quarantined: readonly Quarantined[];
  /** Records that are on the page, but for fields that could not be read. */
  readonly incomplete: readonly Quarantined[];
}

/** One page of a list. */
export interface ListPage<Entry> extends Page {
  readonly entries: readonly Entry[];
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

/** One page of the v3 list with the contents that were asked for. */
export interface DocumentListPage extends DocumentPage {
  readonly contents: readonly DocumentContent[];
}
