import type { Clock } from './ports';

/** Short enough that the app does not stutter. */
const LONGEST_BLOCK_MS = 12;

/** Splits long work so that the app stays responsive: call `yieldIfDue` between its steps. */
export class Pace {
  private since: number;

  constructor(
    private readonly clock: Clock,
    private readonly signal?: AbortSignal,
  ) {
    this.since = clock.monotonic();
  }

  get isDue(): boolean {
    return this.clock.monotonic() - this.since >= LONGEST_BLOCK_MS;
  }

  async yieldIfDue(): Promise<void> {
    if (!this.isDue) return;
    await this.clock.sleep(0, this.signal);
    this.since = this.clock.monotonic();
  }
}

/** Runs tasks one after the other, in the order of the calls. */
export class Mutex {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.last.then(task, task);
    // The next task runs even if this one fails; the error goes to the caller of this one.
    this.last = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }
}
