import { anchorAtEnd } from '../note/block-anchor';
import { codeLines } from '../check/code-lines';

/** Takes anchors of ours off, outside of code. A line that held nothing else goes, and of the blank lines around it one. */
export function withoutAnchors(
  lines: readonly string[],
  isOff: (anchor: string, index: number) => boolean,
): readonly string[] {
  let isCode: ((index: number) => boolean) | null = null;
  const left: string[] = [];
  let skipsBlank = false;
  for (const [index, line] of lines.entries()) {
    const anchor = line.includes('^r') ? anchorAtEnd(line.trimEnd()) : null;
    if (anchor === null || !isOff(anchor, index) || (isCode ??= codeLines(lines))(index)) {
      if (!(skipsBlank && line.trim() === '')) left.push(line);
      skipsBlank = false;
      continue;
    }
    const rest = line.slice(0, line.lastIndexOf(`^${anchor}`)).replace(/[ \t]+$/, '');
    skipsBlank = false;
    if (rest.replace(/[\s>]/g, '') !== '') left.push(rest + (line.endsWith('\r') ? '\r' : ''));
    else skipsBlank = left.length === 0 || left[left.length - 1]?.trim() === '';
  }
  return left;
}
