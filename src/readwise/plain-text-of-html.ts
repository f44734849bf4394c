/** Comments and elements without readable text, closed or not. */
const INVISIBLE =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|head|noscript|template)\b[\s\S]*?(?:<\/\1[^>]*(?:>|$)|$)/gi;
const TAG = /<(\/?[a-z][a-z0-9]*|[!?])[^>]*(?:>|$)/gi;
const BLOCKS = /^\/?(?:p|div|section|article|blockquote|[uo]l|pre|table|figure|h[1-6])$/;
const LINES = /^(?:br|li|tr)$/;
const SOURCE = /\ssrc\s*=\s*["']?([^\s"'>]+)/i;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/**
 * The text of an HTML fragment with paragraphs, lines and markdown images, in linear time. It is hostile and
 * must be escaped.
 */
export function plainTextOfHtml(html: string): string {
  const text = html.replace(INVISIBLE, '').replace(/\s+/g, ' ').replace(TAG, textOfTag);
  const lines = decodeEntities(text)
    .split('\n')
    .map((line) => line.trim());
  return lines
    .filter((line, index) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim();
}

function textOfTag(tag: string, name: string): string {
  const element = name.toLowerCase();
  const source = element === 'img' ? SOURCE.exec(tag)?.[1] : undefined;
  if (source !== undefined) return `\n\n![](${source})\n\n`;
  if (BLOCKS.test(element)) return '\n\n';
  return LINES.test(element) ? '\n' : '';
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi, (whole, hex, decimal, name) => {
    if (typeof name === 'string') return ENTITIES[name.toLowerCase()] ?? whole;
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    return code === 0 || code > 0x10ffff || isSurrogate ? whole : String.fromCodePoint(code);
  });
}
