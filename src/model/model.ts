/**
 * The records of the engine, to which `readwise/` maps the service's JSON. Timestamps are ISO 8601 in UTC
 * with milliseconds or null, ids are strings, a missing text is `''`.
 */

/** A v2 source with highlights. */
export interface Book {
  readonly id: string;
  readonly title: string;
  /** The title as the service tidied it. */
  readonly readableTitle: string;
  readonly author: string;
  /** One of `BOOK_CATEGORIES` or a later value of the service. */
  readonly category: string;
  readonly source: string;
  readonly coverUrl: string;
  readonly tags: readonly string[];
  readonly documentNote: string;
  readonly summary: string;
  readonly serviceUrl: string;
  readonly sourceUrl: string;
  readonly uniqueUrl: string;
  readonly asin: string;
  /**
   * The v3 document that the highlights were made in: named by the service (`external_id`, an address), or that
   * of one of the highlights.
   */
  readonly documentId: string | null;
  readonly deleted: boolean;
}

/** A v2 highlight. */
export interface Highlight {
  readonly id: string;
  readonly text: string;
  readonly note: string;
  readonly location: number | null;
  /** Where a passage ends that begins at `location`. */
  readonly endLocation: number | null;
  readonly locationType: string;
  readonly color: string;
  readonly tags: readonly string[];
  readonly serviceUrl: string;
  /** The address of the passage in its source, when there is one. */
  readonly url: string;
  readonly highlightedAt: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly favorite: boolean;
  readonly discarded: boolean;
  readonly deleted: boolean;
  /** The same highlight in v3 (`external_id`, else from the highlight's Reader address). */
  readonly documentHighlightId: string | null;
}

