import type { Clock } from '../../../src/model/ports';

/**
 * The machine's clock, except that nobody ever sleeps: time is put forward instead. For runs that measure
 * work, not waiting.
 */
export class HastyClock implements Clock {
  private skippedMs = 0;

  now(): number {
    return Date.now() + this.skippedMs;
  }

  monotonic(): number {
    return performance.now() + this.skippedMs;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const wakesAt = this.monotonic() + ms;
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    this.skippedMs += Math.max(0, wakesAt - this.monotonic());
  }
}
