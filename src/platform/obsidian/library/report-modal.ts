import { ConfirmationModal, type App } from 'obsidian';
import { copyText } from '../components/copy-text';
import { REPORT } from './library-strings';

/** Shows all of a report before it is copied, because others will read it. */
export class ReportModal extends ConfirmationModal {
  constructor(
    app: App,
    { report, failed }: { readonly report: string; readonly failed: (error: unknown) => void },
  ) {
    super(app);
    this.setTitle(REPORT.title);
    this.contentEl.createEl('p', { text: REPORT.explanation });
    const field = this.contentEl.createEl('textarea', {
      cls: 'florilegium-report',
      attr: { readonly: true, 'aria-label': REPORT.text, spellcheck: false, rows: 16 },
    });
    field.value = report;
    this.addButton((button) =>
      button
        .setButtonText(REPORT.copy)
        .setCta()
        .onClick(() => copyText(report, REPORT.copied).catch(failed)),
    );
    this.addCancelButton(REPORT.close);
  }
}
