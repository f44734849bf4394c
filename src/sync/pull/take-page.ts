import type { Quarantined } from '../../model/model';
import type { StateChange } from '../../model/ports';
import type { DocumentPage, HighlightPage } from '../../readwise/pages';
import type { DueItem } from '../../store/replica';
import type { SyncStats } from '../context/sync-stats';
import type { Fetching } from '../run';
import type { PulledPage } from './pull';

/** Stores a page of books outside the pull, and writes the notes that it made due. */
export const takeBooks = async (
  run: Fetching,
  page: HighlightPage,
  changes: readonly StateChange[],
): Promise<void> => writeTaken(run, page, await run.replica.takeHighlights(page, () => changes));

/** The same for Reader records. */
export const takeDocuments = async (
  run: Fetching,
  page: DocumentPage,
  changes: readonly StateChange[],
): Promise<void> => writeTaken(run, page, await run.replica.takeDocuments(page, () => changes));

function writeTaken(
  run: Fetching,
  page: Pick<PulledPage, 'quarantined' | 'incomplete' | 'serverDate'>,
  due: readonly DueItem[],
): Promise<void> {
  run.now ??= page.serverDate;
  reportOddRecords(run.stats, page);
  return run.writer.writePage(due);
}

/** Reports records that could not be read, or only in part. The rest of their page was stored. */
export function reportOddRecords(
  stats: SyncStats,
  { quarantined, incomplete }: Pick<PulledPage, 'quarantined' | 'incomplete'>,
): void {
  for (const record of quarantined) stats.fail(failureOfRecord('unreadable-record', record));
  for (const record of incomplete) stats.notice(failureOfRecord('incomplete-record', record));
}

export const failureOfRecord = (
  code: 'unreadable-record' | 'incomplete-record',
  { name: title, ...record }: Quarantined,
) => ({ id: record.id, path: null, ...(title === undefined ? {} : { title }), problem: { code, ...record } });
