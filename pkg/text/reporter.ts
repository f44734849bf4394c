import { progressText } from '../../src/messages/messages';
import type { Writable } from 'node:stream';
import { Format, SingleBar } from 'cli-progress';
import {
  NOT_STARTED,
  progressShare,
  withProgress,
  type Progress,
  type ProgressState,
} from '../../src/model/progress';
import type { Clock, Reporter } from '../../src/model/ports';

const PLAIN_LINE_MS = 5000;
const BAR_WIDTH = 20;

/** Standard error, or a stand-in for it. */
export type ProgressOutput = Writable & { readonly isTTY?: boolean | undefined };

/** Shows nothing more after `end`. */
export interface TerminalReporter extends Reporter {
  end(): void;
}

export const SILENT: TerminalReporter = { progress: () => undefined, end: () => undefined };

/** A progress bar on a terminal, else a plain line every few seconds. */
export function makeTerminalReporter(output: ProgressOutput, clock: Clock): TerminalReporter {
  return output.isTTY === true ? new BarReporter(output, clock) : new PlainReporter(output, clock);
}

class BarReporter implements TerminalReporter {
  private state = NOT_STARTED;
  private readonly bar: SingleBar;
  private phase: 'new' | 'running' | 'ended' = 'new';

  constructor(
    output: ProgressOutput,
    private readonly clock: Clock,
  ) {
    // Cuts long lines: turning wrapping off instead would persist if the program is killed.
    this.bar = new SingleBar({
      stream: output,
      barsize: BAR_WIDTH,
      barCompleteChar: '#',
      barIncompleteChar: '·',
      clearOnComplete: true,
      linewrap: true,
      gracefulExit: false,
      format: (options, { progress }) => {
        const text = progressText(this.state, this.clock.monotonic());
        const isWaiting = (this.state.wait?.until ?? 0) > this.clock.monotonic();
        if (isWaiting || progressShare(this.state) === null) return text;
        return `[${Format.BarFormat(progress, options)}] ${String(Math.floor(progress * 100)).padStart(3)} % ${text}`;
      },
    });
  }

  progress(progress: Progress): void {
    this.state = withProgress(this.state, progress, this.clock.monotonic());
    if (this.phase === 'ended') return;
    const { done, total } = progressShare(this.state) ?? { done: 0, total: 0 };
    if (this.phase === 'new') this.bar.start(total, done);
    this.phase = 'running';
    this.bar.setTotal(total);
    this.bar.update(done);
  }

  end(): void {
    if (this.phase === 'running') this.bar.stop();
    this.phase = 'ended';
  }
}

/** A sync that brings nothing leaves no line, however long it waits. */
const hasBegun = ({ highlights, documents, writing }: ProgressState): boolean =>
  (highlights?.received ?? 0) + (documents?.received ?? 0) + (writing?.done ?? 0) > 0;

class PlainReporter implements TerminalReporter {
  private state = NOT_STARTED;
  private writtenAt: number;
  private isEnded = false;

  constructor(
    private readonly output: ProgressOutput,
    private readonly clock: Clock,
  ) {
    this.writtenAt = clock.monotonic();
  }

  progress(progress: Progress): void {
    const now = this.clock.monotonic();
    this.state = withProgress(this.state, progress, now);
    const isDue = now - this.writtenAt >= PLAIN_LINE_MS;
    if (this.isEnded || !isDue || !hasBegun(this.state)) return;
    this.writtenAt = now;
    this.output.write(`${progressText(this.state, now)}\n`);
  }

  end(): void {
    this.isEnded = true;
  }
}
