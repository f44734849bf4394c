/** Most full texts, and most attachments, fetched in one sync; the rest waits for the next. */
export const MOST_FETCHED = 200;

/** Longest wait between two tries, in days. */
const LONGEST_WAIT = 64;

/** Never retried automatically. */
export const NEVER = 999_999;

/** Days since the epoch. */
export const dayOf = (milliseconds: number): number => Math.floor(milliseconds / 86_400_000);

/** The day of the next try: after 1 day, 2, 4, … at most 64. */
export const retryDay = (today: number, tries: number): number =>
  today + Math.min(LONGEST_WAIT, 2 ** Math.max(0, tries - 1));
