import * as v from 'valibot';
import { numericId, scalar } from './leaves';

/** v2-highlights.md, "Daily review": one of its highlights. */
export const reviewHighlightSchema = v.looseObject({
  id: numericId,
  text: scalar,
  title: scalar,
  author: scalar,
  url: scalar,
  source_url: scalar,
  source_type: scalar,
  category: scalar,
  location_type: scalar,
  location: scalar,
  note: scalar,
  highlighted_at: scalar,
  highlight_url: scalar,
  image_url: scalar,
  api_source: scalar,
});

/** v2-highlights.md, "Daily review". */
export const dailyReviewSchema = v.looseObject({
  review_id: numericId,
  review_url: scalar,
  review_completed: scalar,
  highlights: v.nullish(v.array(reviewHighlightSchema)),
});

export type WireReviewHighlight = v.InferOutput<typeof reviewHighlightSchema>;
export type WireDailyReview = v.InferOutput<typeof dailyReviewSchema>;
