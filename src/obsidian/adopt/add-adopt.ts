import type { Plugin } from 'obsidian';
import { turnBeside } from '../syncing/turn';
import type { SyncController } from '../syncing/sync-controller';
import { ADOPT } from './adopt-strings';
import { AdoptModal, type AdoptEngine } from './adopt-modal';

export interface AddAdoptOptions {
  readonly plugin: Plugin;
  readonly controller: SyncController;
  readonly engine: AdoptEngine;
  /** Whether the settings can be read, and there is a token where one is needed; tells the person what is missing. */
  readonly isReady: (request: { readonly needsToken: boolean }) => boolean;
  readonly sync: () => void;
  readonly failed: (error: unknown) => void;
}

/** The command that takes over notes of other plugins; returns what opens its dialog. */
export function addAdopt({ plugin, controller, engine, isReady, ...rest }: AddAdoptOptions): () => void {
  const turn = turnBeside(controller, ADOPT.busy);
  const open = (): void => {
    if (isReady({ needsToken: false }) && !turn.isBusy())
      new AdoptModal(plugin.app, {
        ...rest,
        engine,
        turn,
        isReady: () => isReady({ needsToken: true }),
      }).open();
  };
  plugin.addCommand({ id: 'adopt-notes', name: ADOPT.command, callback: open });
  return open;
}
