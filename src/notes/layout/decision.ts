import type { HighlightChoice } from '../../model/highlight-choice';
import { liveItem, type Scope } from '../../model/item';
import type { Placement } from '../names/naming';
import type { Item, ItemKind } from '../../model/model';
import type { ItemRecord } from '../../model/record';
import type { FULL_TEXTS } from '../../model/rule-schema';

/** Whether the full text of a document is wanted, and where it goes. */
export type FullTextPlace = (typeof FULL_TEXTS)[number];

/** What settings and rules decide about one item. */
export interface Decision {
  /** A rule excludes the item, like one out of scope. */
  readonly isLeftOut: boolean;
  /** Of the item's main note. */
  readonly placement: Placement;
  readonly kind: ItemKind;
  /** The template chosen by a rule; null for the one of its kind. */
  readonly template: string | null;
  readonly fullText: FullTextPlace;
  readonly notePerHighlight: boolean;
  /** Which of its highlights are in its notes. */
  readonly highlights: HighlightChoice;
}

/** The scope with what was decided about the item's highlights. */
export const scopeFor = (scope: Scope, decision: Decision | null): Scope =>
  decision === null ? scope : { ...scope, highlights: decision.highlights };

/** An item as its notes have it; null where settings or a rule make none. */
export const itemInNotes = (record: ItemRecord, scope: Scope, decision: Decision | null): Item | null =>
  decision === null || decision.isLeftOut ? null : liveItem(record, scopeFor(scope, decision));

/**
 * Pure: depends on record, settings and day, not on the scope. Null when the item was deleted at the service.
 */
export type Decide = (record: ItemRecord) => Decision | null;
