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
    .replace(/[ \t\n]+/g, ' ')
    .replace(/^ | $/g, '');
}

/** One line for a property, without Templater commands: Templater reads whole files. */
export function inertLine(text: string): string {
  return oneLine(text).replace(/<(?=%)/g, '< ');
}

/** A line of markdown as it is read: without the marks of quotes, callouts, lists, headings, links and emphasis. */
export const plainText = (line: string): string =>
  oneLine(
    line
      .replace(/^[\s>]*(?:\[![^\]]*\][-+]?)?\s*(?:#{1,6}\s|[-+*]\s(?:\[.\]\s)?)?/, '')
      .replace(/ ?\^r[wd][\w-]+$/, '')
      .replace(/!?\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, '$1')
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(
        /\\([!-/:-@[-`{-~])|<\/?[a-z][^>]*>|\*+|~~|==|`+/gi,
        (_markup, escaped: string | undefined) => escaped ?? '',
      )
      .replace(/(^|[^\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu, '$1'),
  );

/** The first words of a passage as plain text of at most `length` characters, with `…` if it goes on. */
export function plainExcerpt(markdown: string, length: number): string {
  const plain = oneLine(
    markdown
      .slice(0, length * 8)
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/<[^>]*>|[*_`~#>|\\]|^\s*(?:[-+]|\d+[.)])\s/gm, ''),
  );
  const points = Array.from(plain);
  if (points.length <= length) return plain;
  const cut = points.slice(0, length).join('');
  const border = cut.lastIndexOf(' ');
  return `${border > length / 2 ? cut.slice(0, border) : cut}…`;
}
