import MarkdownIt from 'markdown-it';

const COMMENT = /%%[^]*?%%/g;
/** The app shows no ids of blocks. */
const BLOCK_ID = /(^|[\s>])\^[A-Za-z0-9-]+[ \t]*$/gm;
const CALLOUT = /^\[!([\w-]+)(?:\|([\w-]*))?\]([+-]?)[ \t]*/;

const INLINE = [
  {
    name: 'mark',
    starts: '=',
    pattern: /==(?=\S)(.+?)==/y,
    html: ([, text = '']: RegExpExecArray) => `<mark>${escape(text)}</mark>`,
  },
  {
    name: 'tag',
    starts: '#',
    pattern: /#[\p{L}\p{N}_/-]+/uy,
    html: ([tag]: RegExpExecArray) => `<a class="tag">${escape(tag)}</a>`,
  },
  {
    name: 'internal_link',
    starts: '[',
    pattern: /\[\[([^\]|]+)(?:\|([^\]]+))?\]\]/y,
    html: ([, target = '', shown = target]: RegExpExecArray) =>
      `<a class="internal-link">${escape(shown)}</a>`,
  },
];

// A line break in a note is one on the screen, unless the person sets strict line breaks.
const reader = new MarkdownIt({ html: false, breaks: true });
const escape = (text: string): string => reader.utils.escapeHtml(text);

for (const { name, starts, pattern, html } of INLINE) {
  reader.inline.ruler.before('link', name, (state, silent) => {
    if (state.src[state.pos] !== starts) return false;
    pattern.lastIndex = state.pos;
    const found = pattern.exec(state.src);
    if (found === null) return false;
    if (!silent) state.push('html_inline', '', 0).content = html(found);
    state.pos += found[0].length;
    return true;
  });
}

reader.renderer.rules.image = (tokens, index) => {
  const token = tokens[index];
  const [alt = '', width = ''] = (token?.content ?? '').split('|');
  return `<img src="${escape(String(token?.attrGet('src') ?? ''))}" alt="${escape(alt)}" width="${escape(width)}">`;
};

/**
 * Close to what the app makes of a note's markdown: with callouts, marked passages, tags and links, without
 * comments and ids of blocks.
 */
export function renderMarkdown(markdown: string): readonly ChildNode[] {
  const { body } = new DOMParser().parseFromString(
    reader.render(markdown.replace(COMMENT, '').replace(BLOCK_ID, '$1')),
    'text/html',
  );
  for (const quote of body.querySelectorAll('blockquote')) drawCallout(quote);
  return [...body.childNodes];
}

function drawCallout(quote: HTMLQuoteElement): void {
  const first = quote.querySelector(':scope > p');
  const [, kind, metadata = '', fold] = CALLOUT.exec(first?.textContent ?? '') ?? [];
  if (first === null || kind === undefined) return;
  const callout = createDiv({
    cls: 'callout',
    attr: { 'data-callout': kind, 'data-callout-metadata': metadata },
  });
  const title = callout.createDiv('callout-title');
  const content = callout.createDiv('callout-content');
  const [head, ...lines] = first.innerHTML.replace(CALLOUT, '').split(/(?:<br>)?\n/);
  title.append(...nodesOf(head ?? ''));
  if (title.textContent === '') title.setText(kind.replace(/^./, (letter) => letter.toUpperCase()));
  if (lines.length > 0) content.createEl('p').append(...nodesOf(lines.join('<br>')));
  first.remove();
  content.append(...quote.childNodes);
  content.toggle(fold !== '-');
  quote.replaceWith(callout);
}

function nodesOf(html: string): readonly ChildNode[] {
  return [...new DOMParser().parseFromString(html, 'text/html').body.childNodes];
}
