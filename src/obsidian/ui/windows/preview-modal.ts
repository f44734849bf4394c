import { holdText, problemMessages } from '../../../messages/messages';
import { ConfirmationModal, type ButtonComponent } from 'obsidian';
import type { Progress } from '../../../model/progress';
import type { SyncReport } from '../../../model/report';
import type { PluginContext } from '../../app/plugin-context';
import { PREVIEW } from '../../strings/window-strings';
import { addFailures } from '../../app/notices';
import { failureLines, problemText } from '../components/result-text';
import { showProgress } from '../components/progress-elements';
import { SyncProgress } from '../../app/sync-progress';
import { PreviewList, type RowsUnderTitle } from './preview-list';
import { GROUPS, rowsOf, type PreviewRow } from './preview-rows';
import { syncPreview, type PreviewSource } from './preview-source';

export interface PreviewTexts {
  readonly title: string;
  readonly explanation: string;
  readonly loading: string;
  readonly none: string;
}

export function openPreview(context: PluginContext): void {
  if (!context.isReady(true) || context.syncs.isBusy()) return;
  new PreviewModal(context, syncPreview(context), PREVIEW).open();
}

/** Previews the changes to each note, and starts the run that makes them. */
export class PreviewModal extends ConfirmationModal {
  private readonly abort = new AbortController();
  private readonly progress = new SyncProgress();
  private readonly status: HTMLElement;
  private applyButton: ButtonComponent | null = null;
  private closeButton: ButtonComponent | null = null;

  constructor(
    private readonly context: PluginContext,
    private readonly source: PreviewSource,
    private readonly texts: PreviewTexts,
  ) {
    super(context.app);
    this.modalEl.addClass('florilegium-plan-dialog');
    this.setTitle(texts.title);
    this.status = this.contentEl.createDiv({ text: texts.loading, attr: { role: 'status' } });
    this.addButton((button) => {
      this.applyButton = button;
      button
        .setButtonText(PREVIEW.apply)
        .setCta()
        .setDisabled(true)
        .onClick(() => source.apply());
    });
    this.addButton((button) => {
      this.closeButton = button;
      button.setButtonText(PREVIEW.cancel).onClick(() => undefined);
    });
  }

  override async onOpen(): Promise<void> {
    const { signal } = this.abort;
    await super.onOpen();
    this.progress.begin(() => this.close());
    try {
      const reporter = { progress: (progress: Progress) => this.showProgress(progress) };
      const report = await this.source.plan({ signal, reporter });
      if (!signal.aborted) this.show(report);
    } catch (error) {
      if (signal.aborted) return;
      this.status.setText(PREVIEW.failed);
      this.context.onError(error);
    } finally {
      this.progress.end();
      this.closeButton?.setButtonText(PREVIEW.close);
    }
  }

  override onClose(): void {
    super.onClose();
    this.abort.abort(new Error('The preview was cancelled'));
  }

  private showProgress(progress: Progress): void {
    this.progress.progress(progress);
    if (progress.step !== 'writing') showProgress(this.status, this.progress.current.text);
    else if (progress.done > 0) showProgress(this.status, PREVIEW.checking(progress.done));
  }

  private show(report: SyncReport): void {
    const { status, texts } = this;
    const rows = report.outcome === 'failed' ? [] : rowsOf(report);
    const problem = problemIn(report);
    status.empty();
    if (problem !== null) status.createEl('p', { cls: 'florilegium-problem', text: problem });
    else if (rows.length === 0) status.createEl('p', { text: texts.none });
    addFailures(status, failureLines(report));
    if (rows.length > 0) status.createEl('p', { text: texts.explanation });
    if (report.hold !== undefined) status.createEl('p', { text: PREVIEW.held(holdText(report.hold.reason)) });
    if (report.outOfScope !== undefined)
      status.createEl('p', { text: PREVIEW.leftOut(report.outOfScope.length) });
    if (rows.length > 0) this.showList(rows);
  }

  private showList(rows: readonly PreviewRow[]): void {
    this.applyButton?.setDisabled(false);
    new PreviewList(this.contentEl, {
      rows,
      groups: byAction,
      loadDiff: (noteKey) => this.source.loadDiff(noteKey),
      onError: this.context.onError,
    });
  }
}

const byAction = (rows: readonly PreviewRow[]): readonly RowsUnderTitle[] =>
  GROUPS.flatMap((group) => {
    const own = rows.filter((row) => row.group === group);
    return own.length === 0 ? [] : { title: PREVIEW.groups[group](own.length), rows: own };
  });

/** Includes problems about which a background sync is silent, such as a missing network. */
function problemIn(report: SyncReport): string | null {
  if (report.outcome === 'held') return null;
  if (report.cause === 'cancelled') return PREVIEW.cancelled;
  const problem = problemText(report);
  if (problem !== null || report.outcome !== 'failed') return problem;
  return PREVIEW.problem(problemMessages(report.failures.map(({ problem: each }) => each)));
}
