import { isBorder } from '../markdown/blocks';

/**
 * Values of several lines: each of their lines takes the prefix of the line in which they stand, such as `> ` or
 * the blanks under `- `. Otherwise a second paragraph would leave its quote, and a fence or a list behind other
 * text would not be one, so that its content could become active.
 */

/** Begins a value of several lines. */
const START = '\ufdd2';
/** A line break of such a value. */
const BREAK = '\ufdd3';
const MARK = /([\ufdd2\ufdd3])/;
const ALL_BREAKS = /\ufdd3/g;

/** Markdown as a value. Remote text has no such marks, because `cleanText` drops them. */
export const valueOfLines = (markdown: string): string =>
  markdown.includes('\n') ? START + markdown.replaceAll('\n', BREAK) : markdown;

/** The markdown of a value. */
export const linesOfValue = (value: string): string => value.replaceAll(START, '').replace(ALL_BREAKS, '\n');

/** The marks of quotes and list items, and the blanks, that a line begins with. */
const LEAD = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])))*[ \t]*/;
const LIST_MARK = /[-+*]|\d{1,9}[.)]/g;
const CODE_INDENT = /^(?: {4}| {0,3}\t)[ \t]*$/;

/** The quote and list marks and blanks with which a line begins. */
export const leadOf = (line: string): string => LEAD.exec(line)?.[0] ?? '';

/** What further lines begin with, so that they stay in the quotes and list items of this one. */
const prefixAfter = (line: string): string =>
  leadOf(line).replace(LIST_MARK, (mark) => ' '.repeat(mark.length));

/** Writes each line of the values with its prefix. Linear in the length of the text. */
export function settle(text: string): string {
  if (!MARK.test(text)) return text;
  const lines = text.split('\n');
  const settled = lines.flatMap((line, at) => {
    if (!line.includes(START)) return [line];
    return continuesBlock(line, lines[at + 1] ?? '')
      ? [settledLine(line), prefixAfter(line).trimEnd()]
      : [settledLine(line)];
  });
  return settled.join('\n');
}

const ENDS_IN_BLOCK = /\ufdd3[ \t]*$/;
const STARTS_ANEW = /^(?:#{1,6}[ \t]|`{3}|~{3})/;

/** Whether a line ends in a block that stands by itself, to which readers would add the words of the next line. */
function continuesBlock(line: string, next: string): boolean {
  if (!ENDS_IN_BLOCK.test(line) || isOneLine(line)) return false;
  const following = linesOfValue(next).trimStart();
  const lead = leadOf(following);
  const isItem = /[^\s>]/.test(lead);
  if (isItem || quotesIn(lead) > quotesIn(leadOf(line))) return false;
  const words = following.slice(lead.length);
  return words !== '' && !STARTS_ANEW.test(words);
}

const quotesIn = (lead: string): number => lead.split('>').length - 1;

/** A line of the template with all the lines of its values. */
function settledLine(line: string): string {
  if (isOneLine(line)) return onOneLine(line);
  const rows: string[] = [];
  let row = '';
  let prefix = '';
  for (const part of line.split(MARK)) {
    if (part === START) {
      prefix = prefixAfter(row);
    } else if (part !== BREAK) {
      row += part;
    } else if (rows.length > 0 || row !== leadOf(row)) {
      rows.push(row === prefix || rows.length === 0 ? row.trimEnd() : row);
      row = prefix;
    } else if (CODE_INDENT.test(row)) {
      // Four blanks before a block would make it code.
      row = '';
      prefix = '';
    }
  }
  while (rows.length > 0 && row.trim() === prefix.trim()) row = rows.pop() ?? '';
  return withFirstCell([...rows, row]).join('\n');
}

/**
 * A table directly behind a list mark begins with a bar: readers that look for tables before lists would take
 * the mark for a part of its first cell.
 */
function withFirstCell(rows: readonly string[]): readonly string[] {
  const [header = '', border = '', ...others] = rows;
  if (!border.includes('-')) return rows;
  const lead = leadOf(header);
  const [names, line] = [header.slice(lead.length), border.slice(lead.length)];
  const isInList = /[^\s>]/.test(lead);
  if (!isInList || names.startsWith('|') || !isBorder(line) || cellsIn(names) !== cellsIn(line)) return rows;
  return [`${lead}| ${names}`, border, ...others];
}

const cellsIn = (row: string): number =>
  row
    .replace(/\\[^]/g, '')
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|').length;

const HEADING_OR_TABLE = /^(?:#{1,6}[ \t]|\|)/;

/** Whether a line is a heading or a row of a table, or its value stands in the text of a link. */
function isOneLine(line: string): boolean {
  const start = line.indexOf(START);
  const before = line.slice(0, start);
  if (HEADING_OR_TABLE.test(before.slice(leadOf(before).length))) return true;
  return /(?:^|[^\\])\[[^\]]*$/.test(before) && line.includes('](', start);
}

/** A line with all the lines of its values in it. */
export function onOneLine(line: string): string {
  if (!line.includes(BREAK)) return line;
  const [first = '', ...others] = line.replaceAll(START, '').split(BREAK);
  return [first.trimEnd(), ...others.map((part) => part.trim())].filter((part) => part !== '').join(' ');
}

// A fence at any list depth. In quotes no line is blank, and a fence open at their end does not continue after
// them.
const FENCE = /^[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/;

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

// Rendered text may still contain these; a forged mark would be taken for a block or base of ours, an anchor
// also within a line, where a person may have typed around it.
const escapeForgedMarks = (text: string): string =>
  text
    .replace(/(^|[\s>])\^(?=r[wd][A-Za-z0-9-]+[ \t]*$)/gm, '$1\\^')
    .replace(/([^#[\\])\^(?=rw\d|rd[0-9a-z]{26})/g, '$1\\^')
    .replace(/%%(?=\s*florilegium)/gi, '\\%\\%');

/**
 * Settles a rendered header or block: the lines of its values have their prefixes, no blank lines at the ends,
 * at most one in between, all fences closed, no forged anchor or trailer.
 */
export function settledText(rendered: string): string {
  let text = settle(rendered);
  if (text.includes('^r') || text.includes('%%')) text = escapeForgedMarks(text);
  text = text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  if (!text.includes('\n\n\n') && !/\n[ \t]+\n/.test(text) && !text.includes('```') && !text.includes('~~~'))
    return text;
  return tidyLines(text.split('\n')).join('\n');
}
