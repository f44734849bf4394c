import { setImmediate } from 'node:timers/promises';

const LONGEST_HOLD_MS = 20;

/**
 * Lets other work run now and then between many quick synchronous steps: call it between them.
 * Without it a long row of them would keep the service's answers waiting.
 */
export class Breather {
  private last = performance.now();

  async breathe(): Promise<void> {
    if (performance.now() - this.last < LONGEST_HOLD_MS) return;
    await setImmediate();
    this.last = performance.now();
  }
}
