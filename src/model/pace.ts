import type { Clock } from './ports';

/** Far below what a person notices, also where a step takes a while. */
const LONGEST_HOLD_MS = 12;

/** Lets others have their turn between the steps of long work: to be called between them. */
export class Pace {
  private since: number;

  constructor(
    private readonly clock: Clock,
    private readonly signal?: AbortSignal,
  ) {
    this.since = clock.monotonic();
  }

  /** Whether others are to have their turn at the next breath. */
  get isDue(): boolean {
    return this.clock.monotonic() - this.since >= LONGEST_HOLD_MS;
  }

  async yieldIfDue(): Promise<void> {
    if (!this.isDue) return;
    await this.clock.sleep(0, this.signal);
    this.since = this.clock.monotonic();
  }
}

/** Runs tasks one after the other, in the order in which they were handed in. */
export class Mutex {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.last.then(task, task);
    // The next task waits for this one whether or not it fails; whoever asked for it gets the error.
    this.last = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }
}
