import { oneLine } from './plain-text';

/** The first words of a passage in light markdown, as one line of plain text of at most so many characters; `…` where it goes on. */
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
