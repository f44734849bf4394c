import { codeSpan } from './code-and-formulas';
import { codeSpans, type TextRange } from './inline';

/** The signs of the elements that passages have, as in pages. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['b', '**'],
  ['strong', '**'],
  ['i', '*'],
  ['em', '*'],
  ['s', '~~'],
  ['del', '~~'],
  ['mark', '=='],
  ['u', ''],
  ['sub', ''],
  ['sup', ''],
]);
const TAG = /\\[^]|<(\/?)(b|strong|i|em|s|del|mark|u|sub|sup|code|br) ?\/?>/gi;
const NUMBER = '0123456789+-−';
const SHIFTED: ReadonlyMap<string, string> = new Map([
  ['sup', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻'],
  ['sub', '₀₁₂₃₄₅₆₇₈₉₊₋₋'],
]);

/** A number raised or lowered, because 10⁶ is not 106; null for any other text. */
export function shiftedNumber(text: string, element: string): string | null {
  const signs = SHIFTED.get(element);
  if (signs === undefined || !/^[\d+−-]+$/.test(text)) return null;
  return Array.from(text, (sign) => signs.charAt(NUMBER.indexOf(sign))).join('');
}

interface Tag extends TextRange {
  readonly name: string;
  readonly isEnd: boolean;
}

/** A range of the line and what is written instead. */
interface Edit extends TextRange {
  readonly text: string;
}

/**
 * Writes the HTML of a line that people and programs use in passages as markdown: emphasis, code, raised and
 * lowered numbers, line breaks. Other elements, and those that are not closed in this line, stay as they are.
 */
export function htmlAsMarkdown(line: string, lineBreak: string): string {
  if (!line.includes('<')) return line;
  const open: Tag[] = [];
  const edits: Edit[] = [];
  for (const tag of tagsOf(line)) {
    const last = open[open.length - 1];
    if (tag.isEnd && tag.name === last?.name) {
      open.pop();
      edits.push(...editsOf(line, last, tag));
    } else if (last?.name === 'code') {
      continue;
    } else if (tag.name === 'br') {
      edits.push({ start: tag.start, end: tag.end, text: lineBreak });
    } else if (!tag.isEnd) {
      open.push(tag);
    }
  }
  return edited(line, edits);
}

/** The tags outside of code. */
function tagsOf(line: string): readonly Tag[] {
  const code = codeSpans(line);
  const tags: Tag[] = [];
  let next = 0;
  for (const { 0: tag, 1: slash, 2: name, index } of line.matchAll(TAG)) {
    while ((code[next]?.end ?? Infinity) <= index) next += 1;
    const isInCode = (code[next]?.start ?? Infinity) <= index;
    if (name === undefined || isInCode) continue;
    tags.push({
      name: name.toLowerCase(),
      isEnd: slash === '/',
      start: index,
      end: index + tag.length,
    });
  }
  return tags;
}

/** What is written for an element from its opening to its closing tag. */
function editsOf(line: string, { name, start, end: innerStart }: Tag, close: Tag): readonly Edit[] {
  const inner = line.slice(innerStart, close.start);
  const text = inner.trim();
  const number = shiftedNumber(text, name);
  if (number !== null) return [{ start, end: close.end, text: number }];
  if (name === 'code' && text !== '') return [{ start, end: close.end, text: codeSpan(inner) }];
  const outside = [line.slice(Math.max(0, start - 10), start), line.slice(close.end, close.end + 2)] as const;
  const isPlain = text === '' || showsSigns(text, ...outside) || isBesideSigns(...outside);
  const sign = isPlain ? '' : (SIGNS.get(name) ?? '');
  // Signs stand next to words, and blanks outside.
  const before = inner.length - inner.trimStart().length;
  const after = Math.max(before, inner.trimEnd().length);
  return [
    { start, end: innerStart + before, text: inner.slice(0, before) + sign },
    { start: innerStart + after, end: close.end, text: sign + inner.slice(after) },
  ];
}

/** Whether markdown would show the signs around a text: between a letter outside and punctuation inside. */
export const showsSigns = (text: string, before: string, after: string): boolean =>
  (/^[\p{P}\p{S}]/u.test(text) && /[\p{L}\p{N}]$/u.test(before)) ||
  (/[\p{P}\p{S}]$/u.test(text.slice(-2)) && /^[\p{L}\p{N}]/u.test(after));

/** Whether signs stand before or behind a range, or will. */
const isBesideSigns = (before: string, after: string): boolean =>
  /(?:[*_~=`\\]|<\/[a-z]+>)$/i.test(before) || /^(?:[*_~=`]|<[a-z])/i.test(after);

function edited(line: string, edits: readonly Edit[]): string {
  const out: string[] = [];
  let done = 0;
  for (const { start, end, text } of [...edits].sort((left, right) => left.start - right.start)) {
    out.push(line.slice(done, start), text);
    done = end;
  }
  return out.join('') + line.slice(done);
}
