import type { Plugin } from 'obsidian';
import { COMMANDS } from '../strings';
import type { StartOptions, SyncController } from './sync-controller';

export interface SyncCommandOptions {
  readonly plugin: Plugin;
  readonly controller: SyncController;
  readonly start: (options: StartOptions) => void;
}

/** The ribbon icon and the commands that start and end syncs. */
export function addSyncCommands({ plugin, controller, start }: SyncCommandOptions): void {
  const sync = (): void => start({ origin: 'person' });
  plugin.addRibbonIcon('refresh-cw', COMMANDS.sync, sync);
  plugin.addCommand({ id: 'sync', name: COMMANDS.sync, callback: sync });
  plugin.addCommand({
    id: 'fetch-all',
    name: COMMANDS.fetchAll,
    callback: () => start({ origin: 'person', task: 'fetch all' }),
  });
  plugin.addCommand({
    id: 'render',
    name: COMMANDS.render,
    callback: () => start({ origin: 'person', task: 'render' }),
  });
  for (const confirmation of ['relink', 'accept-missing'] as const)
    plugin.addCommand({
      id: confirmation,
      name: COMMANDS[confirmation],
      callback: () => start({ origin: 'person', confirmation }),
    });
  plugin.addCommand({
    id: 'cancel-sync',
    name: COMMANDS.cancelSync,
    checkCallback: (checking) => {
      if (!checking) controller.cancel();
      return controller.isRunning;
    },
  });
}
