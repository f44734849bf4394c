import type { App } from 'obsidian';
import type { SyncReport } from '../../model/report';
import { readRunEnd, type RunEnd, runEndOf } from '../../sync/journal/run-history';

/** The last sync, and the last that was no failure. */
const KEYS = {
  end: 'florilegium-last-end',
  success: 'florilegium-last-success',
} as const;

export interface LastSync {
  /** ISO 8601, by the device's clock. */
  readonly at: string;
  readonly end: RunEnd;
}

/** How the last sync on this device ended. Not in the state, where a sync without changes leaves no trace. */
export function readLastSync(app: App, which: keyof typeof KEYS = 'end'): LastSync | null {
  const stored: unknown = app.loadLocalStorage(KEYS[which]);
  const [at, kept]: readonly unknown[] = isList(stored) ? stored : [];
  const end = readRunEnd(kept);
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at)) || end === null) return null;
  return { at, end };
}

export function rememberLastSync(app: App, report: SyncReport): void {
  const value = [new Date().toISOString(), runEndOf(report)];
  app.saveLocalStorage(KEYS.end, value);
  if (report.outcome !== 'failed') app.saveLocalStorage(KEYS.success, value);
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
