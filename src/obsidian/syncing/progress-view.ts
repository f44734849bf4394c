import { ButtonComponent, Notice } from 'obsidian';
import { ProgressBar } from './progress-bar';
import { showProgress } from './show-progress';
import { PROGRESS } from '../strings';
import { PROGRESS_CONTROLS } from '../start/start-strings';
import type { SyncProgress } from './sync-progress';

interface ProgressNotice {
  readonly notice: Notice;
  readonly text: HTMLElement;
  readonly bar: ProgressBar;
}

export interface ProgressViewOptions {
  readonly progress: SyncProgress;
  /** Null on phones. */
  readonly statusBar: HTMLElement | null;
  /** Opens the view that has all about it. */
  readonly openDetails: () => void;
}

/**
 * Shows how far a sync is: in the status bar where there is one (not on phones), and in a notice with a progress bar when a person waits
 * for it or there is no status bar. Both lead to the details; only the notice can cancel, so that no slip of the mouse does.
 */
export class ProgressView {
  private shown: ProgressNotice | null = null;

  constructor(private readonly options: ProgressViewOptions) {
    const { progress, statusBar, openDetails } = options;
    statusBar?.addClass('florilegium-status', 'mod-clickable');
    // A `title`, no label: what is heard is what it shows.
    statusBar?.setAttrs({ role: 'button', tabindex: 0, title: PROGRESS_CONTROLS.statusHint });
    statusBar?.addEventListener('click', openDetails);
    statusBar?.addEventListener('keydown', ({ key }) => (key === 'Enter' || key === ' ') && openDetails());
    statusBar?.hide();
    progress.subscribe(() => this.draw());
  }

  /** Opens the notice, or opens it again when the person has closed it. */
  openNotice(): void {
    const { progress, openDetails } = this.options;
    this.shown?.notice.hide();
    this.shown = newNotice({ cancel: () => progress.cancel(), openDetails });
    this.draw();
  }

  private draw(): void {
    const { progress, statusBar } = this.options;
    const { isRunning, text, percent } = progress.current;
    if (!isRunning) this.close();
    statusBar?.toggle(isRunning);
    statusBar?.setText(text);
    if (this.shown === null) return;
    if (this.shown.text.textContent !== text) showProgress(this.shown.text, text);
    this.shown.bar.show(percent);
  }

  private close(): void {
    this.shown?.notice.hide();
    this.shown = null;
  }
}

function newNotice({
  cancel,
  openDetails,
}: {
  readonly cancel: () => void;
  readonly openDetails: () => void;
}): ProgressNotice {
  const content = createFragment();
  const text = content.createDiv({ cls: 'florilegium-progress-text', attr: { role: 'status' } });
  const bar = new ProgressBar(content);
  const buttons = content.createDiv({ cls: 'florilegium-notice-buttons' });
  new ButtonComponent(buttons).setButtonText(PROGRESS_CONTROLS.details).onClick(openDetails);
  new ButtonComponent(buttons).setButtonText(PROGRESS.cancel).onClick(cancel);
  return { notice: new Notice(content, 0), text, bar };
}
