import { ConfirmationModal, type ButtonComponent, type SettingDefinitionGroup } from 'obsidian';
import type { SyncReport } from '../../../core/report';
import { addPaths } from '../path-list';
import { notes } from '../strings';
import { CHANGES } from '../strings-settings';
import { addButton, type PageContext } from './page-context';

const SHOWN = ['create', 'update', 'rename'] as const;
const COUNTED = ['created', 'updated', 'renamed'] as const;

/** The row that shows what a change of the settings would do, before anything is done. */
export const changesGroup = (context: PageContext): SettingDefinitionGroup => ({
  type: 'group',
  items: [
    {
      name: CHANGES.name,
      desc: CHANGES.desc,
      searchable: false,
      render: (setting) => void addButton(setting, { text: CHANGES.show, act: () => new ChangesModal(context).open(), failed: context.failed }),
    },
  ],
});

/** Which notes would be written, and how; from here it can be done at once. */
class ChangesModal extends ConfirmationModal {
  private readonly abort = new AbortController();
  private readonly text: HTMLElement;
  private applyButton: ButtonComponent | null = null;

  constructor(private readonly context: PageContext) {
    super(context.app);
    this.setTitle(CHANGES.name);
    this.text = this.contentEl.createDiv({ text: CHANGES.looking, attr: { role: 'status' } });
    this.addButton((button) => (this.applyButton = button.setButtonText(CHANGES.apply).setCta().setDisabled(true).onClick(() => context.engine.apply())));
    this.addCancelButton(CHANGES.close);
  }

  override async onOpen(): Promise<void> {
    const { signal } = this.abort;
    await super.onOpen();
    try {
      const report = await this.context.engine.lookAhead(signal);
      if (!signal.aborted) this.show(report);
    } catch (error) {
      if (signal.aborted) return;
      this.text.setText(CHANGES.failed);
      this.context.failed(error);
    }
  }

  override onClose(): void {
    super.onClose();
    this.abort.abort(new Error('Nobody looks any more'));
  }

  private show({ notes: counts, plan = [], failures, outOfScope = [] }: SyncReport): void {
    const changes = COUNTED.flatMap((kind) => (counts[kind] > 0 ? [`${notes(counts[kind])} ${CHANGES.would[kind]}`] : []));
    this.text.empty();
    for (const { message } of failures) this.text.createEl('p', { cls: 'florilegium-problem', text: message });
    if (changes.length > 0) this.text.createEl('p', { text: `${changes.join(', ')}.` });
    else if (failures.length === 0) this.text.createEl('p', { text: CHANGES.none });
    if (outOfScope.length > 0) this.text.createEl('p', { text: CHANGES.leftOut(outOfScope.length) });
    this.applyButton?.setDisabled(changes.length === 0);
    const lines = SHOWN.flatMap((kind) => plan.flatMap(({ action, path }) => (action === kind ? [{ aside: CHANGES.actions[kind], path }] : [])));
    addPaths(this.contentEl, { label: CHANGES.name, lines });
  }
}
