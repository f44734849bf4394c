import type { SyncReport } from '../../core/report';
import type { Reporter } from '../../ports';
import type { ProgressView } from './progress-view';
import type { ResultView, SyncOrigin } from './result-view';

/** What one run is given. */
export interface SyncRun {
  readonly signal: AbortSignal;
  readonly reporter: Reporter;
  /** A person's word that up to this many notes may be removed; null: the guard decides. */
  readonly maxDelete: number | null;
}

export interface StartOptions {
  readonly origin: SyncOrigin;
  readonly maxDelete?: number;
}

interface Running {
  readonly abort: AbortController;
  origin: SyncOrigin;
}

/** One sync at a time, whoever asks; shows how it goes and how it ended. */
export class SyncController {
  private running: Running | null = null;

  constructor(
    private readonly run: (run: SyncRun) => Promise<SyncReport>,
    private readonly progress: ProgressView,
    private readonly results: ResultView,
  ) {}

  get isRunning(): boolean {
    return this.running !== null;
  }

  /** Resolves when the sync has ended. During another sync a schedule's wish is dropped and a person is shown the one that runs. */
  async start({ origin, maxDelete }: StartOptions): Promise<void> {
    if (this.running !== null) {
      if (origin === 'person') this.showRunning(this.running);
      return;
    }
    const running: Running = { abort: new AbortController(), origin };
    this.running = running;
    this.progress.begin(() => this.cancel());
    if (origin === 'person') this.progress.openNotice();
    try {
      const report = await this.run({ signal: running.abort.signal, reporter: this.progress, maxDelete: maxDelete ?? null });
      this.finish(running, () => this.results.show(report, running.origin));
    } catch (error) {
      this.finish(running, () => this.results.showError(error));
    }
  }

  cancel(): void {
    if (this.running === null) return;
    this.progress.cancelling();
    this.running.abort.abort(new Error('The sync was cancelled'));
  }

  /** A run that was cancelled while it waited for its turn ends in the abort's own error. */
  private finish(running: Running, tell: () => void): void {
    this.running = null;
    this.progress.end();
    if (running.abort.signal.aborted) this.results.showCancelled(running.origin);
    else tell();
  }

  private showRunning(running: Running): void {
    running.origin = 'person';
    this.results.showAlreadyRunning();
    this.progress.openNotice();
  }
}
