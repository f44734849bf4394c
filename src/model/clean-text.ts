// Control characters except tab and line feed, bidirectional controls, byte order mark, noncharacters (which
// rendering uses as place marks) and lone surrogates.
const UNFIT = /[^\P{Cc}\t\n]|[\u2028-\u202e\u2066-\u2069\ufdd0-\ufdef\ufeff\ufffe\uffff]|\p{Cs}/u;
const UNFIT_ALL = new RegExp(UNFIT.source, 'gu');
const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const HALF_PAIR = /\p{Cs}/gu;

/**
 * Removes invisible characters that deceive or break: controls, bidirectional overrides and isolates. Lone
 * surrogates become U+FFFD, all line breaks `\n`.
 */
export function cleanText(text: string): string {
  if (!UNFIT.test(text)) return text;
  return text.replace(LINE_BREAK, '\n').replace(HALF_PAIR, '\ufffd').replace(UNFIT_ALL, '');
}

/** Clean text on one line, with runs of blanks and line breaks as one space. No-break spaces stay. */
export function oneLine(text: string): string {
  return cleanText(text)
    .replace(/[ \t\n]{2,}|[\t\n]/g, ' ')
    .replace(/^ | $/g, '');
}
