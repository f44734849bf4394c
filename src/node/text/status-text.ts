import { format } from 'date-fns';
import type { LastFailure, SyncStatus } from '../../model/report';
import { failureLine, holdLines, named, oneLine } from './report-text';

/** The status of a vault that this device never synced. */
export const NEVER_SYNCED: SyncStatus = {
  watermarks: { highlights: null, documents: null },
  items: 0,
  due: 0,
  retries: [],
  hold: null,
  deletedNotes: [],
  notesWithoutId: [],
  awaitingDeletion: [],
  lastRun: null,
  lastSuccess: null,
  lastFailure: null,
};

/** All times are local. */
export function statusText(status: SyncStatus): readonly string[] {
  const { watermarks, items, due, retries, hold, lastFailure } = status;
  return [
    successText(status),
    ...(lastFailure === null ? [] : [failureText(lastFailure)]),
    `Up to date as of: highlights ${localTime(watermarks.highlights)}, documents ${localTime(watermarks.documents)}`,
    `Items known: ${items}, including deleted and excluded ones; still to be written: ${due}`,
    ...retries.map((failure) => `Will be tried again: ${failureLine(failure)}`),
    ...(hold === null ? [] : holdLines(hold)),
    ...deletionLines(status),
    ...missingLines(status),
  ];
}

function successText({ lastSuccess, watermarks }: SyncStatus): string {
  if (lastSuccess !== null) return `Last successful sync: ${localTime(lastSuccess)}`;
  return watermarks.highlights === null && watermarks.documents === null
    ? 'No sync has finished on this device yet.'
    : 'When a sync last succeeded is not known.';
}

function failureText({ at, failures }: LastFailure): string {
  const [first] = failures;
  const reason = first === undefined ? 'for a reason that is not known' : failureLine(first);
  const rest = failures.length > 1 ? `, and ${failures.length - 1} more` : '';
  return `Last failure: ${localTime(at)}, ${reason}${rest}`;
}

function deletionLines({ awaitingDeletion }: SyncStatus): readonly string[] {
  if (awaitingDeletion.length === 0) return [];
  return [
    'Not found in Reader any more; a sync at least ten minutes later looks again before anything is removed:',
    ...named(
      awaitingDeletion.map(
        ({ id, path, title, since }) =>
          oneLine(path ?? (title || id)) + (since === null ? '' : ` (since ${localTime(since)})`),
      ),
    ),
  ];
}

function missingLines({ deletedNotes, notesWithoutId }: SyncStatus): readonly string[] {
  const listed = (notes: SyncStatus['deletedNotes']): readonly string[] =>
    named(notes.map(({ id, path }) => `${oneLine(path)} (${oneLine(id)})`));
  return [
    ...(deletedNotes.length === 0
      ? []
      : [
          'Notes that you deleted; to restore them, sync with --restore ID or --restore all:',
          ...listed(deletedNotes),
        ]),
    ...(notesWithoutId.length === 0
      ? []
      : [
          'Notes without their id, which syncs leave alone; to have one updated again, add its property “readwise-id” or “reader-id” again:',
          ...listed(notesWithoutId),
        ]),
  ];
}

export const localTime = (moment: string | null): string =>
  moment === null ? 'never' : format(new Date(moment), 'yyyy-MM-dd HH:mm');
