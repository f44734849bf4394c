/**
 * What the client hands out besides the core's records: mapped, in the client's own names, texts `''` where the service
 * has none, timestamps as in `core/model.ts`.
 */
import type {
  Book,
  Document,
  DocumentHighlight,
  DocumentNote,
  Highlight,
  Quarantined,
} from '../core/library/model';

/** v2-highlights.md, "Tag". */
export interface Tag {
  readonly id: string;
  readonly name: string;
}

/** A v2 highlight as the list, detail and update endpoints give it: it knows its book, and lacks `favorite` and `deleted`. */
export interface ListedHighlight {
  readonly id: string;
  readonly bookId: string;
  readonly text: string;
  readonly note: string;
  readonly location: number | null;
  readonly locationType: string;
  readonly color: string;
  readonly tags: readonly string[];
  readonly url: string;
  readonly highlightedAt: string | null;
  readonly updatedAt: string | null;
  readonly discarded: boolean;
}

/** A v2 book as the list and detail endpoints give it. */
export interface ListedBook {
  readonly bookId: string;
  readonly title: string;
  readonly author: string;
  readonly category: string;
  readonly source: string;
  readonly coverUrl: string;
  readonly tags: readonly string[];
  readonly documentNote: string;
  readonly serviceUrl: string;
  readonly sourceUrl: string;
  readonly asin: string;
  readonly highlightCount: number | null;
  readonly lastHighlightAt: string | null;
  readonly updatedAt: string | null;
}

/** v2-highlights.md, "Highlight CREATE result item". */
export interface CreatedHighlights {
  readonly book: ListedBook;
  /** Highlights that the request created or updated. */
  readonly modifiedIds: readonly string[];
}

/** v2-highlights.md, "Daily review". */
export interface DailyReview {
  readonly id: string;
  readonly url: string;
  readonly completed: boolean;
  readonly highlights: readonly ReviewHighlight[];
}

export interface ReviewHighlight {
  readonly id: string;
  readonly text: string;
  readonly note: string;
  readonly title: string;
  readonly author: string;
  readonly category: string;
  readonly url: string;
  readonly sourceUrl: string;
  readonly sourceType: string;
  readonly highlightUrl: string;
  readonly imageUrl: string;
  readonly location: number | null;
  readonly locationType: string;
  readonly highlightedAt: string | null;
  readonly apiSource: string;
}

/** v3-documents.md, "Create/update result". */
export interface SavedDocument {
  readonly id: string;
  /** The document's page in Reader. */
  readonly url: string;
}

/** v3-documents.md, "Tag". */
export interface DocumentTag {
  /** What the list's `tag` filter takes. */
  readonly key: string;
  readonly name: string;
}

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
