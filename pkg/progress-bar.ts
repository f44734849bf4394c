import { progressText } from '../src/messages/messages';
import type { Writable } from 'node:stream';
import { Format, SingleBar } from 'cli-progress';
import { NOT_STARTED, progressShare, withProgress, type Progress } from '../src/model/progress';
import type { Clock, Reporter } from '../src/model/ports';

const BAR_WIDTH = 20;

/** Standard error, or a stand-in for it. */
export type ProgressOutput = Writable & { readonly isTTY?: boolean | undefined };

/** Shows nothing more after `end`. */
export interface TerminalReporter extends Reporter {
  end(): void;
}

export const SILENT: TerminalReporter = { progress: () => undefined, end: () => undefined };

/** A progress bar on a terminal; nothing into a pipe or a file. */
export function makeTerminalReporter(output: ProgressOutput, clock: Clock): TerminalReporter {
  return output.isTTY === true ? new BarReporter(output, clock) : SILENT;
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
