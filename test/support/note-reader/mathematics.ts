import type { MarkdownIt } from 'markdown-it';

type InlineRule = Parameters<MarkdownIt['inline']['ruler']['push']>[1];
type BlockRule = Parameters<MarkdownIt['block']['ruler']['push']>[1];

/**
 * `$$...$$` and `$...$` within a paragraph: no blank next to a single `$`, and no digit behind the closing
 * one.
 */
const inlineRule: InlineRule = (state, silent) => {
  const { src, pos } = state;
  if (src[pos] !== '$') return false;
  const mark = src[pos + 1] === '$' ? '$$' : '$';
  const start = pos + mark.length;
  let end = src.indexOf(mark, start);
  while (end !== -1 && src[end - 1] === '\\') end = src.indexOf(mark, end + 1);
  const content = end === -1 ? '' : src.slice(start, end);
  if (content === '' || (mark === '$' && (/^\s|\s$/.test(content) || /\d/.test(src[end + 1] ?? ''))))
    return false;
  if (!silent) state.push('math', '', 0).content = content;
  state.pos = end + mark.length;
  return true;
};

/**
 * A line that begins with `$$`, up to the line that ends it, or to the end of what holds it: blank lines do
 * not end it.
 */
const blockRule: BlockRule = (state, startLine, endLine, silent) => {
  const lineAt = (line: number): string =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
  const first = lineAt(startLine);
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4 || !first.startsWith('$$')) return false;
  if (first.indexOf('$$', 2) !== -1) return false;
  if (silent) return true;
  const content = [first.slice(2)];
  let line = startLine + 1;
  for (; line < endLine && (state.sCount[line] ?? 0) >= state.blkIndent; line += 1) {
    const text = lineAt(line);
    if (text.trimEnd().endsWith('$$')) {
      content.push(text.trimEnd().slice(0, -2));
      line += 1;
      break;
    }
    content.push(text);
  }
  state.line = line;
  state.push('math', '', 0).content = content.join('\n').trim();
  return true;
};

/** Teaches the parser formulas as Obsidian knows them. */
export function readMathematics(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('escape', 'math', inlineRule);
  markdown.block.ruler.before('fence', 'math', blockRule, { alt: ['paragraph', 'blockquote', 'list'] });
}
