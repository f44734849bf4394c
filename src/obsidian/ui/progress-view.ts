import { ButtonComponent, Notice } from 'obsidian';
import type { SyncProgress } from '../app/sync-progress';
import { ProgressBar, showProgress } from './components/progress-elements';
import { PROGRESS } from '../strings/strings';

interface ProgressNotice {
  readonly notice: Notice;
  readonly text: HTMLElement;
  readonly bar: ProgressBar;
}

/**
 * Shows a sync's progress in the status bar (not on phones), and in a notice when the user waits for it. Both
 * open the details; only the notice can cancel, so that no stray click does.
 */
export class ProgressView {
  private shown: ProgressNotice | null = null;

  constructor(
    private readonly progress: SyncProgress,
    private readonly statusBar: HTMLElement | null,
    private readonly openDetails: () => void,
  ) {
    statusBar?.addClass('florilegium-status', 'mod-clickable');
    // A `title`, not a label: screen readers shall read the text.
    statusBar?.setAttrs({ role: 'button', tabindex: 0, title: PROGRESS.statusHint });
    statusBar?.addEventListener('click', openDetails);
    statusBar?.addEventListener('keydown', ({ key }) => (key === 'Enter' || key === ' ') && openDetails());
    statusBar?.hide();
    progress.subscribe(() => this.draw());
  }

  /** Opens the notice, also after the user has closed it. */
  openNotice(): void {
    const { progress, openDetails } = this;
    this.shown?.notice.hide();
    this.shown = newNotice({ cancel: () => progress.cancel(), openDetails });
    this.draw();
  }

  private draw(): void {
    const { progress, statusBar } = this;
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
  new ButtonComponent(buttons).setButtonText(PROGRESS.details).onClick(openDetails);
  new ButtonComponent(buttons).setButtonText(PROGRESS.cancel).onClick(cancel);
  return { notice: new Notice(content, 0), text, bar };
}
