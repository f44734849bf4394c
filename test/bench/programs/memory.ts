import process from 'node:process';

export interface MemorySample {
  /** Since the watch began. */
  readonly ms: number;
  /** Resident, in MB (2^20 bytes). */
  readonly mb: number;
}

const EACH_MS = 100;

/** Watches the memory of this process until the result is called. */
export function watchMemory(): () => readonly MemorySample[] {
  const began = performance.now();
  const samples: MemorySample[] = [];
  const take = (): void => {
    samples.push({
      ms: Math.round(performance.now() - began),
      mb: Math.round(process.memoryUsage.rss() / 2 ** 20),
    });
  };
  take();
  const timer = setInterval(take, EACH_MS);
  return () => {
    clearInterval(timer);
    take();
    return samples;
  };
}
