/** Elements whose text nobody reads; none of them holds others. */
const UNREAD = new Set(['script', 'style', 'title']);
/** Elements that stand within a line. */
const INLINE =
  /^(?:a|abbr|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|label|mark|nobr|q|ruby|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)$/;

const TAG = /^(\/?)([a-z][^\s/>]*)/i;

/**
 * The words of a page as lines of text, still with entities: for pages that cannot be parsed within bounds.
 * Reads the page once, from one `<` to the next.
 */
export function textOfPage(html: string): string {
  const [first = '', ...rest] = withoutComments(html).split('<');
  const out = [first];
  let unread: string | null = null;
  for (const piece of rest) {
    const [, slash = '', name = ''] = TAG.exec(piece) ?? [];
    const tag = name.toLowerCase();
    if (unread !== null) {
      if (slash === '' || tag !== unread) continue;
      unread = null;
    } else if (slash === '' && UNREAD.has(tag)) {
      unread = tag;
      continue;
    }
    // A `<` before anything else is a sign of the text.
    if (tag === '' && !/^[!?/]/.test(piece)) {
      out.push('&lt;', piece);
      continue;
    }
    const end = piece.indexOf('>');
    out.push(INLINE.test(tag) ? '' : '\n', end < 0 ? '' : piece.slice(end + 1));
  }
  return out.join('');
}

function withoutComments(html: string): string {
  const [first = '', ...rest] = html.split('<!--');
  const behind = rest.map((part) => {
    const end = part.indexOf('-->');
    return end < 0 ? '' : part.slice(end + '-->'.length);
  });
  return first + behind.join('');
}
