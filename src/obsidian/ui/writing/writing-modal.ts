import { ConfirmationModal, type ButtonComponent } from 'obsidian';
import { outboxReasonText } from '../../../messages/outbox-messages';
import type { Change, Values } from '../../../model/outbox';
import type { PluginContext } from '../../app/plugin-context';

export interface WritingTexts {
  readonly title: string;
  readonly send: string;
  readonly cancel: string;
}

/** A window that asks for a change at Readwise, and stays open while that is refused. */
export abstract class WritingModal extends ConfirmationModal {
  /** Ends when the window is closed. */
  protected readonly closed = new AbortController();
  protected sendButton: ButtonComponent | null = null;
  private readonly problemEl: HTMLElement;

  constructor(
    protected readonly context: PluginContext,
    { title, send, cancel }: WritingTexts,
  ) {
    super(context.app);
    this.setTitle(title);
    this.modalEl.addClass('florilegium-writing');
    this.problemEl = createDiv({ attr: { role: 'alert' } });
    this.contentEl.after(this.problemEl);
    this.addButton((button) => {
      this.sendButton = button;
      button.setButtonText(send).onClick(() => this.trySend());
    });
    this.addCancelButton(cancel);
    this.modalEl.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.sendButton?.buttonEl.click();
    });
  }

  override onClose(): void {
    super.onClose();
    this.closed.abort(new Error('The window was closed'));
  }

  /** True keeps the window open. */
  protected abstract send(): Promise<boolean>;

  protected showProblem(problem: string | null): void {
    this.problemEl.toggleClass('florilegium-problem', problem !== null);
    this.problemEl.setText(problem ?? '');
  }

  /** Stores the change and sends it. True, to keep the window open, when it is refused. */
  protected async ask(change: Change, seen?: Values): Promise<boolean> {
    const added = await this.context.outbox.ask(change, seen);
    this.showProblem(added.ok ? null : outboxReasonText(added.reason));
    return !added.ok;
  }

  private async trySend(): Promise<boolean> {
    try {
      return await this.send();
    } catch (error) {
      this.context.onError(error);
      return true;
    }
  }
}
