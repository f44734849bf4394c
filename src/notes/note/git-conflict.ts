import { unixText } from '../../model/text';
import { linesInCode } from '../markdown/code-ranges';

/**
 * The line (from 1) at which git left the marks of a merge that somebody has to finish; null without any. Marks
 * in code are text.
 */
export function gitConflictLine(text: string): number | null {
  if (!text.includes('<<<<<<< ')) return null;
  const lines = unixText(text).split('\n');
  const inCode = linesInCode(lines);
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('<<<<<<< ') || inCode.has(index)) continue;
    const middle = lines.indexOf('=======', index + 1);
    const hasEnd = middle !== -1 && lines.slice(middle + 1).some((each) => each.startsWith('>>>>>>> '));
    if (hasEnd) return index + 1;
  }
  return null;
}
