import { ancestor, attribute, isBlank, nameOf } from './dom';
import { named, type RuleTable } from './text-rules';

const block = (text: string): string => `\n\n${text}\n\n`;

/** What stands on one line: breaks in it are blanks. */
export const oneLine = (content: string): string => content.trim().replace(/\s*\n\s*/g, ' ');

/** Headings are the outline of the note; in a quote, an item or a cell they are bold text. */
const CONTAINERS = [
  'blockquote',
  'li',
  'td',
  'th',
  'dd',
  'dt',
  'figcaption',
  'caption',
  'summary',
  'x-footnote',
  'a',
];

const isWrapped = (text: string): boolean => /^\*\*(?:[^*\\]|\\[^])+\*\*$/.test(text);

function heading(content: string, node: HTMLElement, shift: number): string {
  const text = oneLine(content).replace(/(\s)(#+)$/, '$1\\$2');
  if (text === '') return '';
  if (ancestor(node, CONTAINERS) !== null) return block(isWrapped(text) ? text : `**${text}**`);
  return block(`${'#'.repeat(Math.min(6, Number(nameOf(node).slice(1)) + shift))} ${text}`);
}

const paragraphs = (content: string, write: (paragraph: string) => string): string =>
  block(
    content
      .trim()
      .split(/\n{2,}/)
      .map((paragraph) =>
        isBlank(paragraph) || /^(?:[-*>|]|!\[|\$\$|```)/.test(paragraph)
          ? paragraph
          : write(paragraph.trim()),
      )
      .join('\n\n'),
  );

const quoted = (content: string): string =>
  content
    .replace(/^\n+|\n+$/g, '')
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');

function footnote(content: string, label: string): string {
  if (!/^\d+$/.test(label)) return block(content);
  return block(`[^${label}]: ${content.trim().replace(/\n(?!\n|$)/g, '\n    ')}`);
}

const alone = (content: string, sign: string): string =>
  isBlank(content)
    ? ''
    : paragraphs(content, (text) => (text.startsWith(sign) ? text : `${sign}${text}${sign}`));

/** Paragraphs and what holds them. */
export const blockRules = ({ headingShift }: { readonly headingShift: number }): RuleTable => ({
  heading: {
    filter: named('h1', 'h2', 'h3', 'h4', 'h5', 'h6'),
    replacement: (content, node) => heading(content, node, headingShift),
  },
  quote: {
    filter: named('blockquote'),
    replacement: (content) => (isBlank(content) ? '' : block(quoted(content))),
  },
  caption: { filter: named('figcaption'), replacement: (content) => alone(content, '*') },
  term: { filter: named('dt'), replacement: (content) => alone(content, '**') },
  footnote: {
    filter: named('x-footnote'),
    replacement: (content, node) => footnote(content, attribute(node, 'label')),
  },
});
