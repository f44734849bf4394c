import { ConfirmationModal, type App } from 'obsidian';
import { showProgress } from '../syncing/show-progress';
import type { Turn } from '../syncing/turn';

/** More often nobody reads it. */
const SPEAKS_EVERY_MS = 500;

/** A window in which something goes on that may take a while, says how far it is, and ends with the window. */
export class WorkModal extends ConfirmationModal {
  protected readonly status: HTMLElement;
  private readonly abort = new AbortController();
  private spokeAt = 0;

  constructor(
    app: App,
    private readonly words: {
      readonly title: string;
      readonly failedText: string;
      readonly failed: (error: unknown) => void;
    },
    private readonly turn: Turn,
  ) {
    super(app);
    this.setTitle(words.title);
    this.modalEl.addClass('florilegium-keeping');
    this.status = this.contentEl.createDiv({ cls: 'florilegium-keeping-status', attr: { role: 'status' } });
  }

  override onClose(): void {
    super.onClose();
    this.abort.abort(new Error('Nobody looks any more'));
  }

  /** Does the work as long as the window is open; answers with null when it was closed, or when the work failed and the person was told. */
  protected async work<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result | null> {
    const { signal } = this.abort;
    try {
      const result = await run(signal);
      return signal.aborted ? null : result;
    } catch (error) {
      if (signal.aborted) return null;
      this.status.setText(this.words.failedText);
      this.words.failed(error);
      return null;
    }
  }

  /** Does work during which no sync can begin; null, too, while one runs. Who cancels syncs closes the window. */
  protected async workAlone<Result>(use: (signal: AbortSignal) => Promise<Result>): Promise<Result | null> {
    if (this.turn.isBusy()) return null;
    return this.work((signal) =>
      this.turn.alone(signal, (both) => {
        both.addEventListener('abort', () => {
          if (!signal.aborted) this.close();
        });
        return use(both);
      }),
    );
  }

  /** Says how far it is, now and then. */
  protected say(text: string): void {
    const now = performance.now();
    if (now - this.spokeAt < SPEAKS_EVERY_MS) return;
    this.spokeAt = now;
    showProgress(this.status, text);
  }
}
