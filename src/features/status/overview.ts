import type { Failure, Hold } from '../../model/report';

/** What this device has in its replica and state. */
export interface LibraryOverview {
  /** `items` counts all records in the replica, with or without a note. */
  readonly counts: { readonly items: number; readonly notes: number };
  /** ISO 8601; null before the first sync. */
  readonly watermarks: { readonly highlights: string | null; readonly documents: string | null };
  /** Items whose note is not written yet. */
  readonly due: number;
  readonly texts: number;
  /** Items whose attachments were not requested yet. */
  readonly files: number;
  readonly hold: Hold | null;
  /** How many failures the next sync tries again. */
  readonly failing: number;
  /** The first of these failures. */
  readonly failures: readonly RetriedFailure[];
}

export interface RetriedFailure extends Failure {
  /** The item's key; null when the failure does not concern a single item. */
  readonly itemKey: string | null;
  readonly title: string;
}
