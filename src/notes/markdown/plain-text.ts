// Control characters but tab and line feed; bidirectional overrides, embeddings and isolates; the byte order
// mark; what is no character (rendering marks places with some of those); half a surrogate pair.
const UNFIT = /[^\P{Cc}\t\n]|[\u2028-\u202e\u2066-\u2069\ufdd0-\ufdef\ufeff\ufffe\uffff]|\p{Cs}/u;
const UNFIT_ALL = new RegExp(UNFIT.source, 'gu');
const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const HALF_PAIR = /\p{Cs}/gu;

/**
 * The text without what cannot be seen and only deceives or breaks: control characters, bidirectional
 * overrides and isolates, halves of surrogate pairs (U+FFFD in their place). Every kind of line break becomes
 * `\n`.
 */
export function cleanText(text: string): string {
  if (!UNFIT.test(text)) return text;
  return text.replace(LINE_BREAK, '\n').replace(HALF_PAIR, '\ufffd').replace(UNFIT_ALL, '');
}

/**
 * Clean text on one line: runs of blanks and line breaks are one space. No-break spaces are typography and
 * stay.
 */
export function oneLine(text: string): string {
  return cleanText(text)
    .replace(/[ \t\n]+/g, ' ')
    .replace(/^ | $/g, '');
}

/**
 * One line of data for a property: nothing in it is a command to Templater, which reads whole files,
 * properties too.
 */
export function inertLine(text: string): string {
  return oneLine(text).replace(/<(?=%)/g, '< ');
}

/**
 * The first words of a passage in light markdown, as one line of plain text of at most so many characters;
 * `…` where it goes on.
 */
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
