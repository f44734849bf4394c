import type { Plugin } from 'obsidian';
import type { Choice } from '../../sync/sync-options';
import { PREVIEW } from './preview-strings';
import type { SyncController } from '../syncing/sync-controller';
import { turnBeside } from '../syncing/turn';
import { PreviewModal } from './preview-modal';
import type { PreviewSource } from './preview-rows';

export interface AddPreviewOptions {
  readonly plugin: Plugin;
  readonly controller: SyncController;
  readonly look: () => Omit<PreviewSource, 'apply'>;
  /** Tells the person what is missing when it is not. */
  readonly isReady: () => boolean;
  readonly apply: (choice: Choice) => void;
  readonly failed: (error: unknown) => void;
}

/** The command that shows what the next sync would do; answers with what it does. */
export function addPreview({
  plugin,
  controller,
  look,
  isReady,
  apply,
  failed,
}: AddPreviewOptions): () => void {
  const turn = turnBeside(controller);
  const open = (): void => {
    if (!isReady() || turn.isBusy()) return;
    const { plan, ...rest } = look();
    // What is pulled must not come in beside a sync.
    const source: PreviewSource = {
      ...rest,
      plan: ({ signal, reporter }) => turn.alone(signal, (both) => plan({ signal: both, reporter })),
      apply,
    };
    new PreviewModal(plugin.app, { source, texts: PREVIEW, failed }).open();
  };
  plugin.addCommand({ id: 'preview-sync', name: PREVIEW.command, callback: open });
  return open;
}