/** A v3 item with no parent. */
export interface Document {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  /** One of `DOCUMENT_CATEGORIES` or a later value of the service. */
  readonly category: string;
  /** One of `DOCUMENT_LOCATIONS`, `''` or a later value of the service. */
  readonly location: string;
  readonly source: string;
  readonly siteName: string;
  readonly tags: readonly string[];
  readonly url: string;
  readonly sourceUrl: string;
  readonly imageUrl: string;
  readonly summary: string;
  /** The user's note on the whole document. */
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

/** A v3 highlight. */
export interface DocumentHighlight {
  readonly id: string;
  readonly documentId: string;
  /** Markdown, from `content`, else `html_content`, else `title`. */
  readonly text: string;
  readonly note: string;
  readonly tags: readonly string[];
  readonly url: string;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  /** Its deletion is confirmed: v3 lists no deletions. */
  readonly deleted: boolean;
}

export interface DocumentNote {
  readonly id: string;
  readonly highlightId: string;
  readonly text: string;
  readonly updatedAt: string | null;
}

/** What gets one note. */
export interface Item {
  /** `d:<document id>` when a document belongs to it or may do so later, else `b:<book id>`. */
  readonly key: string;
  readonly book: Book | null;
  readonly document: Document | null;
  /** Those in scope, each once, in the service's order. */
  readonly highlights: readonly ItemHighlight[];
  /** The passage of the heading above its first highlight, where it is shown without those above. */
  readonly chapter?: string | undefined;
  /** All highlights of the item, where it is shown with one of them. */
  readonly passages?: readonly ItemHighlight[] | undefined;
  /** What the file of the note is called where nothing else has that name. */
  readonly noteTitle?: string | undefined;
  /** Paths of its notes, for links between them. */
  readonly notes?: ItemNotes | undefined;
  /** Attachments of the item in the vault; undefined when attachments are switched off. */
  readonly files?: LocalFiles | undefined;
}

/** Covers and other images have separate settings. */
export type ImageUse = 'cover' | 'image';

/** Attachments of an item that are in the vault. Files are known by name, wherever they lie. */
export interface LocalFiles {
  /** The file name of an image, or null when the note shows it from the web. */
  readonly of: (address: string, use: ImageUse) => string | null;
  readonly file: string | null;
}

/** Paths of an item's notes; `''` for a note that it does not have. */
export interface ItemNotes {
  readonly whole: string;
  readonly fullText: string;
}

/** A highlight of an item, from either interface. */
export interface ItemHighlight {
  /** `rw<id>` for a v2 highlight, `rd<id>` for a v3 highlight that v2 does not have. */
  readonly anchor: string;
  /** Another anchor that an earlier note may have for the same highlight. */
  readonly otherAnchor: string | null;
  readonly text: string;
  readonly note: string;
  readonly color: string;
  readonly tags: readonly string[];
  readonly location: number | null;
  readonly endLocation: number | null;
  readonly locationType: string;
  readonly serviceUrl: string;
  readonly url: string;
  readonly highlightedAt: string | null;
  readonly favorite: boolean;
}

/** The categories and locations that the service has today. */
export const BOOK_CATEGORIES = ['books', 'articles', 'tweets', 'podcasts', 'supplementals'] as const;
export const DOCUMENT_CATEGORIES = [
  'article',
  'email',
  'rss',
  'pdf',
  'epub',
  'tweet',
  'video',
  'podcast',
] as const;
export const DOCUMENT_LOCATIONS = ['new', 'later', 'shortlist', 'archive', 'feed'] as const;

/** The colors of highlights. */
export const HIGHLIGHT_COLORS = ['yellow', 'blue', 'pink', 'orange', 'green', 'purple'] as const;

/** All kinds, in the order in which the settings show them. */
export const ITEM_KINDS = ['book', 'article', 'tweet', 'podcast', 'video'] as const;

export type ItemKind = (typeof ITEM_KINDS)[number];

// The kind of the document comes first, because v2 files the highlights of a video under articles.
const KIND_OF_DOCUMENT: ReadonlyMap<string, ItemKind> = new Map([
  ['video', 'video'],
  ['podcast', 'podcast'],
  ['tweet', 'tweet'],
  ['epub', 'book'],
]);

const KIND_OF_BOOK: ReadonlyMap<string, ItemKind> = new Map([
  ['books', 'book'],
  ['supplementals', 'book'],
  ['tweets', 'tweet'],
  ['podcasts', 'podcast'],
]);

/** Paths of single films at film sites, not those of channels. */
const FILM_SITES: readonly (readonly [site: string, film: RegExp])[] = [
  ['youtube.com', /^\/(?:watch|shorts|live|embed)\b/],
  ['youtube-nocookie.com', /^\/embed\//],
  ['youtu.be', /^\/./],
  ['vimeo.com', /^\/(?:.*\/)?\d/],
  ['dailymotion.com', /^\/video\//],
  ['twitch.tv', /^\/videos\//],
  ['nebula.tv', /^\/videos\//],
  ['ted.com', /^\/talks\//],
  ['bilibili.com', /^\/video\//],
];

function isFilm(address: string): boolean {
  const [, host = '', path = ''] = /^https?:\/\/([^/?#]+)(\/.*)?$/i.exec(address) ?? [];
  const name = `.${host.toLowerCase()}`;
  return FILM_SITES.some(([site, film]) => name.endsWith(`.${site}`) && film.test(path));
}

/** The kind of an item; `article` for unknown categories. Films of subscribed channels come as `rss`. */
export function kindOf({ book, document }: Item): ItemKind {
  if (document?.category === 'rss' && isFilm(document.sourceUrl)) return 'video';
  return (
    KIND_OF_DOCUMENT.get(document?.category ?? '') ?? KIND_OF_BOOK.get(book?.category ?? '') ?? 'article'
  );
}

/** A record that did not have the expected shape. It is set aside and reported. */
export interface Quarantined {
  readonly endpoint: 'highlights' | 'documents';
  /** The record's id, or `(no id)` when that could not be read. */
  readonly id: string;
  readonly bookId?: string | undefined;
  /** Its title or first words, as far as they could be read. */
  readonly name?: string | undefined;
  readonly problem: string;
  /** When it last changed, where it was taken without a field. */
  readonly updatedAt?: string | undefined;
}
