import { ButtonComponent } from 'obsidian';
import type { PluginContext } from '../app/plugin-context';
import { ProgressBar, showProgress } from './components/progress-elements';
import { isStatusShown, openStatusView } from './pane/status-view';
import { PROGRESS } from '../strings/strings';

interface ShownProgress {
  readonly text: HTMLElement;
  readonly bar: ProgressBar;
}

/**
 * Shows the progress of a run in one place: the status pane where it is visible, else a notice when the person
 * waits for it, else the status bar (not on phones). Both open the pane; only the notice can cancel, so that no
 * stray click does.
 */
export class ProgressView {
  private shown: ShownProgress | null = null;
  /** The person waits for it, and has not closed its notice. */
  private isWaitedFor = false;

  constructor(
    private readonly context: PluginContext,
    private readonly statusBar: HTMLElement | null,
  ) {
    const open = (): void => openStatusView(context);
    statusBar?.addClass('florilegium-status', 'mod-clickable');
    // A `title`, not a label: screen readers shall read the text.
    statusBar?.setAttrs({ role: 'button', tabindex: 0, title: PROGRESS.statusHint });
    statusBar?.addEventListener('click', open);
    statusBar?.addEventListener('keydown', ({ key }) => (key === 'Enter' || key === ' ') && open());
    statusBar?.hide();
    context.progress.subscribe(() => this.draw());
    context.plugin.registerEvent(context.app.workspace.on('layout-change', () => this.draw()));
  }

  /** Somebody waits for what runs, also after the notice was closed. */
  openNotice(): void {
    this.isWaitedFor = true;
    this.draw();
  }

  private closed(): void {
    this.shown = null;
    this.isWaitedFor = false;
    this.draw();
  }

  private draw(): void {
    const { context, statusBar } = this;
    const { notices, progress } = context;
    const { isRunning, text, percent } = progress.current;
    const isInPane = isStatusShown(context.app);
    this.isWaitedFor &&= isRunning;
    const isInNotice = this.isWaitedFor && !isInPane;
    if (isInNotice && this.shown === null)
      notices.showProgress(
        (content) => this.drawNotice(content),
        () => this.closed(),
      );
    if (!isInNotice && this.shown !== null) {
      this.shown = null;
      notices.hideProgress();
    }
    statusBar?.toggle(isRunning && !isInPane && !isInNotice);
    statusBar?.setText(text);
    if (this.shown === null) return;
    if (this.shown.text.textContent !== text) showProgress(this.shown.text, text);
    this.shown.bar.show(percent);
  }

  private drawNotice(content: DocumentFragment): void {
    const { context } = this;
    const text = content.createDiv({ cls: 'florilegium-progress-text', attr: { role: 'status' } });
    const bar = new ProgressBar(content);
    const buttons = content.createDiv({ cls: 'florilegium-notice-buttons' });
    new ButtonComponent(buttons).setButtonText(PROGRESS.details).onClick(() => openStatusView(context));
    new ButtonComponent(buttons).setButtonText(PROGRESS.cancel).onClick(() => context.progress.cancel());
    showProgress(text, context.progress.current.text);
    bar.show(context.progress.current.percent);
    this.shown = { text, bar };
  }
}
