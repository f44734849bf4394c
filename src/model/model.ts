/**
 * The core's own records. The wire's shapes never come past `readwise/`; everything inside speaks these.
 * All timestamps are ISO 8601 in UTC with milliseconds (`2026-01-31T09:00:00.000Z`) or null; ids are strings;
 * a text that the service left out or sent as null is `''`.
 */

/** A v2 source with highlights (v2-highlights.md, "Export book object"). */
export interface Book {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  /** Verbatim: `books`, `articles`, `tweets`, `podcasts`, `supplementals` or one not known yet. */
  readonly category: string;
  readonly source: string;
  readonly coverUrl: string;
  readonly tags: readonly string[];
  readonly documentNote: string;
  readonly summary: string;
  /** The book's page at the service. */
  readonly serviceUrl: string;
  readonly sourceUrl: string;
  readonly uniqueUrl: string;
  readonly asin: string;
  /** The v3 document this book is the highlights of, when the service says so (`external_id`). */
  readonly documentId: string | null;
  readonly deleted: boolean;
}

/** A v2 highlight (v2-highlights.md, "Export highlight"). */
export interface Highlight {
  readonly id: string;
  readonly text: string;
  readonly note: string;
  readonly location: number | null;
  readonly locationType: string;
  readonly color: string;
  readonly tags: readonly string[];
  /** The highlight's page at the service. */
  readonly serviceUrl: string;
  /** Where the passage stands in its source, when the source has addresses for passages. */
  readonly url: string;
  readonly highlightedAt: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly favorite: boolean;
  readonly discarded: boolean;
  readonly deleted: boolean;
  /** The v3 highlight this one was made from (`external_id`, else read off its Reader address). */
  readonly documentHighlightId: string | null;
}

/** A v3 item with no parent (v3-documents.md, "Document"). */
export interface Document {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  /** Verbatim: `article`, `email`, `rss`, `pdf`, `epub`, `tweet`, `video`, `podcast` or one not known yet. */
  readonly category: string;
  /** Verbatim: `new`, `later`, `shortlist`, `archive`, `feed`, one not known yet, or `''`. */
  readonly location: string;
  readonly source: string;
  readonly siteName: string;
  readonly tags: readonly string[];
  /** The document's page in Reader. */
  readonly url: string;
  readonly sourceUrl: string;
  readonly imageUrl: string;
  readonly summary: string;
  /** The reader's note on the whole document. */
  readonly note: string;
  readonly wordCount: number | null;
  readonly readingTime: string;
  /** 0 to 1. */
  readonly readingProgress: number;
  /** `YYYY-MM-DD` or null. */
  readonly publishedDate: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly savedAt: string | null;
  readonly firstOpenedAt: string | null;
  readonly lastOpenedAt: string | null;
  readonly lastMovedAt: string | null;
}

/** A v3 highlight: a child of a document. */
export interface DocumentHighlight {
  readonly id: string;
  readonly documentId: string;
  /** Markdown (`content`, else `html_content` as markdown, else `title`). */
  readonly text: string;
  readonly note: string;
  readonly tags: readonly string[];
  readonly url: string;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
}

/** A v3 note: a child of a highlight. */
export interface DocumentNote {
  readonly id: string;
  readonly highlightId: string;
  readonly text: string;
  readonly updatedAt: string | null;
}

/** What gets one note. */
export interface Item {
  /** Stable key: `d:<document id>` where a document is or may be part of it, else `b:<book id>`. */
  readonly key: string;
  readonly book: Book | null;
  readonly document: Document | null;
  /** In scope, in the service's order, each once. */
  readonly highlights: readonly ItemHighlight[];
  /** Its notes that others of it link to. */
  readonly notes?: ItemNotes | undefined;
  /** What the vault has of the files of an item; nothing where they are not kept. */
  readonly files?: LocalFiles | undefined;
}

/** What an image is there for: people choose by that which ones are kept in the vault. */
export type ImageUse = 'cover' | 'image';

/**
 * Which of the things that an item's notes show from the web are in the vault. Files go by their names,
 * wherever they lie.
 */
export interface LocalFiles {
  /** The name of the file with the image of an address; null where it stays on the web. */
  readonly of: (address: string, use: ImageUse) => string | null;
  /** The name of the document's own file. */
  readonly file: string | null;
}

/** Where notes of an item belong, as paths in the vault; `''` where there is none. */
export interface ItemNotes {
  readonly whole: string;
  readonly fullText: string;
}

/** One highlight of an item, whichever interface it came from. */
export interface ItemHighlight {
  /** `rw<id>` for a v2 highlight, `rd<id>` for a v3 highlight that v2 does not have. */
  readonly anchor: string;
  /** The anchor that the same highlight may bear in a note written before both interfaces knew it. */
  readonly otherAnchor: string | null;
  readonly text: string;
  readonly note: string;
  readonly color: string;
  readonly tags: readonly string[];
  readonly location: number | null;
  readonly locationType: string;
  readonly serviceUrl: string;
  readonly url: string;
  readonly highlightedAt: string | null;
  readonly favorite: boolean;
}

/** Every kind there is, in the order in which people are shown them. */
export const ITEM_KINDS = ['book', 'article', 'tweet', 'podcast', 'video'] as const;

/** Which built-in template an item takes. */
export type ItemKind = (typeof ITEM_KINDS)[number];

// A document that is watched, heard or tweeted decides, because the highlights of a video are an article to
// v2.
const BY_DOCUMENT: ReadonlyMap<string, ItemKind> = new Map([
  ['video', 'video'],
  ['podcast', 'podcast'],
  ['tweet', 'tweet'],
]);

const BY_BOOK: ReadonlyMap<string, ItemKind> = new Map([
  ['books', 'book'],
  ['supplementals', 'book'],
  ['tweets', 'tweet'],
  ['podcasts', 'podcast'],
]);

/**
 * Which built-in template an item takes: `article` for everything that is none of the others, and for what is
 * not known.
 */
export function kindOf({ book, document }: Item): ItemKind {
  return BY_DOCUMENT.get(document?.category ?? '') ?? BY_BOOK.get(book?.category ?? '') ?? 'article';
}

/** A record that did not have the shape the service promises: kept out, reported, the rest go on. */
export interface Quarantined {
  readonly endpoint: 'highlights' | 'documents';
  /** The record's id as far as it could be read, else `(no id)`. */
  readonly id: string;
  /** The book that it is in, where it is a highlight. */
  readonly bookId?: string | undefined;
  readonly problem: string;
}
