import { type NextStep, SYNC_CANCELLED, UNDO_CANCELLED } from '../../messages/result-messages';
import type { HoldDecision, Confirmation, RestoreRequest } from '../../sync/context/sync-options';
import type { SyncReport } from '../../model/report';
import type { NoteIdentity, Reporter } from '../../model/ports';
import { PROGRESS, RESULT } from '../strings/strings';
import type { Notices } from './notices';
import type { SyncProgress } from './sync-progress';

/** A request for a run; without any field, a sync of the whole library. */
export interface RunRequest {
  /** Render all notes again from the local replica, or fetch everything again. */
  readonly task?: 'render' | 'fetch all' | undefined;
  /** Refresh only this note's item. */
  readonly refresh?: NoteIdentity | undefined;
  /** The user's answer to a sync that stopped and asked. */
  readonly confirmation?: Confirmation | undefined;
  readonly decision?: HoldDecision | undefined;
  readonly restore?: RestoreRequest | undefined;
  /** Undo the run with this number. */
  readonly undo?: number | undefined;
}

export const isLibrarySync = ({ task, refresh, undo }: RunRequest): boolean =>
  (task ?? refresh ?? undo) === undefined;

export interface SyncRun extends RunRequest {
  readonly origin: SyncOrigin;
  readonly signal: AbortSignal;
  readonly reporter: Reporter;
}

/** Who asked for a run; only the user is told about runs that succeed. */
export type SyncOrigin = 'user' | 'schedule';

export interface StartOptions extends RunRequest {
  readonly origin: SyncOrigin;
}

export interface SyncDisplay {
  openNotice(): void;
  show(report: SyncReport, origin: SyncOrigin): void;
  showCancelled(origin: SyncOrigin, text: string): void;
  showNotReady(message: string, origin: SyncOrigin): void;
  showError(error: unknown): void;
  /** A change that was sent has changed in Readwise too, and a person has to decide. */
  showSendConflict(text: string): void;
  /** A person has opened what these steps offer, so that no notice needs to offer it any more. */
  opened(steps: readonly NextStep[]): void;
}

interface Running {
  readonly abort: AbortController;
  /** Shows no progress of its own. */
  readonly isSilent?: boolean;
  origin: SyncOrigin;
  /** Requests to run afterwards, because they contain something that this run does not know. */
  next: readonly StartOptions[];
}

export interface SyncControllerOptions {
  /** Name of the vault's state on this device, used as the lock's name. */
  readonly lockName: () => string;
  readonly run: (run: SyncRun) => Promise<SyncReport>;
  readonly progress: SyncProgress;
  readonly notices: Notices;
}

/** Runs one sync at a time. */
export class SyncController {
  private running: Running | null = null;
  /** The plugin is turned off: windows that are still open must do nothing. */
  isUnloaded = false;
  /** Set when the plugin is loaded. */
  display: SyncDisplay | null = null;

  constructor(private readonly options: SyncControllerOptions) {}

  get isRunning(): boolean {
    return this.running !== null;
  }

  /** Whether nothing can start now; shows the user why. */
  isBusy(busy: string = RESULT.alreadyRunning): boolean {
    if (!this.isUnloaded && !this.isRunning) return false;
    this.options.notices.say(this.isUnloaded ? RESULT.isOff : busy);
    return true;
  }

  /**
   * Resolves with the report, or null without one. During a run, a schedule's request is dropped; a user's is
   * queued if it is more than a plain sync, or if the run is being cancelled.
   */
  async start(options: StartOptions): Promise<SyncReport | null> {
    const { running } = this;
    if (running === null) return this.begin(options, []);
    const { origin, ...request } = options;
    const isQueued =
      Object.values(request).some((value) => value !== undefined) ||
      (running.abort.signal.aborted && running.next.length === 0);
    if (isQueued) running.next = [...running.next, options];
    if (origin === 'user') this.showRunning(running, isQueued);
    return null;
  }

  private async begin(
    { origin, ...request }: StartOptions,
    next: Running['next'],
  ): Promise<SyncReport | null> {
    const running: Running = { abort: new AbortController(), origin, next };
    const { run, progress } = this.options;
    const { signal } = running.abort;
    this.running = running;
    progress.begin(() => this.cancel(), PROGRESS.syncing);
    if (origin === 'user') this.display?.openNotice();
    let report: SyncReport | null = null;
    const showCancelled = (): void =>
      this.display?.showCancelled(
        running.origin,
        request.undo === undefined ? SYNC_CANCELLED : UNDO_CANCELLED,
      );
    try {
      report = await this.withLock(signal, () => run({ origin, signal, reporter: progress, ...request }));
      this.finish();
      // A run that finished before it noticed the cancellation did all its work.
      if (report.cause === 'cancelled') showCancelled();
      else this.display?.show(report, running.origin);
    } catch (error) {
      this.finish();
      // The run was cancelled while it waited for the lock.
      if (signal.aborted) showCancelled();
      else this.display?.showError(error);
    }
    await this.runNext(running);
    return report;
  }

  /**
   * Runs `use` while no sync can run, until `signal` or a cancellation of syncs aborts it. `showsProgress`: where
   * that of syncs is shown; without it, whoever asks shows it.
   */
  async runExclusively<Result>(
    signal: AbortSignal,
    use: (signal: AbortSignal) => Promise<Result>,
    { showsProgress = false }: { readonly showsProgress?: boolean } = {},
  ): Promise<Result> {
    if (this.running !== null) throw new Error('A sync is running');
    const abort = new AbortController();
    const running: Running = { abort, isSilent: !showsProgress, origin: 'user', next: [] };
    this.running = running;
    if (showsProgress) this.options.progress.begin(() => this.cancel());
    signal.addEventListener('abort', () => abort.abort(signal.reason));
    try {
      return await this.withLock(abort.signal, () => use(abort.signal));
    } finally {
      this.finish();
      void this.runNext(running);
    }
  }

  shutDown(): void {
    this.isUnloaded = true;
    this.cancel();
  }

  cancel(): void {
    if (this.running === null) return;
    this.running.next = [];
    if (this.running.isSilent !== true) this.options.progress.cancelling();
    this.running.abort.abort();
  }

  private async runNext({ next: [first, ...others] }: Running): Promise<void> {
    if (first !== undefined) await this.begin(first, others);
  }

  /** A plugin instance that was just turned off may still be writing. Without locks, the sync runs anyway. */
  private withLock<Result>(signal: AbortSignal, task: () => Promise<Result>): Promise<Result> {
    return 'locks' in navigator ? navigator.locks.request(this.options.lockName(), { signal }, task) : task();
  }

  /** Listeners refresh what they show, even after a run without visible progress. */
  private finish(): void {
    this.running = null;
    this.options.progress.end();
  }

  /** Who waits for the running one sees its progress; that a request is queued is said, too. */
  private showRunning(running: Running, isQueued: boolean): void {
    running.origin = 'user';
    if (running.isSilent !== true) this.display?.openNotice();
    if (isQueued || running.isSilent === true)
      this.options.notices.say(isQueued ? RESULT.isQueued : RESULT.alreadyRunning);
  }
}
