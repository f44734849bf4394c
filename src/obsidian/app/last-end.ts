import type { App } from 'obsidian';
import type { SyncReport } from '../../model/report';
import { readRunEnd, type RunEnd, runEndOf } from '../../sync/journal/run-history';

const KEY = 'florilegium-last-end';

export interface LastSync {
  /** ISO 8601, by the device's clock. */
  readonly at: string;
  readonly end: RunEnd;
}

/** How the last sync on this device ended. Not in the state, where a sync without changes leaves no trace. */
export function readLastSync(app: App): LastSync | null {
  const stored: unknown = app.loadLocalStorage(KEY);
  const [at, kept]: readonly unknown[] = isList(stored) ? stored : [];
  const end = readRunEnd(kept);
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at)) || end === null) return null;
  return { at, end };
}

export const rememberLastSync = (app: App, report: SyncReport): void =>
  app.saveLocalStorage(KEY, [new Date().toISOString(), runEndOf(report)]);

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
