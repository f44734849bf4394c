import type { Plugin } from 'obsidian';
import type { SyncStatus } from '../../../core/report';
import type { SyncController } from '../syncing/sync-controller';

/** What the ways from outside need of the plugin. */
export interface ReachOptions {
  readonly plugin: Plugin;
  readonly controller: Pick<SyncController, 'isRunning' | 'start'>;
  /** What keeps a sync from beginning, in words; null when nothing does. */
  readonly problem: () => string | null;
  readonly status: () => Promise<SyncStatus>;
  /** Brings back what the person deleted of these items. */
  readonly restore: (ids: readonly string[]) => void;
  readonly failed: (error: unknown) => void;
}
