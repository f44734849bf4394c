import { ConfirmationModal, Notice, type App } from 'obsidian';
import { REPORT } from './library-strings';

/** Shows all of a report before it is copied, because others will read it. */
export class ReportModal extends ConfirmationModal {
  constructor(app: App, report: string) {
    super(app);
    this.setTitle(REPORT.title);
    this.contentEl.createEl('p', { text: REPORT.explanation });
    const field = this.contentEl.createEl('textarea', { cls: 'florilegium-report', attr: { readonly: true, 'aria-label': REPORT.text, spellcheck: false, rows: 16 } });
    field.value = report;
    const copy = async (): Promise<void> => {
      await navigator.clipboard.writeText(report);
      new Notice(REPORT.copied);
    };
    this.addButton((button) => button.setButtonText(REPORT.copy).setCta().onClick(copy));
    this.addCancelButton(REPORT.close);
  }
}
