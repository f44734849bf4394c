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

export function statusText(status: SyncStatus): readonly string[] {
  const { watermarks, items, due, retries, hold, deletedNotes, lastRun } = status;
  return [
    lastText(lastRun, watermarks),
    `Up to date as of: highlights ${watermarks.highlights ?? 'never'}, documents ${watermarks.documents ?? 'never'}`,
    `Items known: ${items}, including deleted and excluded ones; still to be written: ${due}`,
    ...retries.map((failure) => `Will be tried again: ${failureLine(failure)}`),
    ...(hold === null ? [] : holdLines(hold)),
    ...(deletedNotes.length === 0
      ? []
      : [
          'Notes that you deleted; to restore them, sync with --restore ID or --restore all:',
          ...named(deletedNotes.map(({ id, path }) => `${oneLine(path)} (${oneLine(id)})`)),
        ]),
  ];
}

/** Quiet syncs are not recorded. */
function lastText(
  lastRun: SyncStatus['lastRun'],
  { highlights, documents }: SyncStatus['watermarks'],
): string {
  if (lastRun !== null) return `Last sync that changed anything: ${lastRun.at}, ${lastRun.outcome}`;
  return highlights === null && documents === null
    ? 'No sync has finished on this device yet.'
    : 'No sync on this device has changed anything yet.';
}
