import { progressText } from '../../messages/messages';
import {
  NOT_STARTED,
  progressShare,
  withProgress,
  type Progress,
  type ProgressState,
} from '../../model/progress';
import type { Reporter } from '../../model/ports';
import { PROGRESS } from '../strings/strings';

/** How far a sync is, as it is shown. */
export interface ShownProgress {
  readonly isRunning: boolean;
  /** One line. */
  readonly text: string;
  /** 0 to 100 of what goes on now, for a bar; null while nobody knows how much there is. */
  readonly percent: number | null;
}

const IDLE: ShownProgress = { isRunning: false, text: '', percent: null };
const EACH_MS = 1000;

/**
 * How far the running sync is, as one value that can be watched. It changes once a second at most, except
 * when a sync begins, is cancelled or ends.
 */
export class SyncProgress implements Reporter {
  private shown: ShownProgress = IDLE;
  private state: ProgressState = NOT_STARTED;
  private isCancelling = false;
  private publishedAt = 0;
  private timer: number | null = null;
  private stop: () => void = () => undefined;
  private readonly listeners = new Set<() => void>();

  /** `now`: milliseconds of a monotonic clock. */
  constructor(private readonly now: () => number = () => window.performance.now()) {}

  get current(): ShownProgress {
    return this.shown;
  }

  /** Calls back after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** A sync begins; `cancel` ends it. */
  begin(cancel: () => void): void {
    this.stopTicking();
    this.stop = cancel;
    this.state = NOT_STARTED;
    this.isCancelling = false;
    this.shown = { ...IDLE, isRunning: true };
    // The seconds of a wait count down while nothing is reported.
    this.timer = window.setInterval(() => this.publish(), EACH_MS);
    this.publish();
  }

  progress(progress: Progress): void {
    const now = this.now();
    this.state = withProgress(this.state, progress, now);
    if (now - this.publishedAt >= EACH_MS) this.publish();
  }

  /** Ends the sync because a person wants it to end. */
  cancel(): void {
    this.stop();
  }

  cancelling(): void {
    this.isCancelling = true;
    this.publish();
  }

  /** The sync, or something else that it could have changed, has ended. */
  end(): void {
    this.stopTicking();
    this.stop = () => undefined;
    this.shown = IDLE;
    this.announce();
  }

  private publish(): void {
    this.publishedAt = this.now();
    const next = this.isCancelling
      ? { ...IDLE, isRunning: true, text: PROGRESS.line(PROGRESS.cancelling) }
      : this.view();
    if (next.text === this.shown.text && next.percent === this.shown.percent) return;
    this.shown = next;
    this.announce();
  }

  private view(): ShownProgress {
    const share = progressShare(this.state);
    return {
      isRunning: true,
      text: PROGRESS.line(progressText(this.state, this.now())),
      percent: share === null ? null : Math.floor((100 * share.done) / share.total),
    };
  }

  private stopTicking(): void {
    if (this.timer !== null) window.clearInterval(this.timer);
    this.timer = null;
  }

  private announce(): void {
    for (const listener of this.listeners) listener();
  }
}
