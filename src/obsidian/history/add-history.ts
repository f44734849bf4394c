import { Notice, type Plugin } from 'obsidian';
import type { UndoPlan } from '../../features/undo/undo-plan';
import type { SyncController } from '../syncing/sync-controller';
import { turnBeside } from '../syncing/turn';
import { UNDO, UndoModal } from './undo-modal';

export interface HistoryOptions {
  readonly plugin: Plugin;
  readonly plan: () => Promise<UndoPlan | null>;
  readonly controller: SyncController;
  readonly undo: (run: number) => void;
  readonly failed: (error: unknown) => void;
}

/** The command by which a person takes the last sync back. */
export function addHistory({ plugin, plan, controller, undo, failed }: HistoryOptions): void {
  const turn = turnBeside(controller);
  const review = async (): Promise<void> => {
    if (turn.isBusy()) return;
    const planned = await plan();
    if (planned === null) new Notice(UNDO.nothing);
    else new UndoModal(plugin.app, planned, () => undo(planned.run)).open();
  };
  plugin.addCommand({ id: 'undo-sync', name: UNDO.command, callback: () => review().catch(failed) });
}
