import { kindTime } from '../../../core/estimate/kind-time';
import {
  newEstimate,
  percentDone,
  secondsLeft,
  withHeard,
  type SyncEstimate,
} from '../../../core/estimate/sync-estimate';
import type { Progress, Reporter, WaitReason } from '../../../ports';
import { NOT_STARTED, progressText, timeLeftText, withProgress, type SyncState } from './progress-text';
import { PROGRESS } from '../strings';

/** How a sync stands, as it is shown. */
export interface ShownProgress {
  readonly isRunning: boolean;
  /** One line, the time left in it. */
  readonly text: string;
  /** 0 to 100 of what goes on now, for a bar; null while nobody can know. */
  readonly percent: number | null;
  /** Rounded, and steady: it changes only where it would be clearly wrong. Null while nobody can know. */
  readonly secondsLeft: number | null;
  /** The same in words. */
  readonly timeLeft: string | null;
  /** Which interface of the service waits for the rate limit, and for how many seconds yet. */
  readonly waitsFor: { readonly endpoint: 'highlights' | 'documents'; readonly seconds: number } | null;
}

const IDLE: ShownProgress = {
  isRunning: false,
  text: '',
  percent: null,
  secondsLeft: null,
  timeLeft: null,
  waitsFor: null,
};
const EACH_MS = 1000;

interface Wait {
  readonly endpoint: 'highlights' | 'documents';
  readonly until: number;
  readonly why: WaitReason;
}

/** Where the sync that runs stands: one value that can be watched. It changes once a second at most, but for beginning, cancelling and the end. */
export class SyncProgress implements Reporter {
  private shown: ShownProgress = IDLE;
  private state: SyncState = NOT_STARTED;
  private estimate: SyncEstimate = newEstimate(0);
  private wait: Wait | null = null;
  /** Bars do not go back. */
  private bar: { readonly stage: SyncEstimate['stage']; readonly percent: number } = {
    stage: 'unknown',
    percent: 0,
  };
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

  /** Calls back after each change. Answers with what ends that. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** A sync begins; `cancel` ends it. */
  begin(cancel: () => void): void {
    this.stopTicking();
    this.stop = cancel;
    this.state = NOT_STARTED;
    this.estimate = newEstimate(this.now());
    this.wait = null;
    this.bar = { stage: 'unknown', percent: 0 };
    this.isCancelling = false;
    this.shown = { ...IDLE, isRunning: true };
    // The time that is left passes also while nothing is heard.
    this.timer = window.setInterval(() => this.publish(), EACH_MS);
    this.publish();
  }

  progress(progress: Progress): void {
    const now = this.now();
    this.state = withProgress(this.state, progress);
    this.estimate = withHeard(this.estimate, progress, now);
    this.wait = waitAfter(this.wait, progress, now);
    if (now - this.publishedAt >= EACH_MS) this.publish();
  }

  /** A person wants it to end: to be called by whoever asks. */
  cancel(): void {
    this.stop();
  }

  cancelling(): void {
    this.isCancelling = true;
    this.publish();
  }

  /** It has ended, or something else that it could have changed. */
  end(): void {
    this.stopTicking();
    this.stop = () => undefined;
    this.shown = IDLE;
    this.announce();
  }

  private publish(): void {
    const now = this.now();
    this.publishedAt = now;
    const next = this.isCancelling
      ? { ...IDLE, isRunning: true, text: PROGRESS.line(PROGRESS.cancelling) }
      : this.view(now);
    if (JSON.stringify(next) === JSON.stringify(this.shown)) return;
    this.shown = next;
    this.announce();
  }

  private view(now: number): ShownProgress {
    const left = secondsLeft(this.estimate, now);
    const kind = left === null ? null : kindTime(left, this.shown.secondsLeft);
    const seconds = this.wait === null ? 0 : Math.ceil((this.wait.until - now) / EACH_MS);
    return {
      isRunning: true,
      text: progressText(this.state, { waitSeconds: seconds, secondsLeft: kind }),
      percent: this.percent(),
      secondsLeft: kind,
      timeLeft: kind === null ? null : timeLeftText(kind),
      waitsFor: this.wait?.why !== 'limit' || seconds <= 0 ? null : { endpoint: this.wait.endpoint, seconds },
    };
  }

  private percent(): number | null {
    const percent = percentDone(this.estimate);
    if (percent === null) return null;
    const { stage } = this.estimate;
    this.bar = { stage, percent: stage === this.bar.stage ? Math.max(percent, this.bar.percent) : percent };
    return this.bar.percent;
  }

  private stopTicking(): void {
    if (this.timer !== null) window.clearInterval(this.timer);
    this.timer = null;
  }

  private announce(): void {
    for (const listener of this.listeners) listener();
  }
}

/** Writing goes on while a pull waits; anything else of the same interface ends the wait. */
function waitAfter(wait: Wait | null, progress: Progress, now: number): Wait | null {
  switch (progress.step) {
    case 'waiting':
      return { endpoint: progress.endpoint, until: now + progress.seconds * EACH_MS, why: progress.why };
    case 'pulling':
      return progress.endpoint === wait?.endpoint ? null : wait;
    case 'writing':
      return wait;
    case 'texts':
    case 'attachments':
    case 'checking':
      return null;
  }
}
