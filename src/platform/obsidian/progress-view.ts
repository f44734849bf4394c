import { ButtonComponent, Notice, ProgressBarComponent } from 'obsidian';
import type { Progress, Reporter } from '../../ports';
import { NOT_STARTED, progressPercent, progressText, withProgress, type SyncState } from './progress-text';
import { PROGRESS } from './strings';

interface ProgressNotice {
  readonly notice: Notice;
  readonly text: HTMLElement;
  readonly barRow: HTMLElement;
  readonly bar: ProgressBarComponent;
}

/**
 * Shows how far a sync is: in the status bar where there is one (not on phones), and in a notice with a progress bar
 * when a person waits for it or there is no status bar. Both can cancel.
 */
export class ProgressView implements Reporter {
  private state: SyncState = NOT_STARTED;
  private shown: ProgressNotice | null = null;
  private cancel: () => void = () => undefined;

  /** `statusBar` is null on phones. */
  constructor(private readonly statusBar: HTMLElement | null) {
    statusBar?.addClass('florilegium-status', 'mod-clickable');
    statusBar?.setAttrs({ role: 'button', 'aria-label': PROGRESS.cancelHint, 'data-tooltip-position': 'top' });
    statusBar?.addEventListener('click', () => this.cancel());
    statusBar?.hide();
  }

  begin(cancel: () => void): void {
    this.cancel = cancel;
    this.state = NOT_STARTED;
    this.statusBar?.show();
    if (this.statusBar === null) this.openNotice();
    this.draw(progressText(this.state));
  }

  /** Opens the notice, or opens it again when the person has closed it. */
  openNotice(): void {
    this.shown?.notice.hide();
    this.shown = newNotice(() => this.cancel());
    this.draw(progressText(this.state));
  }

  progress(progress: Progress): void {
    this.state = withProgress(this.state, progress);
    this.draw(progressText(this.state));
  }

  cancelling(): void {
    this.draw(`${PROGRESS.title}: ${PROGRESS.cancelling}`);
  }

  end(): void {
    this.cancel = () => undefined;
    this.shown?.notice.hide();
    this.shown = null;
    this.statusBar?.hide();
  }

  private draw(text: string): void {
    this.statusBar?.setText(text);
    if (this.shown === null) return;
    this.shown.text.setText(text);
    const percent = progressPercent(this.state);
    this.shown.barRow.toggle(percent !== null);
    if (percent !== null) this.shown.bar.setValue(percent);
  }
}

function newNotice(cancel: () => void): ProgressNotice {
  const content = createFragment();
  const text = content.createDiv({ cls: 'florilegium-progress-text', attr: { role: 'status' } });
  const barRow = content.createDiv({ cls: 'florilegium-progress-bar' });
  const bar = new ProgressBarComponent(barRow);
  const buttons = content.createDiv({ cls: 'florilegium-notice-buttons' });
  new ButtonComponent(buttons).setButtonText(PROGRESS.cancel).onClick(cancel);
  return { notice: new Notice(content, 0), text, barRow, bar };
}
