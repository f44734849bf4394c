import { readRecord } from './read-answers';
import type { DailyReview } from './records';
import { reviewCall } from './review-ids';
import { dailyReviewSchema, type WireDailyReview } from './schema/daily-review';
import { toReviewHighlight } from './to-model/highlight';
import { toFlag, toText } from './to-model/values';
import type { Transport } from './transport';

/** The review of v2 (v2-highlights.md, "Endpoints"). */
export interface DailyReviewEndpoint {
  /** "Daily Review LIST". */
  dailyReview(): Promise<DailyReview>;
}

const readDailyReview = readRecord(dailyReviewSchema, toDailyReview);

export function createDailyReview(transport: Transport): DailyReviewEndpoint {
  return {
    dailyReview: () => transport.call({ ...reviewCall, read: readDailyReview }),
  };
}

function toDailyReview(wire: WireDailyReview): DailyReview {
  return {
    id: String(wire.review_id),
    url: toText(wire.review_url),
    completed: toFlag(wire.review_completed),
    highlights: (wire.highlights ?? []).map(toReviewHighlight),
  };
}
