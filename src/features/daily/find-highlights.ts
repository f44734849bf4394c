import { utcDay } from '../../model/time-zone';
import { addToList } from '../../model/collections';
import { anchorsOf, assembleItem, liveItem, type Scope } from '../../model/item';
import type { ItemHighlight } from '../../model/model';
import { Pace } from '../../model/pace';
import type { ItemRecord } from '../../model/record';
import { createDecide } from '../../notes/layout/create-decide';
import { scopeFor } from '../../notes/layout/decision';
import { isHeading } from '../../model/action-tags';
import { HighlightIndex } from '../../store/highlight-index';
import { libraryRecords, readRecords } from '../../store/library';
import { localDay, type DailyContext } from './daily-context';

/** A highlight of an item, whether or not it is in a note. */
export interface HighlightRef {
  readonly itemKey: string;
  readonly anchor: string;
  /** The anchor that older notes may have, from before both APIs had the highlight. */
  readonly otherAnchor: string | null;
  /** Who wrote the item; empty if unknown. */
  readonly author: string;
}

/** What a sync brings of each item. */
function scopesIn({ settings, clock }: Pick<DailyContext, 'settings' | 'clock'>): (of: ItemRecord) => Scope {
  const day = utcDay(clock.now());
  const decided = createDecide({ ...settings, today: day });
  return (record) => scopeFor(settings.scope, decided.ok ? decided.decide(record) : null);
}

/** The highlights of an item, without headings. */
function passagesOf(record: ItemRecord, scope: Scope): readonly ItemHighlight[] {
  return (liveItem(record, scope)?.highlights ?? []).filter((highlight) => !isHeading(highlight));
}

/** The same for one that is gone, so that its source is found as it was written. */
const authorOf = ({ book, document }: ItemRecord): string => book?.author ?? document?.author ?? '';

const refOf = (record: ItemRecord, { anchor, otherAnchor }: ItemHighlight): HighlightRef => ({
  itemKey: record.key,
  anchor,
  otherAnchor,
  author: authorOf(record),
});

/** Highlights made on these days, by item, in the service's order. */
export async function highlightsByDay(
  context: DailyContext,
  days: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly HighlightRef[]>> {
  const { state, clock, signal } = context;
  const scopeOf = scopesIn(context);
  const found = new Map<string, HighlightRef[]>();
  for await (const record of libraryRecords(state, new Pace(clock, signal))) {
    for (const highlight of passagesOf(record, scopeOf(record))) {
      const { highlightedAt } = highlight;
      const day = highlightedAt === null ? null : localDay(context, highlightedAt);
      if (day !== null && days.has(day)) addToList(found, day, refOf(record, highlight));
    }
  }
  return found;
}

/** A highlight that was deleted or discarded at the service. */
export interface GoneHighlight {
  readonly itemKey: string;
  readonly anchors: readonly string[];
  readonly author: string;
}

/**
 * The gone ones among these highlights, by anchor. One that moved to another book is not gone, nor is one that the
 * choice of highlights leaves out: its embed works again once it is chosen.
 */
export async function goneHighlights(
  context: DailyContext,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, GoneHighlight>> {
  const { state, clock, signal } = context;
  const scope = { ...context.settings.scope, highlights: {} };
  const found = new Map<string, GoneHighlight>();
  const living = new Set<string>();
  for await (const record of libraryRecords(state, new Pace(clock, signal))) {
    const assembled = assembleItem(record, { scope });
    if (assembled.kind === 'out-of-scope') continue;
    for (const anchor of assembled.gone) {
      if (wanted.has(anchor)) found.set(anchor, goneHighlight(record, anchor));
    }
    const highlights = assembled.kind === 'live' ? assembled.item.highlights : [];
    for (const { anchor, otherAnchor } of highlights) {
      living.add(anchor);
      if (otherAnchor !== null) living.add(otherAnchor);
    }
  }
  return new Map([...found].filter(([anchor]) => !living.has(anchor)));
}

function goneHighlight(record: ItemRecord, anchor: string): GoneHighlight {
  const anchors = record.highlights.map(anchorsOf).find((own) => own.includes(anchor)) ?? [anchor];
  return { itemKey: record.key, anchors, author: authorOf(record) };
}

/** The highlights with these anchors that the library has. */
export async function highlightsByAnchor(
  context: Pick<DailyContext, 'state' | 'settings' | 'clock'>,
  anchors: ReadonlySet<string>,
): Promise<readonly HighlightRef[]> {
  const { state } = context;
  const scopeOf = scopesIn(context);
  const items = await new HighlightIndex(state).itemsOf([...anchors]);
  const records = await readRecords(state, [...new Set(items.values())]);
  return records.flatMap((record) => {
    if (record === null) return [];
    return passagesOf(record, scopeOf(record))
      .filter(({ anchor }) => anchors.has(anchor))
      .map((highlight) => refOf(record, highlight));
  });
}
