export interface Counted {
  /** Pages that came so far. */
  readonly pages: number;
  /** What they brought, in the unit of `total`. */
  readonly received: number;
  /** What the service says there is; null where it says nothing that can be believed. */
  readonly total: number | null;
  readonly isLast: boolean;
}

/** How many pages are still to come if those to come are as large as those that came; null while nobody can know. */
export function pagesLeft({ pages, received, total, isLast }: Counted): number | null {
  if (isLast) return 0;
  // A count that was passed already has counted something else.
  if (total === null || received === 0 || received >= total) return null;
  return Math.ceil((pages * (total - received)) / received);
}
