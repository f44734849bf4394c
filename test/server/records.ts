/**
 * The service's own records. They are never changed in place: a change puts a new record under the same id.
 * Times are milliseconds since the epoch.
 */

/** A tag of a v2 book or highlight. */
export interface TagRecord {
  readonly id: number;
  readonly name: string;
}

/** A v2 source with highlights. */
export interface BookRecord {
  readonly id: number;
  readonly title: string;
  readonly author: string;
  readonly category: string;
  readonly source: string;
  readonly coverImageUrl: string;
  readonly sourceUrl: string | null;
  readonly uniqueUrl: string | null;
  readonly asin: string | null;
  readonly documentNote: string | null;
  readonly summary: string;
  /** The v3 document's id, when `source` is `reader`. */
  readonly externalId: string | null;
  readonly tags: readonly TagRecord[];
  readonly updatedAt: number;
  readonly deletedAt: number | null;
}

/** A v2 highlight. */
export interface HighlightRecord {
  readonly id: number;
  readonly bookId: number;
  readonly text: string;
  readonly note: string;
  readonly location: number;
  readonly locationType: string;
  readonly endLocation: number | null;
  readonly color: string;
  readonly url: string | null;
  /** The v3 highlight's id, when it was made in the reading app. */
  readonly externalId: string | null;
  readonly tags: readonly TagRecord[];
  /** Names of tags taken off: an inline tag in the note does not bring them back. */
  readonly removedTags: readonly string[];
  readonly favorite: boolean;
  readonly discarded: boolean;
  readonly highlightedAt: number | null;
  readonly createdAt: number;
  /** What the LIST endpoints call `updated`. */
  readonly updatedAt: number;
  /** What the export calls `updated_at` and filters by; some changes leave it as it was. */
  readonly exportedAt: number;
  readonly deletedAt: number | null;
}

/** A tag of a v3 document. */
export interface DocumentTag {
  readonly key: string;
  readonly name: string;
  readonly createdAt: number;
}

/** A v3 document, or a highlight or note (those have a parent). */
export interface DocumentRecord {
  readonly id: string;
  readonly parentId: string | null;
  readonly category: string;
  readonly location: string | null;
  readonly title: string | null;
  readonly author: string | null;
  readonly source: string | null;
  readonly sourceUrl: string | null;
  readonly siteName: string | null;
  readonly wordCount: number | null;
  readonly readingTime: string | null;
  readonly tags: readonly DocumentTag[];
  readonly notes: string;
  /** `YYYY-MM-DD`. */
  readonly publishedDate: string | null;
  readonly summary: string | null;
  readonly imageUrl: string | null;
  /** The passage of a highlight, the words of a note; null on documents. */
  readonly content: string | null;
  readonly htmlContent: string;
  readonly readingProgress: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly savedAt: number;
  readonly lastMovedAt: number;
  readonly firstOpenedAt: number | null;
  readonly lastOpenedAt: number | null;
}
