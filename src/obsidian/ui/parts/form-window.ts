import { ConfirmationModal, type ButtonComponent } from 'obsidian';
import type { PluginContext } from '../../app/plugin-context';

export interface FormOptions {
  readonly title: string;
  /** Names the act. */
  readonly send: string;
  readonly cancel: string;
  /** Why it cannot be sent: a sentence, or '' where nothing needs to be said; null when it can. */
  readonly problem: () => string | null;
  /** Resolves to why it was refused, which keeps the window open. */
  readonly act: () => Promise<string | null>;
}

/** A window that asks for values. It can be sent once something has changed, and stays open while that is refused. */
export class FormWindow extends ConfirmationModal {
  /** Aborts when the window is closed. */
  readonly closed = new AbortController();
  private readonly problemEl: HTMLElement;
  private button: ButtonComponent | null = null;

  constructor(
    { app, onError }: Pick<PluginContext, 'app' | 'onError'>,
    private readonly options: FormOptions,
  ) {
    super(app);
    this.setTitle(options.title);
    this.modalEl.addClass('florilegium-form');
    this.problemEl = createDiv({ attr: { role: 'alert' } });
    this.contentEl.after(this.problemEl);
    this.addButton((button) => {
      this.button = button.setButtonText(options.send).setCta();
      button.onClick(() =>
        this.act().catch((error: unknown) => {
          onError(error);
          return true;
        }),
      );
    });
    this.addCancelButton(options.cancel);
    this.modalEl.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.button?.buttonEl.click();
    });
  }

  override onClose(): void {
    super.onClose();
    this.closed.abort(new Error('The window was closed'));
  }

  /** Shows why it cannot be sent; called after each change. */
  check(): void {
    const problem = this.options.problem();
    this.show(problem);
    this.button?.setDisabled(problem !== null);
  }

  /** True keeps the window open. */
  private async act(): Promise<boolean> {
    const refused = await this.options.act();
    this.show(refused);
    return refused !== null;
  }

  private show(problem: string | null): void {
    this.problemEl.setText(problem ?? '');
    this.problemEl.toggleClass('florilegium-problem', this.problemEl.textContent !== '');
  }
}
