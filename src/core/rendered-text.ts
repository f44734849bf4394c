import { LINE_END, LINE_START } from './markdown-passage';

const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;

/**
 * Puts block markdown of passages on lines of its own: a fence or list that the template wrote behind other text would
 * not be one, and its content would no longer be code.
 */
export function settleEdges(text: string): string {
  if (!text.includes(LINE_START) && !text.includes(LINE_END)) return text;
  let out = '';
  for (const part of text.split(/([\ufdd0\ufdd1])/)) {
    if (part === LINE_START) out = endLine(out);
    else if (part !== LINE_END) out += out.endsWith(LINE_END) ? LINE_END + startLine(part) : part;
    else if (out !== '') out += LINE_END;
  }
  return out.replace(/\ufdd1/g, '');
}

function endLine(text: string): string {
  const at = text.lastIndexOf('\n') + 1;
  return text.slice(at).replace(/\ufdd1/g, '').trim() === '' ? text.slice(0, at) : `${text.trimEnd()}\n\n`;
}

function startLine(text: string): string {
  return /^[ \t]*(?:\n|$)/.test(text) ? text : `\n\n${text}`;
}

/** The fence that is still open at the end of the text, or null. */
function openFence(lines: readonly string[]): string | null {
  let open: string | null = null;
  for (const line of lines) {
    const fence = FENCE.exec(line)?.[1];
    if (fence === undefined) continue;
    if (open === null) open = fence;
    else if (fence.startsWith(open) && line.trim() === fence) open = null;
  }
  return open;
}

/** Runs of blank lines become one, but for those in code. */
function collapseBlankLines(lines: readonly string[]): readonly string[] {
  let open: string | null = null;
  let blank = false;
  return lines.filter((line) => {
    const fence = FENCE.exec(line)?.[1];
    if (fence !== undefined && open === null) open = fence;
    else if (fence !== undefined && open !== null && fence.startsWith(open) && line.trim() === fence) open = null;
    const repeated = blank && line.trim() === '' && open === null;
    blank = line.trim() === '';
    return !repeated;
  });
}

// Only raw output of a template can still hold these; a forged mark would be taken for a block or base of ours.
const unforged = (text: string): string =>
  text.replace(/(^|\s)\^(?=r[wd][A-Za-z0-9-]+[ \t]*$)/gm, '$1\\^').replace(/%%(?=\s*florilegium)/gi, '\\%\\%');

/**
 * Header or block as it goes into the note: no blank line at either end, one at most between, every fence closed, and no
 * anchor or trailer of our own making.
 */
export function tidyText(rendered: string): string {
  let text = settleEdges(rendered);
  if (text.includes('^r') || text.includes('%%')) text = unforged(text);
  text = text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  if (!text.includes('\n\n\n') && !/\n[ \t]+\n/.test(text) && !text.includes('```') && !text.includes('~~~')) return text;
  const lines = collapseBlankLines(text.split('\n'));
  const open = openFence(lines);
  return (open === null ? lines : [...lines, open]).map((line) => (line.trim() === '' ? '' : line)).join('\n');
}
