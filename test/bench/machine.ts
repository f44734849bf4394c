import { cpus, totalmem } from 'node:os';
import process from 'node:process';

const STEPS = 1_000_000_000;

/**
 * What the figures were measured on. The loop tells how fast the machine was on that day: the same one may be
 * half as fast the next.
 */
export function machine(): string {
  const cores = cpus();
  const model = cores[0]?.model.trim() ?? 'unknown';
  return `${String(cores.length)} cores (${model}; a billion additions take one of them ${additionsSeconds().toFixed(1)} s), ${(totalmem() / 2 ** 30).toFixed(0)} GB, Node ${process.version}`;
}

/** Of the best of three. */
function additionsSeconds(): number {
  const seconds = [1, 2, 3].map(() => {
    const began = performance.now();
    let sum = 0;
    for (let step = 0; step < STEPS; step += 1) sum += step;
    return sum > 0 ? (performance.now() - began) / 1000 : 0;
  });
  return Math.min(...seconds);
}
