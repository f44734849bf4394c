import type { MarkedText } from './search';

/** How much stands before the first match of a text that is cut, and how far off a blank may be to cut there. */
const LEAD = 60;

/** The part of a long text in which its first match stands, cut between words where they have blanks between them, with its matches. */
export function excerptOf({ text, matches }: MarkedText, length: number): MarkedText {
  if (text.length <= length) return { text, matches };
  const wanted = Math.max(0, (matches[0]?.start ?? 0) - LEAD);
  const start = wanted === 0 ? 0 : wordStart(text, wanted);
  const end = start + length >= text.length ? text.length : wordEnd(text, { start, at: start + length });
  const lead = start === 0 ? '' : '… ';
  const shown = matches
    .filter((match) => match.start >= start && match.end <= end)
    .map((match) => ({ start: match.start - start + lead.length, end: match.end - start + lead.length }));
  return { text: `${lead}${text.slice(start, end)}${end === text.length ? '' : ' …'}`, matches: shown };
}

/** The first beginning of a word from there on; about there where none is near. */
function wordStart(text: string, at: number): number {
  const blank = text.indexOf(' ', at);
  return blank < 0 || blank > at + LEAD - 1 ? wholeAt(text, at) : blank + 1;
}

/** The last end of a word up to there; about there where none is near. */
function wordEnd(text: string, { start, at }: { readonly start: number; readonly at: number }): number {
  const blank = text.lastIndexOf(' ', at);
  return blank > Math.max(start, at - LEAD) ? blank : wholeAt(text, at);
}

/** Not in the middle of a character that takes two units. */
const wholeAt = (text: string, at: number): number =>
  (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
