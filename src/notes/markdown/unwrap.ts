import { UNSPACED_SCRIPTS } from '../../model/text';
import { indentOf, leavesOf, readBlocks } from './blocks';

/** The words of a text in small letters, without those that the end of a line splits. */
export type Words = ReadonlySet<string>;

const WORD = /[\p{L}\p{M}\u00ad]+/gu;
const SPLIT_END = /[-\u2010]?[ \t]*\n/y;
const SOFT_HYPHEN = /\u00ad/g;

/** The words of these texts. */
export function wordsIn(texts: readonly string[]): Words {
  const words = new Set<string>();
  for (const text of texts) {
    let isRest = false;
    for (const { 0: word, index } of text.matchAll(WORD)) {
      const isSplit = endsSplit(text, word, index + word.length);
      if (!isRest && !isSplit) words.add(word.replace(SOFT_HYPHEN, '').toLowerCase());
      isRest = isSplit;
    }
  }
  return words;
}

/** Whether a word ends with a hyphen at the end of its line. */
function endsSplit(text: string, word: string, end: number): boolean {
  SPLIT_END.lastIndex = end;
  const [rest = ''] = SPLIT_END.exec(text) ?? [];
  return /^[-\u2010]/.test(rest) || (rest !== '' && word.endsWith('\u00ad'));
}

/**
 * Joins the lines of each paragraph, as the pages of a PDF break them anywhere. Paragraphs, list items, headings,
 * tables, code, formulas, indented lines and lines that end in two blanks stay. `words` are those of the whole
 * item: they tell which hyphens go with the line's end.
 */
export function unwrap(text: string, words: () => Words): string {
  if (!text.includes('\n')) return text;
  const lines = text.split('\n');
  const continued = continuations(lines);
  const pieces: string[] = [];
  for (const [at, line] of lines.entries()) {
    const own = continued.get(at) ?? line;
    const next = continued.get(at + 1);
    if (next !== undefined) pieces.push(joint(own.trimEnd(), next, words));
    else pieces.push(own, ...(at + 1 < lines.length ? ['\n'] : []));
  }
  return pieces.join('');
}

/** The lines that go on with a paragraph, without blanks and marks of quotes before them. */
function continuations(lines: readonly string[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const texts = [...leavesOf(readBlocks(lines, 'page'))].filter(({ kind }) => kind === 'text');
  for (const [index, leaf] of texts.entries()) {
    const { start } = leaf;
    const [first = ''] = leaf.lines;
    const last = texts[index - 1];
    let above = last?.end === start && isLazy(lines[start] ?? '', first) ? last.lines.at(-1) : undefined;
    for (const [offset, text] of leaf.lines.entries()) {
      if (above !== undefined && !startsAnew(above, text)) found.set(start + offset, text.trimStart());
      above = text;
    }
  }
  return found;
}

/** Whether a line goes on with the item or quote above it without a mark of its own. */
const isLazy = (line: string, text: string): boolean => line.trim() === text.trim();

const BULLET = String.raw`[•‣◦▪▫■□●○∙·⁃–→\uf0b7]`;
const NUMBER = String.raw`\d{1,3}[.)]|\(\d{1,3}\)|\(\p{L}\)|\p{L}\)`;
/** `1.1 Scope` and `2.3.1`; a line that begins with `3.5 percent` goes on with a sentence. */
const SECTION = String.raw`\d{1,2}(?:(?:\.\d{1,2}){2,3}|\.\d{1,2}(?=\s+[\p{Lu}\p{Lo}]))`;
/** What begins a line of a list that is no markdown. */
const ITEM = new RegExp(String.raw`^(?:${BULLET}|${NUMBER}|${SECTION})\s`, 'u');
const HARD_BREAK = /(?: {2}|\\|<br ?\/?>)$/i;

const startsAnew = (above: string, line: string): boolean =>
  HARD_BREAK.test(above) || ITEM.test(line.trimStart()) || indentOf(line) - indentOf(above) >= 2;

/** With the punctuation of Chinese and Japanese. */
const UNSPACED = String.raw`[${UNSPACED_SCRIPTS}\u3000-\u303f\uff00-\uffef]`;
const UNSPACED_END = new RegExp(`${UNSPACED}$`, 'u');
const UNSPACED_START = new RegExp(`^${UNSPACED}`, 'u');
const HYPHEN_END = /[\p{L}\p{M}\p{N}][-\u2010\u2011\u05be]$/u;
const WORD_START = /^[\p{L}\p{N}]/u;

/** The line as it stands before the next one. */
function joint(line: string, next: string, words: () => Words): string {
  if (line.endsWith('\u00ad')) return line.slice(0, -1);
  if (HYPHEN_END.test(line) && WORD_START.test(next))
    return isSplitWord(line, next, words) ? line.slice(0, -1) : line;
  return UNSPACED_END.test(line) && UNSPACED_START.test(next) ? line : `${line} `;
}

const LONGEST_WORD = 60;
const FIRST_PART = /(?:^|[^\p{L}\p{M}\p{N}\-\u2010'’])([\p{L}\p{M}]{2,})[-\u2010]$/u;
const SECOND_PART = /^([\p{L}\p{M}]{2,})(?![\p{L}\p{M}\-\u2010])/u;

/** They begin many English compounds, and few other words. */
const COMPOUNDING: Words = new Set(
  'all full half high ill long low much new old one open self short so three two well'.split(' '),
);

/**
 * Whether a hyphen only splits a word: the whole word stands elsewhere in the item, or neither part does. In doubt,
 * as with capitals and several hyphens, it belongs to the word.
 */
function isSplitWord(line: string, next: string, words: () => Words): boolean {
  const first = FIRST_PART.exec(line.slice(-LONGEST_WORD))?.[1]?.toLowerCase();
  const second = SECOND_PART.exec(next.slice(0, LONGEST_WORD))?.[1];
  if (first === undefined || second === undefined) return false;
  const known = words();
  const rest = second.toLowerCase();
  if (known.has(first + rest)) return true;
  return second === rest && !known.has(first) && !known.has(rest) && !COMPOUNDING.has(first);
}
