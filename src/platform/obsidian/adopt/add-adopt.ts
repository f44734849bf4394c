import { Notice, type Plugin } from 'obsidian';
import type { SyncController } from '../sync-controller';
import { ADOPT } from '../strings-adopt';
import type { AdoptEngine } from './adopt-engine';
import { AdoptModal } from './adopt-modal';

export interface AddAdoptOptions {
  readonly plugin: Plugin;
  readonly controller: SyncController;
  readonly engine: AdoptEngine;
  readonly isReady: () => boolean;
  readonly sync: () => void;
  readonly failed: (error: unknown) => void;
}

/** The command that takes over notes of other plugins; returns what opens its dialog. */
export function addAdopt({ plugin, controller, engine, ...rest }: AddAdoptOptions): () => void {
  const isBusy = (): boolean => {
    if (controller.isRunning) new Notice(ADOPT.busy);
    return controller.isRunning;
  };
  const open = (): void => {
    if (!isBusy()) new AdoptModal(plugin.app, { ...rest, engine, isBusy, alone: (signal, use) => controller.alone(signal, use) }).open();
  };
  plugin.addCommand({ id: 'adopt-notes', name: ADOPT.command, callback: open });
  return open;
}
