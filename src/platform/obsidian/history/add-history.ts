import { Notice, TFile, type Plugin, type TAbstractFile } from 'obsidian';
import type { ExplainedNote } from '../../../core/history/explained-note';
import type { UndoPlan } from '../../../core/history/undo-plan';
import type { NoteIdentity } from '../../../ports';
import { identityIn, isNobodys } from '../vault/identity-in';
import { UNDO, WHY } from './history-strings';
import type { SyncController } from '../syncing/sync-controller';
import { turnBeside } from '../syncing/turn';
import { UndoModal } from './undo-modal';
import { WhyModal } from './why-modal';

/** What the device remembers of its syncs. */
export interface RememberedHistory {
  plan(): Promise<UndoPlan | null>;
  explain(path: string, identity: NoteIdentity): Promise<ExplainedNote | null>;
}

export interface HistoryOptions {
  readonly plugin: Plugin;
  readonly history: RememberedHistory;
  readonly controller: SyncController;
  readonly undo: (run: number) => void;
  readonly failed: (error: unknown) => void;
}

/** The commands by which a person takes the last sync back, and asks how a note came to be. */
export function addHistory({ plugin, history, controller, undo, failed }: HistoryOptions): void {
  const { app } = plugin;
  const turn = turnBeside(controller);
  const review = async (): Promise<void> => {
    if (turn.isBusy()) return;
    const plan = await history.plan();
    if (plan === null) new Notice(UNDO.nothing);
    else new UndoModal(app, plan, () => undo(plan.run)).open();
  };
  const explain = async (file: TFile, identity: NoteIdentity): Promise<void> => {
    const note = await history.explain(file.path, identity);
    if (note !== null) new WhyModal(app, note).open();
  };
  /** Null for a file that is no note of ours. */
  const asking = (file: TAbstractFile | null): (() => void) | null => {
    if (!(file instanceof TFile)) return null;
    const identity = identityIn(app, file);
    return isNobodys(identity) ? null : () => void explain(file, identity).catch(failed);
  };
  plugin.addCommand({ id: 'undo-sync', name: UNDO.command, callback: () => review().catch(failed) });
  plugin.addCommand({
    id: 'why-note',
    name: WHY.command,
    checkCallback: (checking) => {
      const ask = asking(app.workspace.getActiveFile());
      if (!checking) ask?.();
      return ask !== null;
    },
  });
  plugin.registerEvent(
    app.workspace.on('file-menu', (menu, file) => {
      const ask = asking(file);
      if (ask !== null)
        menu.addItem((item) =>
          item.setTitle(WHY.command).setIcon('history').setSection('florilegium').onClick(ask),
        );
    }),
  );
}
