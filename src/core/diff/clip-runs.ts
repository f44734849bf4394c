import type { DiffRun } from './word-runs';

/** Lines up to this long are shown whole. */
const MOST_SHOWN = 10_000;

/** Of an unchanged stretch of a longer line, as much as this stays at either end. */
const BESIDE_CHANGE = 200;

/** Leaves the middle out of what is too long to be looked at. */
export function clipRuns(runs: readonly DiffRun[]): readonly DiffRun[] {
  if (runs.reduce((sum, { text }) => sum + text.length, 0) <= MOST_SHOWN) return runs;
  return runs.map(({ text, isChanged }) => ({
    text: clip(text, isChanged ? MOST_SHOWN / 2 : BESIDE_CHANGE),
    isChanged,
  }));
}

const clip = (text: string, ends: number): string =>
  text.length <= 2 * ends
    ? text
    : `${text.slice(0, ends).replace(/[\uD800-\uDBFF]$/, '')} … ${text.slice(-ends).replace(/^[\uDC00-\uDFFF]/, '')}`;
