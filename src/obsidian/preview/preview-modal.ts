import { ConfirmationModal, type App, type ButtonComponent } from 'obsidian';
import { holdText, problemMessages } from '../../messages';
import type { Hold, SyncReport } from '../../model/report';
import type { Progress } from '../../model/progress';
import { addFailures } from '../syncing/failure-list';
import { failureLines, problemText } from '../syncing/result-text';
import { showProgress } from '../syncing/show-progress';
import { PREVIEW } from './preview-strings';
import { SyncProgress } from '../syncing/sync-progress';
import { PreviewList, type RowsUnderTitle } from './preview-list';
import { GROUPS, rowsOf, type PreviewRow, type PreviewSource } from './preview-rows';
import { Ticks } from './ticks';

export interface PreviewTexts {
  readonly title: string;
  readonly explanation: string;
  /** While the plan is made. */
  readonly asking: string;
  /** There is nothing in it. */
  readonly none: string;
}

export interface PreviewModalOptions {
  readonly source: PreviewSource;
  readonly texts: PreviewTexts;
  readonly failed: (error: unknown) => void;
}

const pause = (): Promise<void> => new Promise((done) => void window.setTimeout(done));

/** Shows what would be done with each note before anything is, and does all or some of it. */
export class PreviewModal extends ConfirmationModal {
  private readonly abort = new AbortController();
  private readonly progress = new SyncProgress();
  private readonly status: HTMLElement;
  private applyButton: ButtonComponent | null = null;
  private closeButton: ButtonComponent | null = null;
  private apply: () => void = () => undefined;

  constructor(
    app: App,
    private readonly options: PreviewModalOptions,
  ) {
    super(app);
    this.modalEl.addClass('florilegium-plan-dialog');
    this.setTitle(options.texts.title);
    this.status = this.contentEl.createDiv({ text: options.texts.asking, attr: { role: 'status' } });
    this.addButton(
      (button) =>
        (this.applyButton = button
          .setButtonText(PREVIEW.applyAll)
          .setCta()
          .setDisabled(true)
          .onClick(() => this.apply())),
    );
    this.addButton(
      (button) => (this.closeButton = button.setButtonText(PREVIEW.cancel).onClick(() => undefined)),
    );
  }

  override async onOpen(): Promise<void> {
    const { signal } = this.abort;
    await super.onOpen();
    this.progress.begin(() => this.close());
    try {
      const report = await this.options.source.plan({
        signal,
        reporter: { progress: (progress) => this.tell(progress) },
      });
      if (!signal.aborted) await this.show(report);
    } catch (error) {
      if (signal.aborted) return;
      this.status.setText(PREVIEW.failed);
      this.options.failed(error);
    } finally {
      this.progress.end();
      this.closeButton?.setButtonText(PREVIEW.close);
    }
  }

  override onClose(): void {
    super.onClose();
    this.abort.abort(new Error('The preview was cancelled'));
  }

  /** What a plan is made from is looked at; nothing is written. */
  private tell(progress: Progress): void {
    this.progress.progress(progress);
    if (progress.step !== 'writing') showProgress(this.status, this.progress.current.text);
    else if (progress.done > 0) showProgress(this.status, PREVIEW.looking(progress.done));
  }

  private async show(report: SyncReport): Promise<void> {
    const { texts } = this.options;
    const rows = report.outcome === 'failed' ? [] : await rowsOf(report, pause);
    const problem = problemIn(report);
    this.status.empty();
    if (problem !== null) this.status.createEl('p', { cls: 'florilegium-problem', text: problem });
    else if (rows.length === 0) this.status.createEl('p', { text: texts.none });
    addFailures(this.status, failureLines(report));
    if (rows.length > 0) this.status.createEl('p', { text: texts.explanation });
    if (report.hold !== undefined)
      this.status.createEl('p', { text: PREVIEW.held(holdText(report.hold.reason)) });
    if (report.outOfScope !== undefined)
      this.status.createEl('p', { text: PREVIEW.leftOut(report.outOfScope.length) });
    if (rows.length > 0) this.showList(rows, { ticks: await Ticks.of(rows, pause), hold: report.hold });
  }

  private showList(
    rows: readonly PreviewRow[],
    { ticks, hold }: { readonly ticks: Ticks; readonly hold: Hold | undefined },
  ): void {
    const { source, failed } = this.options;
    const changed = (): void => {
      const { count } = ticks;
      this.applyButton
        ?.setButtonText(count === rows.length ? PREVIEW.applyAll : PREVIEW.apply(count, rows.length))
        .setDisabled(count === 0);
    };
    this.apply = () => source.apply(ticks.choice(hold));
    new PreviewList(this.contentEl, {
      rows,
      ticks,
      groups: byDeed,
      look: (noteKey) => source.look(noteKey),
      changed,
      failed,
    });
    changed();
  }
}

/** By what would be done with them. */
const byDeed = (rows: readonly PreviewRow[]): readonly RowsUnderTitle[] =>
  GROUPS.flatMap((group) => {
    const own = rows.filter((row) => row.group === group);
    return own.length === 0 ? [] : { title: PREVIEW.groups[group](own.length), rows: own };
  });

/** What a plan lacks. For want of the network nothing can be shown here, of which a sync in the background would keep silent. */
function problemIn(report: SyncReport): string | null {
  if (report.outcome === 'held') return null;
  if (report.cause === 'cancelled') return PREVIEW.cancelled;
  return (
    problemText(report) ??
    (report.outcome === 'failed'
      ? PREVIEW.problem(problemMessages(report.failures.map(({ problem }) => problem)))
      : null)
  );
}
