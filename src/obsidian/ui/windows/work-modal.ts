import { ConfirmationModal } from 'obsidian';
import type { PluginContext } from '../../app/plugin-context';
import { showProgress } from '../components/progress-elements';
import { WORK } from '../../strings/window-strings';

const PROGRESS_EVERY_MS = 500;

/** A window for long work: shows its progress; closing it cancels the work. */
export class WorkModal extends ConfirmationModal {
  protected readonly status: HTMLElement;
  private readonly abort = new AbortController();
  private shownAt = 0;

  constructor(
    protected readonly context: PluginContext,
    private readonly texts: { readonly title: string; readonly failed: string },
  ) {
    super(context.app);
    this.setTitle(texts.title);
    this.modalEl.addClass('florilegium-work');
    this.status = this.contentEl.createDiv({ cls: 'florilegium-work-status', attr: { role: 'status' } });
  }

  override onClose(): void {
    super.onClose();
    this.abort.abort(new Error('The window was closed'));
  }

  /** Null when the window was closed meanwhile, or the work failed and the error was shown. */
  protected async work<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result | null> {
    const { signal } = this.abort;
    try {
      const result = await run(signal);
      return signal.aborted ? null : result;
    } catch (error) {
      if (signal.aborted) return null;
      this.status.setText(this.texts.failed);
      this.context.onError(error);
      return null;
    }
  }

  /** As `work`, while no sync can start; null when one is running. Cancelling syncs closes the window. */
  protected async workAlone<Result>(use: (signal: AbortSignal) => Promise<Result>): Promise<Result | null> {
    const { syncs } = this.context;
    if (syncs.isBusy(WORK.busy)) return null;
    return this.work((closed) =>
      syncs.runExclusively(closed, (signal) => {
        signal.addEventListener('abort', () => {
          if (!closed.aborted) this.close();
        });
        return use(signal);
      }),
    );
  }

  /** Shows progress at most every half second. */
  protected showDone(text: string): void {
    const now = performance.now();
    if (now - this.shownAt < PROGRESS_EVERY_MS) return;
    this.shownAt = now;
    showProgress(this.status, text);
  }
}
