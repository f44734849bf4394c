import { Notice } from 'obsidian';
import type { HoldDecision, Confirmation, Choice, RestoreRequest } from '../../sync/sync-options';
import type { SyncReport } from '../../model/report';
import type { NoteIdentity, Reporter } from '../../model/ports';
import { RESULT, UNDONE } from '../strings';
import type { ProgressView } from './progress-view';
import type { ResultView, SyncOrigin } from './result-view';
import type { SyncProgress } from './sync-progress';

/** What a person says with a sync that they start. */
export interface Said {
  /** Something else than a common sync: notes are written again from what the device holds, or all is fetched whether it changed or not. */
  readonly task?: 'render' | 'fetch all' | undefined;
  /** Only what this note is of is fetched, and written, anew. */
  readonly refresh?: NoteIdentity | undefined;
  /** Their answer to a sync that could not go on without one. */
  readonly confirmation?: Confirmation | undefined;
  readonly decision?: HoldDecision | undefined;
  readonly restore?: RestoreRequest | undefined;
  /** Instead of a sync: the run with this number is undone. */
  readonly undo?: number | undefined;
  /** What they chose of what was previewed: of a sync, or of notes being written again. */
  readonly apply?: { readonly of: 'sync' | 'render'; readonly choice: Choice } | undefined;
}

/** Whether it is a sync of the whole library, and nothing else or less. */
export const isWhole = ({ task, refresh, undo, apply }: Said): boolean =>
  (task ?? refresh ?? undo ?? apply) === undefined;

/** What one run is given. */
export interface SyncRun extends Said {
  readonly signal: AbortSignal;
  readonly reporter: Reporter;
}

export interface StartOptions extends Said {
  readonly origin: SyncOrigin;
}

interface Running {
  readonly abort: AbortController;
  /** Nothing is to be seen of it here. */
  readonly isSilent?: boolean;
  origin: SyncOrigin;
  /** What is to follow it, one after the other, because a person said something that it does not know. */
  next: readonly StartOptions[];
}

export interface SyncControllerOptions {
  /** The vault's state, by its name on this device: only one run at a time may change it. */
  readonly stateName: () => string;
  readonly run: (run: SyncRun) => Promise<SyncReport>;
  readonly progress: SyncProgress;
  readonly view: ProgressView;
  readonly results: ResultView;
}

/** One sync at a time, whoever asks; shows how it goes and how it ended. */
export class SyncController {
  private running: Running | null = null;
  /** The plugin is switched off: what still stands on the screen does nothing any more. */
  isOver = false;

  constructor(private readonly options: SyncControllerOptions) {}

  get isRunning(): boolean {
    return this.running !== null;
  }

  /**
   * Resolves when the sync has ended, with its report where it came to its end. During another sync a schedule's request is dropped and a person is shown the one that runs; what
   * they said with it is done by one more sync after that, as is a mere sync where the one that runs is about to stop.
   */
  async start(options: StartOptions): Promise<SyncReport | null> {
    const { running } = this;
    if (running === null) return this.begin(options, []);
    const { origin, ...said } = options;
    const isQueued =
      Object.values(said).some((value) => value !== undefined) ||
      (running.abort.signal.aborted && running.next.length === 0);
    if (isQueued) running.next = [...running.next, options];
    if (origin === 'person') this.showRunning(running, isQueued ? RESULT.isQueued : RESULT.alreadyRunning);
    return null;
  }

  private async begin({ origin, ...said }: StartOptions, next: Running['next']): Promise<SyncReport | null> {
    const running: Running = { abort: new AbortController(), origin, next };
    const { run, progress, view, results } = this.options;
    const { signal } = running.abort;
    this.running = running;
    progress.begin(() => this.cancel());
    if (origin === 'person') view.openNotice();
    let report: SyncReport | null = null;
    const tellCancelled = (): void =>
      results.showCancelled(running.origin, said.undo === undefined ? RESULT.cancelled : UNDONE.cancelled);
    try {
      report = await this.inTurn(signal, () => run({ signal, reporter: progress, ...said }));
      this.finish();
      // One that came to its end before it heard of being cancelled did what it was to do.
      if (report.cause === 'cancelled') tellCancelled();
      else results.show(report, running.origin);
    } catch (error) {
      this.finish();
      // It waited for its turn.
      if (signal.aborted) tellCancelled();
      else results.showError(error);
    }
    await this.goOn(running);
    return report;
  }

  /** Lets something that must not run beside a sync have its turn; whoever asks for it shows how it goes. It ends with `signal`, or when syncs are cancelled. */
  async alone<Result>(signal: AbortSignal, use: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    if (this.running !== null) throw new Error('A sync is running');
    const abort = new AbortController();
    const running: Running = { abort, isSilent: true, origin: 'person', next: [] };
    this.running = running;
    signal.addEventListener('abort', () => abort.abort(signal.reason));
    try {
      return await this.inTurn(abort.signal, () => use(abort.signal));
    } finally {
      this.finish();
      void this.goOn(running);
    }
  }

  end(): void {
    this.isOver = true;
    this.cancel();
  }

  cancel(): void {
    if (this.running === null) return;
    this.running.next = [];
    if (this.running.isSilent !== true) this.options.progress.cancelling();
    this.running.abort.abort();
  }

  private async goOn({ next: [first, ...others] }: Running): Promise<void> {
    if (first !== undefined) await this.begin(first, others);
  }

  /** The plugin that was switched off a moment ago may still be at its last notes. A window without locks must sync all the same. */
  private inTurn<Result>(signal: AbortSignal, task: () => Promise<Result>): Promise<Result> {
    return 'locks' in navigator
      ? navigator.locks.request(this.options.stateName(), { signal }, task)
      : task();
  }

  /** Whoever shows what the device knows hears of it, also where nothing was to be seen of the run. */
  private finish(): void {
    this.running = null;
    this.options.progress.end();
  }

  private showRunning(running: Running, text: string): void {
    running.origin = 'person';
    new Notice(text);
    if (running.isSilent !== true) this.options.view.openNotice();
  }
}
