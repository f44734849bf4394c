import type { Clock, Progress, Reporter } from '../../../ports';
import { ProgressLine } from './progress-line';
import { TimeLeft } from './time-left';

const REDRAW_MS = 100;
const COUNTDOWN_MS = 1000;
const PLAIN_LINE_MS = 5000;
const CLEAR_LINE = '\r\u001b[2K';

/** Where progress is shown: standard error, or a stand-in for it. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** A reporter whose output can be ended: nothing is shown after `end`. */
export interface TerminalReporter extends Reporter {
  end(): void;
}

/** Shows progress as one line that redraws itself on a terminal, with the time left, as a plain line every few seconds elsewhere. */
export function makeTerminalReporter(output: ProgressOutput, clock: Clock): TerminalReporter {
  return output.isTTY === true ? new DrawingReporter(output, clock) : new PlainReporter(output, clock);
}

class DrawingReporter implements TerminalReporter {
  private readonly line = new ProgressLine();
  private readonly timeLeft: TimeLeft;
  private drawnAt = -Infinity;
  private isDrawn = false;
  // Counts the seconds of a wait down while nothing else happens.
  private readonly timer = setInterval(() => this.draw(), COUNTDOWN_MS).unref();

  constructor(
    private readonly output: ProgressOutput,
    private readonly clock: Clock,
  ) {
    this.timeLeft = new TimeLeft(clock.monotonic());
  }

  progress(progress: Progress): void {
    this.line.hear(progress, this.clock.monotonic());
    this.timeLeft.hear(progress, this.clock.monotonic());
    if (this.clock.monotonic() - this.drawnAt >= REDRAW_MS) this.draw();
  }

  end(): void {
    clearInterval(this.timer);
    if (this.isDrawn) this.output.write(CLEAR_LINE);
    this.isDrawn = false;
  }

  private draw(): void {
    this.drawnAt = this.clock.monotonic();
    const text = [this.timeLeft.bar(), this.timeLeft.text(this.drawnAt), this.line.text(this.drawnAt)]
      .filter((part) => part !== '')
      .join(' ');
    if (text === '') return;
    this.output.write(CLEAR_LINE + text.slice(0, (this.output.columns ?? 80) - 1));
    this.isDrawn = true;
  }
}

class PlainReporter implements TerminalReporter {
  private readonly line = new ProgressLine();
  private writtenAt: number;
  private isOver = false;

  constructor(
    private readonly output: ProgressOutput,
    private readonly clock: Clock,
  ) {
    this.writtenAt = clock.monotonic();
  }

  progress(progress: Progress): void {
    const now = this.clock.monotonic();
    this.line.hear(progress, now);
    if (this.isOver || now - this.writtenAt < PLAIN_LINE_MS) return;
    this.writtenAt = now;
    this.output.write(`${this.line.text(now)}\n`);
  }

  end(): void {
    this.isOver = true;
  }
}
