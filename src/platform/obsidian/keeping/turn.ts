import { Notice } from 'obsidian';
import type { SyncController } from '../sync-controller';

/** How a window that writes gets its turn beside syncs. */
export interface Turn {
  /** Whether a sync runs, of which the person is then told. */
  readonly isBusy: () => boolean;
  /** Lets no sync begin meanwhile. */
  readonly alone: SyncController['alone'];
}

export const turnBeside = (controller: SyncController, busy: string): Turn => ({
  isBusy: () => {
    if (controller.isRunning) new Notice(busy);
    return controller.isRunning;
  },
  alone: (signal, use) => controller.alone(signal, use),
});
