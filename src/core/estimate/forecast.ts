import { PULL_RATES } from './rates';

/** What the service says a library has; a count that it does not tell is null. */
export interface LibraryCounts {
  readonly books: number | null;
  /** Documents of Reader. */
  readonly documents: number | null;
  /** Documents with their highlights and notes: what the list has to page through. */
  readonly records: number | null;
}

const PER_PAGE = 100;
/** An answer of the service, and a note on a slow device, as far as one can say beforehand. */
const ANSWER_SECONDS = 1;
const NOTE_SECONDS = 0.008;

/** Seconds that a first sync will take: both interfaces are asked side by side as fast as their rates allow, and notes are written meanwhile. */
export function forecastSeconds({ books, documents, records }: LibraryCounts): number | null {
  if (books === null || records === null) return null;
  const pulls = Math.max(pullSeconds(books, PULL_RATES.highlights), pullSeconds(records, PULL_RATES.documents));
  return Math.max(pulls, (books + (documents ?? 0)) * NOTE_SECONDS);
}

function pullSeconds(entries: number, perMinute: number): number {
  const last = Math.max(1, Math.ceil(entries / PER_PAGE)) - 1;
  return Math.floor(last / perMinute) * 60 + ((last % perMinute) + 1) * ANSWER_SECONDS;
}
