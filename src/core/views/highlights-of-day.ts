import dayTemplate from '../../../templates/day-section.hbs';
import { anchorsOf, growSection } from './grow-section';
import type { HighlightRef, PlacedHighlight } from './highlight-embed';
import { findSections, linesOf, sectionMark, type SectionVerdict } from './note-section';
import { sectionLines } from './section-template';
import type { Item } from '../library/model';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** The calendar day (`YYYY-MM-DD`) of an ISO 8601 moment by a clock that is so many minutes ahead of UTC, such as 120 in a Berlin summer; null when it is none. */
export function calendarDay(moment: string, offsetMinutes = 0): string | null {
  const time = Date.parse(moment) + offsetMinutes * MINUTE_MS;
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10);
}

/** The calendar day so many days later, earlier where it is less than 0; null where the given one is none. */
export const daysAfter = (day: string, count: number): string | null => calendarDay(day, count * DAY_MINUTES);

/** Which day of the calendar a moment falls on, by the clock on a person's wall. */
export type DayOf = (moment: string) => string | null;

/** The highlights of an item that were made on a day, in the service's order; by the days of UTC where nothing else is said. */
export function highlightsOfDay(
  item: Item,
  { day, dayOf = calendarDay }: { readonly day: string; readonly dayOf?: DayOf },
): readonly HighlightRef[] {
  return item.highlights.flatMap(({ anchor, otherAnchor, highlightedAt }) =>
    highlightedAt !== null && dayOf(highlightedAt) === day
      ? [{ itemKey: item.key, anchor, otherAnchor }]
      : [],
  );
}

/**
 * The day's highlights as a section of a note, such as the daily one. Written once; highlights that come later are added, what the
 * person deleted stays deleted, and no word of theirs changes.
 */
export function dayNoteSection({
  day,
  entries,
  current,
}: {
  readonly day: string;
  readonly entries: readonly PlacedHighlight[];
  readonly current: string | null;
}): SectionVerdict {
  return growSection({
    id: { name: 'day', key: day },
    current,
    entries,
    render: (embeds) => sectionLines(dayTemplate, { texts: { day }, embeds }),
  });
}

/** The entries without those that a note was ever given for a day. */
export function withoutThoseOf(
  entries: readonly PlacedHighlight[],
  { day, current }: { readonly day: string; readonly current: string | null },
): readonly PlacedHighlight[] {
  const written = new Set(
    findSections(linesOf(current), { name: 'day', key: day }, () => false).flatMap(
      ({ opening }) => opening.marks,
    ),
  );
  return entries.filter((entry) => !anchorsOf(entry).some((anchor) => written.has(sectionMark(anchor))));
}
