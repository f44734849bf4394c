import { DamagedStateError } from '../../model/errors';
import { problemOf } from '../../model/problem';
import type { Failure, SyncReport } from '../../model/report';
import { readNote } from '../../store/note-places';
import type { SyncDependencies, SyncOptions } from '../../sync/context/sync-options';
import { runSync } from '../../sync/run-sync';
import { daysAfter, today, type Calendar, type DailyContext } from './daily-context';
import { dayNotes, reviewNotes } from './daily-notes';
import { deadEmbeds } from './dead-embeds';
import { highlightsByDay, type HighlightRef } from './find-highlights';
import { placedHighlights } from './highlight-places';
import { withoutEmbeds } from './section-embeds';
import { daySection, hasDaySection, hasSection } from './sections';
import { writeSection } from './write-section';

/**
 * Syncs, then updates the sections in today's and yesterday's notes: adds new highlights, and removes embeds of
 * deleted ones. Never throws.
 */
export async function syncWithDailyNotes(
  deps: SyncDependencies,
  options: SyncOptions,
  calendar: Calendar,
): Promise<SyncReport> {
  const report = await runSync(deps, options);
  if (report.outcome === 'failed') return report;
  const { settings, signal } = options;
  const { written, failures } = await completeSections({ ...deps, settings, calendar, signal });
  return {
    ...report,
    outcome: failures.length > 0 && report.outcome === 'done' ? 'partial' : report.outcome,
    vaultWrites: report.vaultWrites + written,
    failures: [...report.failures, ...failures],
  };
}

/** A person's note that has sections of a day. */
interface NoteWithSections {
  readonly day: string;
  readonly path: string;
  readonly text: string;
}

interface Completed {
  readonly written: number;
  readonly failures: readonly Failure[];
}

async function completeSections(context: DailyContext): Promise<Completed> {
  const failures: Failure[] = [];
  let written = 0;
  /** A failure in one note, even a bug, does not stop the other. */
  const attempt = async (path: string | null, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Error) || error instanceof DamagedStateError) throw error;
      failures.push({ id: 'highlights of the day', path, problem: problemOf(error) });
    }
  };
  await attempt(null, async () => {
    const notes = await notesWithSections(context);
    const days = notes.filter(({ text, day }) => hasDaySection(text, day)).map(({ day }) => day);
    const made = days.length === 0 ? null : await highlightsByDay(context, new Set(days));
    for (const note of notes)
      await attempt(note.path, async () => {
        if (await complete(context, note, made?.get(note.day) ?? [])) written += 1;
      });
  });
  return { written, failures };
}

async function notesWithSections(context: DailyContext): Promise<readonly NoteWithSections[]> {
  const [dayNote, reviewNote] = await Promise.all([dayNotes(context), reviewNotes(context)]);
  const now = today(context);
  const notes: NoteWithSections[] = [];
  for (const day of [now, daysAfter(now, -1)]) {
    for (const path of new Set([dayNote(day).path, reviewNote(day).path])) {
      // A note that cannot be read may have no section, and the next sync looks again.
      const { text } = await readNote(context.vault, path);
      if (text !== null && hasSection(text, day)) notes.push({ day, path, text });
    }
  }
  return notes;
}

async function complete(
  context: DailyContext,
  { day, path, text }: NoteWithSections,
  made: readonly HighlightRef[],
): Promise<boolean> {
  const entries = await placedHighlights(context, made);
  const dead = await deadEmbeds(context, { day, text });
  const result = await writeSection(context, {
    path,
    initialText: () => Promise.resolve(null),
    section: (current) => {
      // The person may have deleted the note or section in the meantime.
      if (current === null || !hasSection(current, day)) return null;
      const left = withoutEmbeds(current, { day, dead });
      if (!hasDaySection(left, day)) return left;
      return daySection({ day, entries, current: left }) ?? left;
    },
  });
  return result !== 'unchanged';
}
