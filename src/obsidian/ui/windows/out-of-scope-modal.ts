import { ConfirmationModal } from 'obsidian';
import type { LeftOutNote } from '../../../model/report';
import type { PluginContext } from '../../app/plugin-context';
import { OUT_OF_SCOPE } from '../../strings/settings-strings';
import { addPaths } from '../components/elements';
import { notes as counted } from '../../strings/strings';

const ANSWERS = ['leave', 'archive', 'trash'] as const;

/** Asks what to do with notes whose items are no longer synced. */
export class OutOfScopeModal extends ConfirmationModal {
  constructor(
    private readonly context: PluginContext,
    notes: readonly LeftOutNote[],
  ) {
    super(context.app);
    this.setTitle(OUT_OF_SCOPE.title);
    this.contentEl.createEl('p', { text: OUT_OF_SCOPE.explanation });
    addPaths(this.contentEl, { label: counted(notes.length), lines: notes.map(({ path }) => ({ path })) });
    for (const each of ANSWERS)
      this.addButton((button) =>
        button
          .setButtonText(OUT_OF_SCOPE[each])
          .onClick(() => void this.save(each).catch(this.context.onError)),
      );
    this.addCancelButton(OUT_OF_SCOPE.later);
  }

  /** Saves the answer as a setting and starts a sync, because only a sync removes notes. */
  private async save(outOfScope: (typeof ANSWERS)[number]): Promise<void> {
    const { context } = this;
    if (!context.isReady(false)) return;
    await context.store.save({ ...context.settings, outOfScope });
    if (outOfScope !== 'leave') context.request();
  }
}
