import type { NoteCounts, SyncReport } from '../../src/model/report';

export const NO_NOTES: NoteCounts = {
  created: 0,
  updated: 0,
  renamed: 0,
  trashed: 0,
  archived: 0,
  kept: 0,
  unchanged: 0,
  conflicts: 0,
  failed: 0,
};

/** The report of a sync that found nothing new, but for what a test names. */
export const aReport = (values: Partial<SyncReport> = {}): SyncReport => ({
  outcome: 'done',
  notes: NO_NOTES,
  requests: 4,
  vaultWrites: 0,
  durationMs: 0,
  failures: [],
  notices: [],
  conflicts: [],
  ...values,
});
