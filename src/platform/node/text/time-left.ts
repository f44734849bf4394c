import { kindTime, timeInWords } from '../../../core/estimate/kind-time';
import {
  newEstimate,
  percentDone,
  secondsLeft,
  withHeard,
  type SyncEstimate,
} from '../../../core/estimate/sync-estimate';
import type { Progress } from '../../../ports';
import { counted } from './counted';

const BAR_WIDTH = 20;

/** How far a sync is, and how long it still takes, by what it tells of itself. Times are monotonic milliseconds. */
export class TimeLeft {
  private estimate: SyncEstimate;
  /** What was told last: it changes only where it would be clearly wrong. */
  private shown: number | null = null;

  constructor(now: number) {
    this.estimate = newEstimate(now);
  }

  hear(progress: Progress, now: number): void {
    this.estimate = withHeard(this.estimate, progress, now);
  }

  /** `[######··············]  30 %`, or '' while nobody can know. */
  bar(): string {
    const percent = percentDone(this.estimate);
    return percent === null
      ? ''
      : `[${'#'.repeat((percent * BAR_WIDTH) / 100).padEnd(BAR_WIDTH, '·')}] ${String(percent).padStart(3)} %`;
  }

  /** `(about 4 minutes left)`, or '' while nobody can know. */
  text(now: number): string {
    const left = secondsLeft(this.estimate, now);
    this.shown = left === null ? null : kindTime(left, this.shown);
    return this.shown === null ? '' : `(${inWords(this.shown)} left)`;
  }
}

function inWords(seconds: number): string {
  const time = timeInWords(seconds);
  if (time.kind === 'moments') return 'a few seconds';
  if (time.kind === 'less-than-a-minute') return 'less than a minute';
  const { hours, minutes } = time;
  if (hours === 0) return `about ${counted(minutes, 'minute')}`;
  return minutes === 0 ? `about ${counted(hours, 'hour')}` : `about ${hours} h ${minutes} min`;
}
