import { addToList } from '../../core/add-to-list';
import type { HighlightRef, PlacedHighlight } from '../../core/views/highlight-embed';
import {
  dayNoteSection,
  daysAfter,
  highlightsOfDay,
  withoutThoseOf,
} from '../../core/views/highlights-of-day';
import type { SectionResult } from '../../core/views/view-result';
import { NoteNotHereError, type Vault } from '../../ports';
import { dayNotes, type DayNote } from './day-notes';
import { libraryItems } from './library-items';
import { Pace } from '../../pace';
import { Places } from './places';
import { dayOfIn, todayIn, type ViewContext } from './view-context';
import { writeSection } from './write-section';

/** Puts the highlights that were made on a day into that day's note. What was ever put there is not put there again. */
export async function writeDay(context: ViewContext, given: string | null): Promise<SectionResult> {
  const day = given ?? todayIn(context);
  const noteOf = await dayNotes(context);
  const note = noteOf(day);
  const made = (await highlightsByDay(context, new Set([day]))).get(day) ?? [];
  const placed = await new Places(context).placed(made);
  const entries = await entriesOfDay(placed, { vault: context.vault, day, noteOf });
  const result = await writeSection(context, {
    ...note,
    section: (current) => dayNoteSection({ day, entries, current }),
  });
  return {
    view: 'day',
    path: note.path,
    result,
    highlights: entries.length,
    missing: made.length - placed.length,
  };
}

export interface DayBesideOthers {
  readonly vault: Vault;
  readonly day: string;
  readonly noteOf: (day: string) => DayNote;
}

/** What belongs into a day's note: not what the day before or after has already, because whoever travels takes a moment for another day's. */
export async function entriesOfDay(
  placed: readonly PlacedHighlight[],
  { vault, day, noteOf }: DayBesideOthers,
): Promise<readonly PlacedHighlight[]> {
  let entries = placed;
  for (const step of [-1, 1]) {
    const other = daysAfter(day, step);
    if (other !== null && entries.length > 0)
      entries = withoutThoseOf(entries, { day: other, current: await readIfHere(vault, noteOf(other).path) });
  }
  return entries;
}

async function readIfHere(vault: Vault, path: string): Promise<string | null> {
  try {
    return await vault.read(path);
  } catch (error) {
    // In the cloud only, as old daily notes may be.
    if (error instanceof NoteNotHereError) return null;
    throw error;
  }
}

/** The highlights that were made on these days: by item, each in the service's order. */
export async function highlightsByDay(
  context: ViewContext,
  days: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly HighlightRef[]>> {
  const dayOf = dayOfIn(context);
  const found = new Map<string, HighlightRef[]>();
  for await (const item of libraryItems(context, new Pace(context.clock, context.signal))) {
    const own = new Set(
      item.highlights.map(({ highlightedAt }) => (highlightedAt === null ? null : dayOf(highlightedAt))),
    );
    for (const day of own)
      if (day !== null && days.has(day))
        for (const made of highlightsOfDay(item, { day, dayOf })) addToList(found, day, made);
  }
  return found;
}
