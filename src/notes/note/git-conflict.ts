import { unixText } from '../../model/text';
import { linesInCode } from '../markdown/code-ranges';

const MARKERS = [/^<{7} /, /^={7}$/, /^>{7} /];

/**
 * The line (from 1) at which git left the marks of a merge that somebody has to finish; null without all three in
 * order. Marks in code are text.
 */
export function gitConflictLine(text: string): number | null {
  if (!text.includes('<<<<<<< ') || !text.includes('>>>>>>> ')) return null;
  const lines = unixText(text).split('\n');
  const inCode = linesInCode(lines);
  let start = 0;
  let found = 0;
  for (const [index, line] of lines.entries()) {
    if (inCode.has(index) || MARKERS[found]?.test(line) !== true) continue;
    if (found === 0) start = index + 1;
    found += 1;
  }
  return found === MARKERS.length ? start : null;
}
