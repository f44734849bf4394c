/** Elements whose text is not prose. */
const UNSEEN = /^(?:script|style|head|noscript|template)$/;
const BLOCKS = /^\/?(?:p|div|section|article|blockquote|[uo]l|pre|table|figure|h[1-6])$/;
const LINES = /^(?:br|li|tr)$/;
/** Names of characters, each with its character behind it. */
const ENTITIES: ReadonlyMap<string, string> = new Map(
  'amp&,lt<,gt>,quot",apos\',nbsp ,ndash–,mdash—,hellip…,lsquo‘,rsquo’,ldquo“,rdquo”'
    .split(',')
    .map((word) => [word.slice(0, -1), word.slice(-1)]),
);

/**
 * The prose of an HTML fragment as plain text: paragraphs apart by a blank line, breaks and list entries as lines, no
 * links, no markup. One pass, so time is linear in the length. The result is still hostile text, to be escaped as any other.
 */
export function plainTextOfHtml(html: string): string {
  const pieces: string[] = [];
  let position = 0;
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', Math.max(position, open + 1))) {
    const name = nameOfTagAt(html, open);
    if (name === null) continue;
    pieces.push(collapse(html.slice(position, open)), breakFor(name));
    position = endOfTag({ html, open, name });
  }
  pieces.push(collapse(html.slice(position)));
  return tidy(decodeEntities(pieces.join('')));
}

/** The element's name in lower case, with `/` in front of a closing one; `!` or `?` for a comment or declaration; null: no tag, only a `<`. */
function nameOfTagAt(html: string, open: number): string | null {
  const match = /^<(\/?[a-z][a-z0-9]*|[!?])/i.exec(html.slice(open, open + 20));
  if (match === null) return null;
  return (match[1] ?? '').toLowerCase();
}

/** Where the text goes on: after the tag, or at the closing tag where the element's own text is not prose. */
function endOfTag({
  html,
  open,
  name,
}: {
  readonly html: string;
  readonly open: number;
  readonly name: string;
}): number {
  if (html.startsWith('<!--', open)) return after(html, '-->', open);
  const end = after(html, '>', open);
  if (!UNSEEN.test(name)) return end;
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = end;
  return closing.exec(html)?.index ?? html.length;
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
}

const collapse = (text: string): string => text.replace(/\s+/g, ' ');

function breakFor(name: string): string {
  if (BLOCKS.test(name)) return '\n\n';
  return LINES.test(name) ? '\n' : '';
}

function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES.get(name.toLowerCase()) ?? whole;
    return (
      characterOf(/^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))) ?? whole
    );
  });
}

function characterOf(code: number): string | null {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code === 0 || code > 0x10ffff || isSurrogate ? null : String.fromCodePoint(code);
}

function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line, index) => line !== '' || (index > 0 && lines[index - 1] !== ''))
    .join('\n')
    .trim();
}
