/**
 * How many full texts one sync fetches at most, and how many attachments; what is left waits for the next.
 */
export const MOST_FETCHED = 200;

/** Longest distance between two tries, in days. */
const LONGEST_WAIT = 64;

/** For what is not tried again by itself. */
export const NEVER = 999_999;

/** A moment as days since the epoch. */
export const dayOf = (milliseconds: number): number => Math.floor(milliseconds / 86_400_000);

/** The day of the next try after so many that failed: after 1 day, 2, 4, … and never more than 64. */
export const retryDay = (today: number, tries: number): number =>
  today + Math.min(LONGEST_WAIT, 2 ** Math.max(0, tries - 1));
