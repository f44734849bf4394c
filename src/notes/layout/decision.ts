import type { Placement } from '../names/naming';
import type { ItemRecord } from '../../model/record';
import type { FULL_TEXTS } from '../../model/rule-schema';

/** Whether the full text of a document is wanted, and where it goes. */
export type FullTextPlace = (typeof FULL_TEXTS)[number];

/** What settings and rules say about one item. */
export interface Decision {
  /** A rule leaves it out: it is treated like an item out of scope. */
  readonly isLeftOut: boolean;
  /** Of the note of the whole. */
  readonly placement: Placement;
  /** The template that a rule names, or else the item's category; null for that of its kind. */
  readonly template: string | null;
  readonly fullText: FullTextPlace;
  readonly notePerHighlight: boolean;
}

/**
 * Pure: the same record, settings and day give the same decision, in any scope. Null when nothing of the item
 * is left at the service.
 */
export type Decide = (record: ItemRecord) => Decision | null;
