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

/** The progress of a run, for display. */
export interface ShownProgress {
  readonly isRunning: boolean;
  readonly text: string;
  /** 0 to 100, for a bar; null while the total is unknown. */
  readonly percent: number | null;
}

const IDLE: ShownProgress = { isRunning: false, text: '', percent: null };
const PUBLISH_EVERY_MS = 1000;

/** The running work's progress as one observable value, which changes at most once a second. */
export class SyncProgress implements Reporter {
  private shown: ShownProgress = IDLE;
  private state: ProgressState = NOT_STARTED;
  private label = '';
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

  /** Calls the listener after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Marks the start of work; `cancel` stops it. `label`: what goes on. */
  begin(cancel: () => void, label: string = PROGRESS.readwise): void {
    this.stopTicking();
    this.stop = cancel;
    this.label = label;
    this.state = NOT_STARTED;
    this.isCancelling = false;
    this.shown = { ...IDLE, isRunning: true };
    // The seconds of a rate limit count down even while nothing is reported.
    this.timer = window.setInterval(() => this.publish(), PUBLISH_EVERY_MS);
    this.publish();
  }

  progress(progress: Progress): void {
    const now = this.now();
    this.state = withProgress(this.state, progress, now);
    if (now - this.publishedAt >= PUBLISH_EVERY_MS) this.publish();
  }

  /** Stops the work at the user's request. */
  cancel(): void {
    this.stop();
  }

  cancelling(): void {
    this.isCancelling = true;
    this.publish();
  }

  /** Marks the end of a run, with or without visible progress. */
  end(): void {
    this.stopTicking();
    this.stop = () => undefined;
    this.shown = IDLE;
    this.notify();
  }

  private publish(): void {
    this.publishedAt = this.now();
    const next = this.isCancelling ? { ...IDLE, isRunning: true, text: PROGRESS.cancelling } : this.view();
    if (next.text === this.shown.text && next.percent === this.shown.percent) return;
    this.shown = next;
    this.notify();
  }

  private view(): ShownProgress {
    const share = progressShare(this.state);
    return {
      isRunning: true,
      text: progressText(this.state, this.now(), this.label),
      percent: share === null ? null : Math.floor((100 * share.done) / share.total),
    };
  }

  private stopTicking(): void {
    if (this.timer !== null) window.clearInterval(this.timer);
    this.timer = null;
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}
