import { LINE_END, LINE_START } from '../markdown/write';

// A fence at any list depth. In quotes no line is blank, and a fence open at their end does not continue
// after them.
const FENCE = /^[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/;

/** Around a value of several lines: its lines take the prefix of the line in which it begins. */
const SPAN_START = '\ufdd2';
const SPAN_END = '\ufdd3';
const MARK = /([\ufdd0-\ufdd3])/;

/** Marks a value that has several lines, or begins or ends with a block. */
export const spanning = (markdown: string): string =>
  /[\n\ufdd0\ufdd1]/.test(markdown) ? SPAN_START + markdown + SPAN_END : markdown;

/** The same text without the marks around values. */
export const withoutSpans = (markdown: string): string => markdown.replace(/[\ufdd2\ufdd3]/g, '');

/** The marks of quotes and list items, and the blanks, that a line begins with. */
const LEAD = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])))*[ \t]*/;
const LIST_MARK = /[-+*]|\d{1,9}[.)]/g;

/** The quote and list marks and blanks with which a line begins. */
export const leadOf = (line: string): string => LEAD.exec(line)?.[0] ?? '';

/** What the next lines of a value begin with, so that they stay in the quotes and list items of this line. */
const prefixAfter = (line: string): string =>
  leadOf(line).replace(LIST_MARK, (mark) => ' '.repeat(mark.length));

/** Settles the text part by part, in time linear to its length. */
class SettledText {
  private readonly finished: string[] = [];
  private line = '';
  /** Prefixes of the values that the current place is in, the innermost last. */
  private readonly prefixes: string[] = [];
  /** The prefix of a block that ended in the current line. */
  private ended: string | null = null;

  add(part: string): void {
    switch (part) {
      case SPAN_START:
        this.leaveBlock();
        this.prefixes.push(prefixAfter(this.line));
        break;
      case SPAN_END:
        this.prefixes.pop();
        break;
      case LINE_START:
        this.startBlock();
        break;
      case LINE_END:
        if (this.line !== '' || this.finished.length > 0) this.ended = this.prefix();
        break;
      default:
        this.addText(part);
    }
  }

  text(): string {
    return [...this.finished, this.line].join('\n');
  }

  private prefix(): string {
    return this.prefixes.at(-1) ?? '';
  }

  private startBlock(): void {
    const lead = leadOf(this.line);
    if (lead !== this.line) this.startParagraph(this.prefix());
    // Four blanks would make it code.
    else if (/^(?: {4}| *\t)[ \t]*$/.test(lead)) {
      this.line = '';
      if (this.prefix() === lead) this.prefixes.splice(-1, 1, '');
    }
  }

  private addText(text: string): void {
    const [first = '', ...others] = text.split('\n');
    if (first.trim() !== '') this.leaveBlock();
    this.line += first;
    for (const row of others) {
      this.finishLine();
      this.line = this.prefix() + row;
    }
  }

  /** Text behind a block begins a paragraph of its own. */
  private leaveBlock(): void {
    if (this.ended !== null) this.startParagraph(this.ended);
  }

  private startParagraph(prefix: string): void {
    this.line = this.line.trimEnd();
    this.finishLine();
    this.finished.push(prefix.trimEnd());
    this.line = prefix;
  }

  private finishLine(): void {
    const isBlank = this.prefix() !== '' && this.line === this.prefix();
    this.finished.push(isBlank ? this.line.trimEnd() : this.line);
    this.ended = null;
  }
}

/**
 * Puts block markdown of values on its own lines, and every line of a value into the quote or list item in
 * which the value begins. Otherwise, fences and lists after other text would not work, their content could
 * become active, and a second paragraph would leave its quote.
 */
export function settleEdges(text: string): string {
  if (!MARK.test(text)) return text;
  const settled = new SettledText();
  for (const part of text.split(MARK)) settled.add(part);
  return settled.text();
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

// Rendered text may still contain these; a forged mark would be taken for a block or base of ours, an anchor
// also within a line, where a person may have typed around it.
const escapeForgedMarks = (text: string): string =>
  text
    .replace(/(^|[\s>])\^(?=r[wd][A-Za-z0-9-]+[ \t]*$)/gm, '$1\\^')
    .replace(/([^#[\\])\^(?=rw\d|rd[0-9a-z]{26})/g, '$1\\^')
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
