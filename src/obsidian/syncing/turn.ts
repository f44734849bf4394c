import { Notice } from 'obsidian';
import { RESULT } from '../strings';
import type { SyncController } from './sync-controller';

/** How a window that writes gets its turn beside syncs. */
export interface Turn {
  /** Whether a sync runs, or the plugin was switched off, of which the person is then told. */
  readonly isBusy: () => boolean;
  /** Lets no sync begin meanwhile. */
  readonly alone: SyncController['alone'];
}

export const turnBeside = (controller: SyncController, busy: string = RESULT.alreadyRunning): Turn => ({
  isBusy: () => {
    const why = controller.isOver ? RESULT.isOff : controller.isRunning ? busy : null;
    if (why !== null) new Notice(why);
    return why !== null;
  },
  alone: (signal, use) => controller.alone(signal, use),
});
