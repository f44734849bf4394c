import type { Clock } from '../../src/model/ports';

interface Sleeper {
  readonly wakesAt: number;
  readonly wake: () => void;
}

/**
 * A clock that stands still while anybody works and jumps to the next waking time once all are asleep, so
 * hours of waiting take no time and every run goes the same way. Nobody who waits for real input or output
 * may be awake meanwhile, unless through `hold`.
 */
export class FakeClock implements Clock {
  #elapsed = 0;
  #sleepers: Sleeper[] = [];
  #held = 0;
  #isJumpPlanned = false;
  readonly #startsAt: number;

  /** `startsAt`: the local time in milliseconds since the epoch, which may be as wrong as a test wants. */
  constructor({ startsAt = Date.UTC(2026, 0, 31, 9) }: { readonly startsAt?: number } = {}) {
    this.#startsAt = startsAt;
  }

  now(): number {
    return this.#startsAt + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(reasonOf(signal));
        return;
      }
      const stop = (): void => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(reasonOf(signal));
      };
      const wake = (): void => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const sleeper = { wakesAt: this.#elapsed + Math.max(0, ms), wake };
      signal?.addEventListener('abort', stop, { once: true });
      this.#sleepers.push(sleeper);
      this.#planJump();
    });
  }

  /** Time stands still until the work is done: for real input and output. */
  async hold<Value>(work: Promise<Value>): Promise<Value> {
    this.#held += 1;
    try {
      return await work;
    } finally {
      this.#held -= 1;
      this.#planJump();
    }
  }

  #planJump(): void {
    if (this.#isJumpPlanned) return;
    this.#isJumpPlanned = true;
    // By then every promise that can settle without the clock has settled.
    setImmediate(() => {
      this.#isJumpPlanned = false;
      this.#jump();
    });
  }

  #jump(): void {
    if (this.#held > 0 || this.#sleepers.length === 0) return;
    this.#elapsed = Math.max(this.#elapsed, Math.min(...this.#sleepers.map(({ wakesAt }) => wakesAt)));
    const woken = this.#sleepers.filter(({ wakesAt }) => wakesAt <= this.#elapsed);
    this.#sleepers = this.#sleepers.filter(({ wakesAt }) => wakesAt > this.#elapsed);
    for (const { wake } of woken) wake();
    if (this.#sleepers.length > 0) this.#planJump();
  }
}

const reasonOf = (signal: AbortSignal | undefined): Error =>
  signal?.reason instanceof Error ? signal.reason : new Error('aborted');
