import { LINE_END, LINE_START } from '../markdown/passage';

// At any depth of lists. In quotes no line is blank, and a fence that is open at their end is not open behind
// them.
const FENCE = /^[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/;

/**
 * Puts block markdown of passages on lines of its own: a fence or list that the template wrote behind other
 * text would not be one, and its content would no longer be code.
 */
export function settleEdges(text: string): string {
  if (!text.includes(LINE_START) && !text.includes(LINE_END)) return text;
  const finished: string[] = [];
  let line = '';
  for (const part of text.split(/([\ufdd0\ufdd1])/)) {
    if (part === LINE_START) {
      if (line.replace(/\ufdd1/g, '').trim() !== '') finished.push(`${line.trimEnd()}\n\n`);
      line = '';
    } else if (part === LINE_END) {
      if (line !== '' || finished.length > 0) line += LINE_END;
    } else {
      const added = line.endsWith(LINE_END) ? startLine(part) : part;
      const end = added.lastIndexOf('\n') + 1;
      if (end > 0) finished.push(line, added.slice(0, end));
      line = (end > 0 ? '' : line) + added.slice(end);
    }
  }
  return [...finished, line].join('').replace(/\ufdd1/g, '');
}

function startLine(text: string): string {
  return /^[ \t]*(?:\n|$)/.test(text) ? text : `\n\n${text}`;
}

/** Runs of blank lines become one, but for those in code; a fence that is still open at the end is closed. */
function tidyLines(lines: readonly string[]): readonly string[] {
  const tidy: string[] = [];
  let open: { readonly fence: string; readonly indent: number } | null = null;
  for (const line of lines) {
    const [start = '', fence] = FENCE.exec(line) ?? [];
    if (fence !== undefined && open === null) open = { fence, indent: start.length - fence.length };
    else if (fence !== undefined && open !== null && fence.startsWith(open.fence) && line.trim() === fence)
      open = null;
    const isBlank = line.trim() === '';
    if (!isBlank || open !== null || tidy[tidy.length - 1] !== '') tidy.push(isBlank ? '' : line);
  }
  return open === null ? tidy : [...tidy, ' '.repeat(open.indent) + open.fence];
}

// Only raw output of a template can still hold these; a forged mark would be taken for a block or base of
// ours.
const unforged = (text: string): string =>
  text
    .replace(/(^|[\s>])\^(?=r[wd][A-Za-z0-9-]+[ \t]*$)/gm, '$1\\^')
    .replace(/%%(?=\s*florilegium)/gi, '\\%\\%');

/**
 * Header or block as it goes into the note: no blank line at either end, one at most between, every fence
 * closed, and no anchor or trailer of our own making.
 */
export function tidyText(rendered: string): string {
  let text = settleEdges(rendered);
  if (text.includes('^r') || text.includes('%%')) text = unforged(text);
  text = text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  if (!text.includes('\n\n\n') && !/\n[ \t]+\n/.test(text) && !text.includes('```') && !text.includes('~~~'))
    return text;
  return tidyLines(text.split('\n')).join('\n');
}
