import { codeRanges, type TextRange } from '../note/code-ranges';

/** Without one of these there is no code: asked first, because to look for it takes long in a large note. */
const MAY_BE_CODE = /`|~~~|^(?: {4}| {0,3}\t)/;

/** Tells whether the end of a line is in code. */
export function codeLines(lines: readonly string[]): (index: number) => boolean {
  const code = lines.some((line) => MAY_BE_CODE.test(line)) ? codeRanges(lines.join('\n')) : [];
  if (code.length === 0) return () => false;
  const ends: number[] = [];
  let at = 0;
  for (const line of lines) {
    ends.push(at + Math.max(0, line.trimEnd().length - 1));
    at += line.length + 1;
  }
  return (index) => isInside(code, ends[index] ?? 0);
}

/** Ranges are in order: by halving. */
function isInside(ranges: readonly TextRange[], place: number): boolean {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return (ranges[low]?.start ?? Infinity) <= place;
}
