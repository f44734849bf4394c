import { ConfirmationModal, type App, type ButtonComponent, type SettingDefinitionGroup } from 'obsidian';
import type { SyncReport } from '../../../core/report';
import { CHANGES } from '../strings-settings';
import type { PageContext } from './page-context';

const MOST_LINES = 500;
const SHOWN = ['create', 'update', 'rename'] as const;

/** The row that shows what a change of the settings would do, before anything is done. */
export const changesGroup = (context: PageContext): SettingDefinitionGroup => ({
  type: 'group',
  items: [
    {
      name: CHANGES.name,
      desc: CHANGES.desc,
      searchable: false,
      render: (setting) => {
        setting.addButton((button) => button.setButtonText(CHANGES.show).onClick(() => new ChangesModal(context.app, context).open()));
      },
    },
  ],
});

/** Which notes would be written, and how; from here it can be done at once. */
class ChangesModal extends ConfirmationModal {
  private readonly abort = new AbortController();
  private readonly text: HTMLElement;
  private applyButton: ButtonComponent | null = null;

  constructor(
    app: App,
    private readonly context: Pick<PageContext, 'engine' | 'failed'>,
  ) {
    super(app);
    this.setTitle(CHANGES.title);
    this.text = this.contentEl.createDiv({ text: CHANGES.looking, attr: { role: 'status' } });
    this.addButton((button) => (this.applyButton = button.setButtonText(CHANGES.apply).setCta().setDisabled(true).onClick(() => context.engine.apply())));
    this.addCancelButton(CHANGES.close);
  }

  override onOpen(): void {
    const { signal } = this.abort;
    this.context.engine.lookAhead(signal).then(
      (report) => (signal.aborted ? undefined : this.show(report)),
      (error: unknown) => (signal.aborted ? undefined : this.context.failed(error)),
    );
  }

  override onClose(): void {
    this.abort.abort(new Error('Nobody looks any more'));
  }

  private show({ notes: { created, updated, renamed }, plan = [], failures, outOfScope = [] }: SyncReport): void {
    const changed = created + updated + renamed > 0;
    this.text.empty();
    for (const { message } of failures) this.text.createEl('p', { cls: 'florilegium-problem', text: message });
    if (changed) this.text.createEl('p', { text: CHANGES.counts(created, updated, renamed) });
    else if (failures.length === 0) this.text.createEl('p', { text: CHANGES.none });
    if (outOfScope.length > 0) this.text.createEl('p', { text: CHANGES.leftOut(outOfScope.length) });
    this.applyButton?.setDisabled(!changed);
    const lines = SHOWN.flatMap((kind) => plan.filter(({ action }) => action === kind).map(({ path }) => [CHANGES.actions[kind], path] as const));
    if (lines.length === 0) return;
    const list = this.contentEl.createEl('ul', { cls: 'florilegium-notes', attr: { tabindex: 0, 'aria-label': CHANGES.title } });
    for (const [action, path] of lines.slice(0, MOST_LINES)) {
      const line = list.createEl('li');
      line.createSpan({ cls: 'florilegium-note-aside', text: action });
      line.createSpan({ text: path });
    }
    if (lines.length > MOST_LINES) list.createEl('li', { text: CHANGES.more(lines.length - MOST_LINES) });
  }
}
