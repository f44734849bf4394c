import { closeEscape, safeLine } from '../markdown/write-line';
import { obsidianTag, obsidianTags } from './property-value';
import { oneLine } from '../../model/clean-text';
import { emphasized } from './emphasis';
import { noteLink, webLink, wikilink } from './template-links';
import { linesOfValue, settle, valueOfLines } from './settle';
import {
  BLOCK_START,
  inlineOf,
  listOf,
  Markdown,
  markdownOf,
  numberOf,
  Passage,
  plainText,
  propertyText,
} from './values';

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
  /** Whether `name=value` arguments may have any names. */
  readonly takesAnyName?: boolean;
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

/** Blank lines around a block; those that are not needed are left out later. */
const onItsOwn = (markdown: string): string => `\n\n${markdown}\n\n`;

/** Markdown that is a block of its own, whatever stands beside it. */
export const block = (markdown: string): Markdown => new Markdown(valueOfLines(onItsOwn(markdown)));

const trimmedLines = (markdown: string): readonly string[] => {
  const text = settle(markdown)
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  return text === '' ? [] : text.split('\n');
};

/** Keeps the line break at the end of a block, so that the template's lines stay apart. */
const keepLineBreak = (content: string, result: string): string =>
  valueOfLines(result) + (/\n[ \t]*$/.test(content) ? '\n' : '');

const quoteLines = (lines: readonly string[]): string =>
  lines.map((line) => (line.trim() === '' ? '>' : `> ${line}`)).join('\n');

function indentLines(lines: readonly string[], count: unknown): string {
  const blanks = ' '.repeat(Math.min(16, Math.max(0, Math.trunc(numberOf(count) ?? 2))));
  return lines.map((line) => (line.trim() === '' ? '' : blanks + line)).join('\n');
}

/** A list item of one or more lines. */
const bulletLines = (lines: readonly string[]): string => onItsOwn(`-${indentLines(lines, 2).slice(1)}`);

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
    return params.length > 0 ? block(quoteLines(lines)) : keepLineBreak(content, onItsOwn(quoteLines(lines)));
  },
};

function callout(lines: readonly string[], { params, named }: HelperCall): string {
  const type =
    plainText(params[0])
      .toLowerCase()
      .replace(/[^a-z|-]/g, '') || 'note';
  const fold = /^[-+]$/.exec(plainText(named.fold))?.[0] ?? '';
  const title = inlineOf(params[1]);
  const head = `> [!${type}]${fold}${title === '' ? '' : ` ${title}`}`;
  // Formatters put a blank line between the title and a block.
  const gap = BLOCK_START.test(lines[0] ?? '') ? '>\n' : '';
  return onItsOwn(`${head}\n${gap}${quoteLines(lines)}`);
}

/** A value on one line. Passages keep emphasis, links, code and formulas, which a heading may contain. */
function formattedLine(value: unknown, { inTable = false } = {}): string {
  if (!(value instanceof Passage)) return oneLine(inlineOf(value));
  const line = oneLine(value.toString()).replace(/^#{1,6} /, '');
  return closeEscape(safeLine(line, { footnotes: null, inTable }));
}

/** Level 1 is written as `##`, because the title of a note is the app's. */
function heading({ params: [wanted, value] }: HelperCall): unknown {
  const level = Math.min(6, Math.max(2, Math.trunc(numberOf(wanted) ?? 2)));
  const text = formattedLine(value);
  return text === '' ? '' : new Markdown(`${'#'.repeat(level)} ${text}`);
}

/** A value in a row of a table, where a bar would end its cell. */
const cell = (value: unknown): Markdown =>
  new Markdown(
    formattedLine(value, { inTable: true }).replace(/\\[^]|\|/g, (mark) => (mark === '|' ? '\\|' : mark)),
    propertyText(value),
  );

function links(value: unknown, options: { readonly shown?: unknown; readonly folder?: unknown }): unknown {
  if (!Array.isArray(value)) return wikilink(value, options);
  return value.map((entry: unknown) => wikilink(entry, { folder: options.folder }));
}

const hashtag = (tag: string): string => (tag === '' ? '' : `#${tag}`);

const emphasis = (mark: string): Helper =>
  inlineHelper(
    [1, 1],
    ({ params: [value] }) =>
      new Markdown(emphasized(markdownOf(value), mark), linesOfValue(emphasized(plainText(value), mark))),
  );

/** Helpers that write markdown. */
export const MARKDOWN_HELPERS: HelperTable = {
  italic: emphasis('_'),
  bold: emphasis('**'),
  mark: emphasis('=='),
  strike: emphasis('~~'),
  quote,
  callout: { ...lineHelper([1, 2], callout), named: ['fold'] },
  indent: lineHelper([0, 1], (lines, { params }) => indentLines(lines, params[0])),
  bullet: lineHelper([0, 0], bulletLines),
  heading: inlineHelper([2, 2], heading),
  cell: inlineHelper([1, 1], ({ params }) => cell(params[0])),
  link: inlineHelper([2, 2], ({ params }) => webLink(params[0], params[1])),
  noteLink: inlineHelper([2, 2], ({ params }) => noteLink(params[0], params[1])),
  wikilink: {
    ...inlineHelper([1, 2], ({ params, named }) =>
      links(params[0], { shown: params[1], folder: named['folder'] }),
    ),
    named: ['folder'],
  },
  hashtag: inlineHelper([1, 1], ({ params }) => new Markdown(hashtag(obsidianTag(plainText(params[0]))))),
  hashtags: inlineHelper(
    [1, 1],
    ({ params }) => new Markdown(obsidianTags(listOf(params[0]).map(plainText)).map(hashtag).join(' ')),
  ),
};
