import { ConfirmationModal, type ButtonComponent, type Setting } from 'obsidian';
import type { PluginContext } from '../../app/plugin-context';

export interface FormOptions {
  readonly title: string;
  /** Names the act. */
  readonly send: string;
  readonly cancel: string;
  /**
   * Why it cannot be sent: a sentence, or '' where nothing needs to be said; null when it can. Marks the fields that
   * are wrong, but those that are only empty once the person has tried to send it.
   */
  readonly problem: (wasTried: boolean) => string | null;
  /** Resolves to why it was refused, which keeps the window open. */
  readonly act: () => Promise<string | null>;
}

const WRONG = '[aria-invalid="true"]';

/**
 * A window that asks for values. It can be sent once something has changed, and stays open while that is refused. Where
 * a field is wrong, the button leads there.
 */
export class FormWindow extends ConfirmationModal {
  /** Aborts when the window is closed. */
  readonly closed = new AbortController();
  private readonly problemEl: HTMLElement;
  private button: ButtonComponent | null = null;
  private wasTried = false;

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
    const problem = this.options.problem(this.wasTried);
    this.show(problem);
    this.button?.setDisabled(problem !== null && this.wrong === null);
  }

  /** The first field that is marked as wrong. */
  private get wrong(): HTMLElement | null {
    return this.contentEl.querySelector<HTMLElement>(WRONG);
  }

  /** True keeps the window open. */
  private async act(): Promise<boolean> {
    this.wasTried = true;
    const refused = this.options.problem(true) ?? (await this.options.act());
    this.show(refused);
    if (refused === null) return false;
    this.goToWrong();
    return true;
  }

  private goToWrong(): void {
    const { wrong } = this;
    if (wrong === null) return;
    wrong.closest('details')?.setAttribute('open', '');
    (wrong.closest('.setting-item') ?? wrong).scrollIntoView({ block: 'center' });
    wrong.focus({ preventScroll: true });
  }

  private show(problem: string | null): void {
    this.problemEl.setText(problem ?? '');
    this.problemEl.toggleClass('florilegium-problem', this.problemEl.textContent !== '');
  }
}

let problemCount = 0;

/** Shows what is wrong with the value of a row, and marks its control; null: nothing is. */
export function showProblem(row: Setting, problem: string | null): void {
  row.setErrorMessage(problem);
  const control = row.settingEl.querySelector('input, textarea, select');
  problemCount += 1;
  const id = `florilegium-problem-${String(problemCount)}`;
  row.errorEl?.setAttr('id', id);
  control?.setAttrs({
    'aria-invalid': problem === null ? null : 'true',
    'aria-describedby': problem === null ? null : id,
  });
}
