import type { Failure, Hold } from './report';

/** What this device holds, without a look at a single record. */
export interface LibraryOverview {
  /** `items`: all that it holds records of, also where they have no note. */
  readonly counts: { readonly items: number; readonly notes: number };
  /** ISO 8601; null before the first sync. */
  readonly watermarks: { readonly highlights: string | null; readonly documents: string | null };
  /** Items whose note is still to be written. */
  readonly due: number;
  /** Full texts that are still to be fetched. */
  readonly texts: number;
  /** Items with attachments that were never asked for yet. */
  readonly files: number;
  readonly hold: Hold | null;
  /** All that the next sync tries again. */
  readonly failing: number;
  /** The first of it, where it is very much. */
  readonly failures: readonly RetriedFailure[];
}

/** Something that the next sync tries again. */
export interface RetriedFailure extends Failure {
  /** The item, where it is one that can be fetched by itself. */
  readonly itemKey: string | null;
  /** What people know it by, where there is no note. */
  readonly title: string;
}

/** How much the service has; a count that it does not tell is null. */
export interface LibraryCounts {
  readonly books: number | null;
  /** Documents of Reader, without the highlights and notes in them. */
  readonly documents: number | null;
}
