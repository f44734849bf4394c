import { Notice, type Plugin } from 'obsidian';
import type { DeletedNote } from '../../model/report';
import type { RestoreRequest } from '../../sync/sync-options';
import { ChoiceModal, withoutEnding } from '../components/choice-modal';
import { reviewHold, type HoldReview } from './hold-modal';
import { identityIn } from '../vault/identity-in';
import { COMMANDS, RESTORE } from '../strings';

export interface DeletionCommandOptions extends HoldReview {
  readonly plugin: Plugin;
  readonly deletedNotes: () => Promise<readonly DeletedNote[]>;
  readonly restore: (request: RestoreRequest) => void;
  /** Told when what the device knows cannot be read. */
  readonly failed: (error: unknown) => void;
}

/** The commands by which a person decides about held notes, and asks for what they deleted. */
export function addDeletionCommands({
  plugin,
  deletedNotes,
  restore,
  failed,
  ...review
}: DeletionCommandOptions): void {
  const { app } = plugin;
  const restoreItem = (id: string): void => restore({ kind: 'items', ids: [id] });
  const chooseNote = async (): Promise<void> => {
    const items = await deletedNotes();
    if (items.length === 0) new Notice(RESTORE.none);
    else
      new ChoiceModal(app, {
        question: RESTORE.which,
        items,
        nameOf: ({ path }) => withoutEnding(path),
        choose: ({ id }) => restoreItem(id),
      }).open();
  };
  plugin.addCommand({
    id: 'review-held',
    name: COMMANDS.reviewHeld,
    callback: () => reviewHold(app, review).catch(failed),
  });
  plugin.addCommand({
    id: 'restore-highlights',
    name: COMMANDS.restoreHighlights,
    checkCallback: (checking) => {
      const file = app.workspace.getActiveFile();
      const { bookId, documentId } = identityIn(app, file);
      const id = documentId ?? bookId;
      if (id !== null && !checking) restoreItem(id);
      return id !== null;
    },
  });
  plugin.addCommand({
    id: 'restore-note',
    name: COMMANDS.restoreNote,
    callback: () => chooseNote().catch(failed),
  });
}
