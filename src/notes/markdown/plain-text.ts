import { oneLine } from '../../model/clean-text';

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
