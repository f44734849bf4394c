import { parseArgs } from 'node:util';
import type { Size } from './service';

export const USAGE = `Usage: npm run bench -- [--size S|M|L]... [--runs N] [--quick]

  --size S|M|L   only this library (may be given more than once)
  --runs N       runs of each kind, of which the median counts (3)
  --quick        one run each, S and M only; leaves docs/development/performance.md as it is
`;

export interface BenchOptions {
  /** Smallest first. */
  readonly sizes: readonly Size[];
  readonly runs: number;
  /** Whether everything was measured, so that the page in docs/ may say so. */
  readonly isComplete: boolean;
}

const ALL: readonly Size[] = ['S', 'M', 'L'];

/** Null when the arguments are not as the usage says. */
export function readOptions(words: readonly string[]): BenchOptions | null {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        size: { type: 'string', multiple: true },
        runs: { type: 'string' },
        quick: { type: 'boolean', default: false },
      },
    });
    const wanted: readonly string[] = values.size ?? (values.quick ? ['S', 'M'] : ALL);
    const runs = Number(values.runs ?? (values.quick ? 1 : 3));
    if (!Number.isInteger(runs) || runs < 1 || wanted.some((size) => !ALL.some((known) => known === size)))
      return null;
    return {
      sizes: ALL.filter((size) => wanted.includes(size)),
      runs,
      isComplete: values.size === undefined && !values.quick,
    };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
