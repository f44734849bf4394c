import type { SyncStatus } from '../../model/report';
import { failureLine, holdLines, named, oneLine } from './report-text';

/** The status of a vault that this device never synced. */
export const NEVER_SYNCED: SyncStatus = {
  watermarks: { highlights: null, documents: null },
  items: 0,
  due: 0,
  retries: [],
  hold: null,
  deletedNotes: [],
  lastRun: null,
};

/** The status as lines for people. */
export function statusText({
  watermarks,
  items,
  due,
  retries,
  hold,
  deletedNotes,
  lastRun,
}: SyncStatus): readonly string[] {
  return [
    lastText(lastRun, watermarks),
    `Up to date at least as of: highlights ${watermarks.highlights ?? 'never'}, documents ${watermarks.documents ?? 'never'}`,
    `Items known: ${items}, gone and left-out ones included; still to be written: ${due}`,
    ...retries.map((failure) => `To be tried again: ${failureLine(failure)}`),
    ...(hold === null ? [] : holdLines(hold)),
    ...(deletedNotes.length === 0
      ? []
      : [
          'Notes that you deleted; sync with --restore ID, or --restore all, to have them again:',
          ...named(deletedNotes.map(({ id, path }) => `${oneLine(path)} (${oneLine(id)})`)),
        ]),
  ];
}

/** A sync that had nothing to do leaves no trace. */
function lastText(
  lastRun: SyncStatus['lastRun'],
  { highlights, documents }: SyncStatus['watermarks'],
): string {
  if (lastRun !== null) return `Last sync that had anything to do: ${lastRun.at}, ${lastRun.outcome}`;
  return highlights === null && documents === null
    ? 'No sync has ended on this device yet.'
    : 'No sync on this device had anything to do yet.';
}
