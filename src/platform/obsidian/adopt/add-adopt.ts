import type { Plugin } from 'obsidian';
import { turnBeside } from '../turn';
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
  const turn = turnBeside(controller, ADOPT.busy);
  const open = (): void => {
    if (!turn.isBusy()) new AdoptModal(plugin.app, { ...rest, engine, turn }).open();
  };
  plugin.addCommand({ id: 'adopt-notes', name: ADOPT.command, callback: open });
  return open;
}
