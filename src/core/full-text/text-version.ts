import { fingerprint } from '../hash';
import type { Document } from '../library/model';

/**
 * Changes when the text of a document may be another at the service. Its own time stamp moves with each page read, so that is left
 * out: no text is fetched twice for it.
 */
export const textVersion = ({ wordCount, sourceUrl }: Document): string =>
  fingerprint(JSON.stringify([wordCount, sourceUrl])).slice(-7);
