import { addToList } from '../../model/collections';
import { daySection } from './daily-sections';
import type { HighlightRef } from './highlight-embed';
import type { SectionResult } from './view-result';
import { dayNotes } from './day-notes';
import { libraryItems, Places } from './places';
import { dayOfIn, todayIn, type ViewContext } from './view-context';
import { writeSection } from './write-section';

/** Puts the highlights that were made on a day (null: today) into that day's note. What was ever put there is not put there again. */
export async function writeDay(context: ViewContext, given: string | null): Promise<SectionResult> {
  const day = given ?? todayIn(context);
  const note = (await dayNotes(context))(day);
  const made = (await highlightsByDay(context, new Set([day]))).get(day) ?? [];
  const entries = await new Places(context).placed(made);
  const result = await writeSection(context, {
    ...note,
    section: (current) => daySection({ day, entries, current }),
  });
  return {
    view: 'day',
    path: note.path,
    result,
    highlights: entries.length,
    missing: made.length - entries.length,
  };
}

/** The highlights that were made on these days: by item, each in the service's order. */
export async function highlightsByDay(
  context: ViewContext,
  days: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly HighlightRef[]>> {
  const dayOf = dayOfIn(context);
  const found = new Map<string, HighlightRef[]>();
  for await (const item of libraryItems(context)) {
    for (const { anchor, otherAnchor, highlightedAt } of item.highlights) {
      const day = highlightedAt === null ? null : dayOf(highlightedAt);
      if (day !== null && days.has(day)) addToList(found, day, { itemKey: item.key, anchor, otherAnchor });
    }
  }
  return found;
}
