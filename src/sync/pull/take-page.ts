import type { StateChange } from '../../model/ports';
import type { DocumentPage, HighlightPage } from '../../readwise/pages';
import type { SyncStats } from '../context/sync-stats';
import type { Fetching } from '../run';
import type { PulledPage } from './pull';

/** Stores a page of books outside of the pull, and writes the notes that it made due. */
export async function takeBooks(
  { replica, stats, writer }: Fetching,
  page: HighlightPage,
  changes: readonly StateChange[],
): Promise<void> {
  const due = await replica.takeHighlights(page, () => changes);
  reportOddRecords(stats, page);
  await writer.writePage(due);
}

/** The same for records of Reader. */
export async function takeDocuments(
  { replica, stats, writer }: Fetching,
  page: DocumentPage,
  changes: readonly StateChange[],
): Promise<void> {
  const due = await replica.takeDocuments(page, () => changes);
  reportOddRecords(stats, page);
  await writer.writePage(due);
}

/** Reports records that could not be read, or only in part. The rest of their page was stored. */
export function reportOddRecords(
  stats: SyncStats,
  { quarantined, incomplete }: Pick<PulledPage, 'quarantined' | 'incomplete'>,
): void {
  for (const record of quarantined)
    stats.fail({ id: record.id, path: null, problem: { code: 'unreadable-record', ...record } });
  for (const record of incomplete)
    stats.notice({ id: record.id, path: null, problem: { code: 'incomplete-record', ...record } });
}
