import { LINE_END, LINE_START } from '../markdown/passage';

// A fence at any list depth. In quotes no line is blank, and a fence open at their end does not continue
// after them.
const FENCE = /^[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/;

/**
 * Puts block markdown of passages on its own lines. Otherwise, fences and lists after other text would not
 * work, and their content could become active.
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

/** Reduces blank lines to one, except in code, and closes a fence left open. */
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

// Raw template output may still contain these; a forged mark would be taken for a block or base of ours.
const escapeForgedMarks = (text: string): string =>
  text
    .replace(/(^|[\s>])\^(?=r[wd][A-Za-z0-9-]+[ \t]*$)/gm, '$1\\^')
    .replace(/%%(?=\s*florilegium)/gi, '\\%\\%');

/**
 * Cleans a rendered header or block: no blank lines at the ends, at most one in between, all fences closed,
 * no forged anchor or trailer.
 */
export function tidyText(rendered: string): string {
  let text = settleEdges(rendered);
  if (text.includes('^r') || text.includes('%%')) text = escapeForgedMarks(text);
  text = text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  if (!text.includes('\n\n\n') && !/\n[ \t]+\n/.test(text) && !text.includes('```') && !text.includes('~~~'))
    return text;
  return tidyLines(text.split('\n')).join('\n');
}
