import { wantsAttachments } from '../attachments/attachment-settings';
import type { Settings } from '../settings';
import { MOST_FETCHED } from './most-fetched';
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

/**
 * Seconds that a first sync will take: both interfaces are asked side by side as fast as their rates allow, and notes are written meanwhile.
 * Full texts come after that under the rate of documents, and attachments last; of both, as many as one sync fetches where there are so many.
 */
export function forecastSeconds(
  { books, documents, records }: LibraryCounts,
  chosen: Pick<Settings, 'fullText' | 'rules' | 'attachments'>,
): number | null {
  if (books === null || records === null) return null;
  const items = books + (documents ?? 0);
  const pages = pagesOf(records);
  const texts = wantsTexts(chosen) ? Math.min(MOST_FETCHED, documents ?? 0) : 0;
  const files = wantsAttachments(chosen) ? Math.min(MOST_FETCHED, items) : 0;
  const pulls = Math.max(
    secondsOf(pagesOf(books), PULL_RATES.highlights),
    secondsOf(pages, PULL_RATES.documents),
    items * NOTE_SECONDS,
  );
  return (
    Math.max(pulls + texts * ANSWER_SECONDS, secondsOf(pages + texts, PULL_RATES.documents)) +
    files * ANSWER_SECONDS
  );
}

const wantsTexts = ({ fullText, rules }: Pick<Settings, 'fullText' | 'rules'>): boolean =>
  [fullText.place, ...rules.map(({ enabled, then }) => (enabled ? then.fullText : undefined))].some(
    (place) => place !== undefined && place !== 'off',
  );

const pagesOf = (entries: number): number => Math.max(1, Math.ceil(entries / PER_PAGE));

function secondsOf(requests: number, perMinute: number): number {
  const last = requests - 1;
  return Math.floor(last / perMinute) * 60 + ((last % perMinute) + 1) * ANSWER_SECONDS;
}
