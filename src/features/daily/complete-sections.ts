import { DamagedStateError } from '../../model/errors';
import { problemOf } from '../../model/problem';
import type { Failure, SyncReport } from '../../model/report';
import { readNote } from '../../store/note-places';
import type { SyncDependencies, SyncOptions } from '../../sync/context/sync-options';
import { runSync } from '../../sync/run-sync';
import { daysAfter, today, type Calendar, type DailyContext } from './daily-context';
import { dayNotes } from './daily-notes';
import { highlightsByDay, type HighlightRef } from './find-highlights';
import { placedHighlights } from './highlight-places';
import { daySection, hasDaySection } from './sections';
import { writeSection } from './write-section';

/** Syncs, then completes the sections for highlights in today's and yesterday's notes. Never throws. */
export async function syncAndDays(
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

/** A section that a person's daily note has, by the comment that stands in it. */
interface OpenSection {
  readonly day: string;
  readonly path: string;
}

interface Completed {
  readonly written: number;
  readonly failures: readonly Failure[];
}

async function completeSections(context: DailyContext): Promise<Completed> {
  const failures: Failure[] = [];
  let written = 0;
  /** What fails for one note, be it because of a bug, does not stop the other. */
  const attempt = async (path: string | null, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Error) || error instanceof DamagedStateError) throw error;
      failures.push({ id: 'highlights of the day', path, problem: problemOf(error) });
    }
  };
  await attempt(null, async () => {
    const sections = await openSections(context);
    if (sections.length === 0) return;
    const made = await highlightsByDay(context, new Set(sections.map(({ day }) => day)));
    for (const section of sections)
      await attempt(section.path, async () => {
        if (await complete(context, section, made.get(section.day) ?? [])) written += 1;
      });
  });
  return { written, failures };
}

async function openSections(context: DailyContext): Promise<readonly OpenSection[]> {
  const noteOf = await dayNotes(context);
  const now = today(context);
  const sections: OpenSection[] = [];
  for (const day of [now, daysAfter(now, -1)]) {
    const { path } = noteOf(day);
    // A note that cannot be read may have no section, and the next sync looks again.
    const { text } = await readNote(context.vault, path);
    if (text !== null && hasDaySection(text, day)) sections.push({ day, path });
  }
  return sections;
}

async function complete(
  context: DailyContext,
  { day, path }: OpenSection,
  made: readonly HighlightRef[],
): Promise<boolean> {
  const entries = await placedHighlights(context, made);
  const result = await writeSection(context, {
    path,
    initialText: () => Promise.resolve(null),
    // The person may have deleted note or section meanwhile.
    section: (current) =>
      current !== null && hasDaySection(current, day) ? daySection({ day, entries, current }) : null,
  });
  return result !== 'unchanged';
}
