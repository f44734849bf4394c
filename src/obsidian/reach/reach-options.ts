import type { Plugin } from 'obsidian';
import type { SyncReport, SyncStatus } from '../../model/report';
import type { StartOptions } from '../syncing/sync-controller';

/** What the ways from outside need of the plugin. */
export interface ReachOptions {
  readonly plugin: Plugin;
  readonly isSyncing: () => boolean;
  /** Runs a sync, and tells a person who asked for it what keeps it from beginning; resolves with its report when it came to its end. */
  readonly sync: (options: Pick<StartOptions, 'origin'>) => Promise<SyncReport | null>;
  /** What keeps a sync from beginning, in words; null when nothing does. */
  readonly problem: () => string | null;
  readonly status: () => Promise<SyncStatus>;
  /** Brings back what the person deleted of these items. */
  readonly restore: (ids: readonly string[]) => void;
  readonly failed: (error: unknown) => void;
}
