import type { HighlightRef } from './highlight-embed';
import type { Item, ItemHighlight } from '../library/model';

/** How far a draw from a stream has come: nothing is kept but the one that would be picked now. */
export interface Draw {
  readonly picked: HighlightRef | null;
  /** Sum of the weights of all that were offered. */
  readonly weight: number;
}

export const NEW_DRAW: Draw = { picked: null, weight: 0 };

/** How many times as likely a highlight is picked as one of weight 1; 0: never. */
export type Weigh = (highlight: ItemHighlight) => number;

const DAY_MS = 24 * 60 * 60 * 1000;
const OLD_DAYS = 365;
const OLDEST_WEIGHT = 10;

/** Weighs a highlight by its age: 1 when it is new or its age is not known, one more for each year, 10 at most. */
export function olderFirst(now: string): Weigh {
  const today = Date.parse(now);
  return ({ highlightedAt }) => {
    const days = (today - Date.parse(highlightedAt ?? '')) / DAY_MS;
    return Number.isNaN(days) ? 1 : Math.min(OLDEST_WEIGHT, 1 + Math.max(0, days) / OLD_DAYS);
  };
}

/**
 * Offers an item's highlights to a draw: each of all that were ever offered is picked with the same chance, or by its weight.
 * `random` gives a number from 0 up to but not including 1, anew for each call.
 */
export function offerItem(
  draw: Draw,
  item: Item,
  { random, weigh = () => 1 }: { readonly random: () => number; readonly weigh?: Weigh },
): Draw {
  return item.highlights.reduce((before, highlight) => {
    const own = weigh(highlight);
    if (!(own > 0)) return before;
    const weight = before.weight + own;
    const isPicked = random() * weight < own;
    return {
      picked: isPicked
        ? { itemKey: item.key, anchor: highlight.anchor, otherAnchor: highlight.otherAnchor }
        : before.picked,
      weight,
    };
  }, draw);
}
