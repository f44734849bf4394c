import { safeLine } from '../markdown/write-line';
import { closeEscape, LINE_END, LINE_START } from '../markdown/write';
import { linkTarget } from '../markdown/url';
import { encodeAddress } from '../markdown/note-links';
import { obsidianTag, obsidianTags } from './property-value';
import { oneLine } from '../markdown/plain-text';
import { emphasized } from './emphasis';
import { settleEdges, spanning, withoutSpans } from './rendered-text';
import { inlineOf, isEmptyValue, listOf, Markdown, markdownOf, numberOf, Passage, plainText } from './values';

/** One call of a helper in a template. */
export interface HelperCall {
  readonly params: readonly unknown[];
  /** The `name=value` arguments. */
  readonly named: Readonly<Record<string, unknown>>;
  /** The rendered content of the block, with its own context if none is given; `''` for inline calls. */
  readonly body: (context?: object) => string;
}

export interface Helper {
  /** Written `{{name ...}}`, `{{#name ...}}...{{/name}}`, or either. */
  readonly form: 'inline' | 'block' | 'either';
  readonly least: number;
  readonly most: number;
  /** Allowed `name=value` arguments. */
  readonly named?: readonly string[];
  /** Must accept any values. Text results are escaped for inline calls, and are markdown for block calls. */
  readonly run: (call: HelperCall) => unknown;
}

export type HelperTable = Readonly<Record<string, Helper>>;

export function inlineHelper(
  counts: readonly [least: number, most: number],
  run: (call: HelperCall) => unknown,
): Helper {
  return { form: 'inline', least: counts[0], most: counts[1], run };
}

const block = (markdown: string): Markdown => new Markdown(spanning(LINE_START + markdown + LINE_END));

const trimmedLines = (markdown: string): readonly string[] => {
  const text = settleEdges(markdown)
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  return text === '' ? [] : text.split('\n');
};

/** Keeps the line break at the end of a block, so that the template's lines stay apart. */
const keepLineBreak = (content: string, result: string): string =>
  spanning(result) + (/\n[ \t]*$/.test(content) ? '\n' : '');

const quoteLines = (lines: readonly string[]): string =>
  lines.map((line) => (line.trim() === '' ? '>' : `> ${line}`)).join('\n');

function indentLines(lines: readonly string[], count: unknown): string {
  const blanks = ' '.repeat(Math.min(16, Math.max(0, Math.trunc(numberOf(count) ?? 2))));
  return lines.map((line) => (line.trim() === '' ? '' : blanks + line)).join('\n');
}

/** A list item of one or more lines. */
const bulletLines = (lines: readonly string[]): string => `-${indentLines(lines, 2).slice(1)}`;

/** A block helper that works on the lines of its content. */
function lineHelper(
  counts: readonly [least: number, most: number],
  change: (lines: readonly string[], call: HelperCall) => string,
): Helper {
  const run = (call: HelperCall): unknown => {
    const content = call.body();
    const lines = trimmedLines(content);
    return lines.length === 0 ? '' : keepLineBreak(content, change(lines, call));
  };
  return { form: 'block', least: counts[0], most: counts[1], run };
}

const quote: Helper = {
  form: 'either',
  least: 0,
  most: 1,
  run: ({ params, body }) => {
    const content = params.length > 0 ? markdownOf(params[0]) : body();
    const lines = trimmedLines(content);
    if (lines.length === 0) return '';
    return params.length > 0 ? block(quoteLines(lines)) : keepLineBreak(content, quoteLines(lines));
  },
};

function callout(lines: readonly string[], { params, named }: HelperCall): string {
  const type =
    plainText(params[0])
      .toLowerCase()
      .replace(/[^a-z-]/g, '') || 'note';
  const fold = /^[-+]$/.exec(plainText(named.fold))?.[0] ?? '';
  const title = inlineOf(params[1]);
  const head = `> [!${type}]${fold}${title === '' ? '' : ` ${title}`}`;
  return `${head}\n${quoteLines(lines)}`;
}

/** A value on one line. Passages keep emphasis, links, code and formulas, which a heading may contain. */
export function formattedLine(value: unknown, { inTable = false } = {}): string {
  if (!(value instanceof Passage)) return oneLine(inlineOf(value));
  const line = oneLine(value.toString()).replace(/^#{1,6} /, '');
  return closeEscape(safeLine(line, { footnotes: null, inTable }));
}

function heading({ params }: HelperCall): unknown {
  const level = Math.min(6, Math.max(1, Math.trunc(numberOf(params[0]) ?? 1)));
  const text = formattedLine(params[1]);
  return text === '' ? '' : new Markdown(`${LINE_START}${'#'.repeat(level)} ${text}${LINE_END}`);
}

function link({ params }: HelperCall): unknown {
  const [value, target] = params;
  const safe = linkTarget(plainText(target));
  if (safe === '') return value ?? '';
  const text = isEmptyValue(value) ? safe : inlineOf(value);
  return new Markdown(`[${text}](${safe})`);
}

function noteLink({ params }: HelperCall): unknown {
  const target = encodeAddress(plainText(params[1]));
  return target === '' ? '' : new Markdown(`[${inlineOf(params[0])}](${target})`);
}

/**
 * A text as a name in a link. Obsidian has no escapes inside [[ ]], so characters that would end or split the
 * link, or be active, are removed.
 */
export const linkName = (text: string): string =>
  oneLine(text)
    .replace(/[[\]|#^\\`<>$]|%{2,}|:{2,}|={2,}/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

function wikilink(value: unknown, display: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => wikilink(entry, undefined));
  const name = linkName(plainText(value));
  const shown = linkName(plainText(display));
  if (name === '') return '';
  return new Markdown(shown === '' || shown === name ? `[[${name}]]` : `[[${name}|${shown}]]`);
}

const hashtag = (tag: string): string => (tag === '' ? '' : `#${tag}`);

const emphasis = (mark: string): Helper =>
  inlineHelper(
    [1, 1],
    ({ params: [value] }) =>
      new Markdown(emphasized(markdownOf(value), mark), withoutSpans(emphasized(plainText(value), mark))),
  );

/** Helpers that write markdown. */
export const MARKDOWN_HELPERS: HelperTable = {
  italic: emphasis('_'),
  bold: emphasis('**'),
  quote,
  callout: { ...lineHelper([1, 2], callout), named: ['fold'] },
  indent: lineHelper([0, 1], (lines, { params }) => indentLines(lines, params[0])),
  bullet: lineHelper([0, 0], bulletLines),
  heading: inlineHelper([2, 2], heading),
  link: inlineHelper([2, 2], link),
  noteLink: inlineHelper([2, 2], noteLink),
  wikilink: inlineHelper([1, 2], ({ params }) => wikilink(params[0], params[1])),
  hashtag: inlineHelper([1, 1], ({ params }) => new Markdown(hashtag(obsidianTag(plainText(params[0]))))),
  hashtags: inlineHelper(
    [1, 1],
    ({ params }) => new Markdown(obsidianTags(listOf(params[0]).map(plainText)).map(hashtag).join(' ')),
  ),
};
