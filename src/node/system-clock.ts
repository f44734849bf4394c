import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../model/ports';

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (ms, signal) => {
    signal?.throwIfAborted();
    try {
      await setTimeout(ms, undefined, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
};
