import type { App } from 'obsidian';
import { readRunEnd, runEndOf, type RunEnd } from '../../sync/journal/run-history';
import type { SyncReport } from '../../model/report';
import { endText } from '../syncing/result-text';

const KEY = 'florilegium-last-end';

export interface HowItEnded {
  /** ISO 8601, by the device's clock. */
  readonly at: string;
  readonly how: string;
  readonly outcome: RunEnd['outcome'];
  readonly cause: RunEnd['cause'];
}

/** When the last sync ended on this device, and how: a quiet one leaves no trace in the state, so it is kept beside it, in no language. */
export class LastEnd {
  constructor(private readonly app: App) {}

  read(): HowItEnded | null {
    const stored: unknown = this.app.loadLocalStorage(KEY);
    const [at, kept]: readonly unknown[] = isList(stored) ? stored : [];
    const end = readRunEnd(kept);
    if (typeof at !== 'string' || Number.isNaN(Date.parse(at)) || end === null) return null;
    return { at, how: endText(end), outcome: end.outcome, cause: end.cause };
  }

  note(report: SyncReport): void {
    this.app.saveLocalStorage(KEY, [new Date().toISOString(), runEndOf(report)]);
  }
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
