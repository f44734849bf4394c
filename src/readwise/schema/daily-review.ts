import * as z from 'zod/mini';
import { numericId, scalar } from './leaves';

/** v2-highlights.md, "Daily review": one of its highlights. */
export const reviewHighlightSchema = z.looseObject({
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
export const dailyReviewSchema = z.looseObject({
  review_id: numericId,
  review_url: scalar,
  review_completed: scalar,
  highlights: z.nullish(z.array(reviewHighlightSchema)),
});

export type WireReviewHighlight = z.infer<typeof reviewHighlightSchema>;
export type WireDailyReview = z.infer<typeof dailyReviewSchema>;
