import { Notice } from 'obsidian';
import type { HoldDecision, Confirmation, Choice, RestoreRequest } from '../../sync/context/sync-options';
import type { SyncReport } from '../../model/report';
import type { NoteIdentity, Reporter } from '../../model/ports';
import { RESULT, UNDONE } from '../strings/strings';
import type { SyncProgress } from './sync-progress';

/** What is asked for; nothing but a sync of the whole library where nothing is given. */
export interface RunRequest {
  /** Write all notes again from what the device holds, or fetch everything again. */
  readonly task?: 'render' | 'fetch all' | undefined;
  /** Fetch and write only the item of this note. */
  readonly refresh?: NoteIdentity | undefined;
  /** Their answer to a sync that could not go on without one. */
  readonly confirmation?: Confirmation | undefined;
  readonly decision?: HoldDecision | undefined;
  readonly restore?: RestoreRequest | undefined;
  /** Undo the run with this number. */
  readonly undo?: number | undefined;
  /** What they chose in a preview of a sync, or of notes being written again. */
  readonly apply?: { readonly of: 'sync' | 'render'; readonly choice: Choice } | undefined;
}

/** Whether it is a sync of the whole library. */
export const isWhole = ({ task, refresh, undo, apply }: RunRequest): boolean =>
  (task ?? refresh ?? undo ?? apply) === undefined;

/** What one run is given. */
export interface SyncRun extends RunRequest {
  readonly signal: AbortSignal;
  readonly reporter: Reporter;
}

/** Who asked for a run: only a person wants to be told of one that went well. */
export type SyncOrigin = 'person' | 'schedule';

export interface StartOptions extends RunRequest {
  readonly origin: SyncOrigin;
}

/** Shows that a run goes on, and how it ended. */
export interface SyncDisplay {
  openNotice(): void;
  show(report: SyncReport, origin: SyncOrigin): void;
  showCancelled(origin: SyncOrigin, text: string): void;
  showNotReady(message: string, origin: SyncOrigin): void;
  showError(error: unknown): void;
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
  /** Name of the vault's state on this device; only one run at a time may change it. */
  readonly stateName: () => string;
  readonly run: (run: SyncRun) => Promise<SyncReport>;
  readonly progress: SyncProgress;
}

/** Runs one sync at a time, whoever asks for it. */
export class SyncController {
  private running: Running | null = null;
  /** The plugin is turned off: windows that are still open do nothing any more. */
  isOver = false;
  /** Set once, when the plugin is loaded. */
  display: SyncDisplay | null = null;

  constructor(private readonly options: SyncControllerOptions) {}

  get isRunning(): boolean {
    return this.running !== null;
  }

  /** Whether nothing else may begin now; tells the person why. */
  isBusy(busy: string = RESULT.alreadyRunning): boolean {
    if (!this.isOver && !this.isRunning) return false;
    new Notice(this.isOver ? RESULT.isOff : busy);
    return true;
  }

  /**
   * Resolves when the sync has ended, with its report where it came to its end. During another sync a
   * schedule's request is dropped and a person is shown the one that runs; what they said with it is done by
   * one more sync after that, as is a mere sync where the one that runs is about to stop.
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
    const { run, progress } = this.options;
    const { signal } = running.abort;
    this.running = running;
    progress.begin(() => this.cancel());
    if (origin === 'person') this.display?.openNotice();
    let report: SyncReport | null = null;
    const tellCancelled = (): void =>
      this.display?.showCancelled(
        running.origin,
        said.undo === undefined ? RESULT.cancelled : UNDONE.cancelled,
      );
    try {
      report = await this.inTurn(signal, () => run({ signal, reporter: progress, ...said }));
      this.finish();
      // One that came to its end before it heard of being cancelled did what it was to do.
      if (report.cause === 'cancelled') tellCancelled();
      else this.display?.show(report, running.origin);
    } catch (error) {
      this.finish();
      // It waited for its turn.
      if (signal.aborted) tellCancelled();
      else this.display?.showError(error);
    }
    await this.goOn(running);
    return report;
  }

  /**
   * Lets something that must not run beside a sync have its turn; whoever asks for it shows how it goes. It
   * ends with `signal`, or when syncs are cancelled.
   */
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

  /**
   * The plugin that was switched off a moment ago may still be at its last notes. A window without locks must
   * sync all the same.
   */
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
    if (running.isSilent !== true) this.display?.openNotice();
  }
}
