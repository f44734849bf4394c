import { safeLine } from '../markdown/line';
import {
  BORDER,
  closeEscape,
  dedent,
  indentOf,
  readText,
  safeBlocks,
  type Block,
  type Dialect,
  type Reader,
} from '../markdown/passage';
import { cleanText } from '../markdown/plain-text';

const HEADING = /^(#{1,6})[ \t]+(\S.*)$/;
const RULE = /^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const FOOTNOTE = /^\[\^([A-Za-z0-9-]{1,32})\]:[ \t]+(\S.*)$/;
/**
 * To a reader that knows no footnotes, a word alone (and a title) behind `[^1]:` is where a link leads:
 * astray, unless to the web or nowhere.
 */
const LEADS_ASTRAY = /^(?!https?:\/\/|\[)(?=[^ \t]*[:&\\<])[^ \t]+(?:[ \t]+["'(].*)?[ \t]*$/i;
const TASK = /^\[([ xX])\][ \t]+(?=\S)/;
const NOTE_INDENT = 4;

type Place = Parameters<Dialect['readBlock']>[1];

export interface FullTextOptions {
  /**
   * Letters, digits and dashes to go before the label of each footnote, so that none is another's in the same
   * note.
   */
  readonly footnotes: string;
  /**
   * The level of the text's own first and second level: below the note's title, or below the heading that the
   * text stands under.
   */
  readonly topHeading: 2 | 3;
}

function readHeading({ text, at }: Place, { footnotes, topHeading }: FullTextOptions): Block | null {
  const [, signs = '', words = ''] = HEADING.exec(text) ?? [];
  if (signs === '') return null;
  return {
    kind: 'other',
    lines: [
      `${'#'.repeat(Math.min(6, Math.max(2, signs.length) + topHeading - 2))} ${safeLine(words.trimEnd(), { footnotes })}`,
    ],
    next: at + 1,
  };
}

/**
 * A footnote holds paragraphs and nothing else: whoever knows no footnotes must find nothing in it either.
 */
function readFootnote(
  reader: Reader,
  { at: start, text, before }: Place,
  { footnotes }: FullTextOptions,
): Block | null {
  const [, label = '', first = ''] = FOOTNOTE.exec(text) ?? [];
  if (label === '' || before === 'text' || LEADS_ASTRAY.test(first)) return null;
  const inner = [first];
  let end = start + 1;
  for (let look = end; look < reader.lines.length; look += 1) {
    const line = reader.lines[look] ?? '';
    if (line.trim() === '') continue;
    if (indentOf(line) < NOTE_INDENT) break;
    while (end <= look) inner.push(dedent(reader.lines[end++] ?? '', NOTE_INDENT));
  }
  const lines = inner.map((line, at) =>
    line.trim() === ''
      ? ''
      : closeEscape(
          readText(
            { lines: inner, depth: reader.depth + 1, dialect: reader.dialect },
            { at, text: line.trim() },
          ),
        ),
  );
  return {
    kind: 'other',
    lines: lines
      .filter((line, index) => line !== '' || lines[index - 1] !== '')
      .map((line, index) =>
        writeNoteLine(line, index === 0 ? `[^${footnotes}${label}]: ` : ' '.repeat(NOTE_INDENT)),
      ),
    next: end,
  };
}

const writeNoteLine = (line: string, before: string): string => (line === '' ? '' : before + line);

const rowsKnown = new WeakMap<readonly string[], readonly boolean[]>();

/** Which lines may be of a table: from the one over a border to the next blank one. */
function rowsOf(lines: readonly string[]): readonly boolean[] {
  const known = rowsKnown.get(lines);
  if (known !== undefined) return known;
  const rows = lines.map((line, index) => line.includes('|') && BORDER.test(lines[index + 1] ?? ''));
  for (const [index, line] of lines.entries())
    if (rows[index - 1] === true && line.trim() !== '') rows[index] = true;
  rowsKnown.set(lines, rows);
  return rows;
}

const dialectOf = (options: FullTextOptions): Dialect => ({
  readBlock: (reader, place) => {
    if (reader.depth > 0) return null;
    // A rule of dashes would make a heading of the line above it, or properties of a note that it begins.
    if (RULE.test(place.text)) return { kind: 'other', lines: ['***'], next: place.at + 1 };
    return readHeading(place, options) ?? readFootnote(reader, place, options);
  },
  // A task in a text from elsewhere is nothing that the reader has to do.
  line: (text, { lines, at, depth }) => {
    const box = depth > 0 ? TASK.exec(text) : null;
    const rest = box === null ? text : text.slice(box[0].length);
    const safe = safeLine(rest, {
      footnotes: options.footnotes,
      inTable: text.includes('|') && rowsOf(lines)[at] === true,
    });
    return box === null ? safe : `${box[1] === ' ' ? '☐' : '☑'} ${safe}`;
  },
});

/**
 * The markdown of a whole text from outside, with its headings (second level and below), paragraphs, lists,
 * quotes, tables, images, links, code, formulas and footnotes, in which nothing runs, hides, embeds a note,
 * tags, names a field, is a task or looks like a mark of ours. It can stand anywhere in a note where a block
 * can.
 */
export function fullText(
  markdown: string,
  options: FullTextOptions = { footnotes: '', topHeading: 2 },
): string {
  const { lines } = safeBlocks(cleanText(markdown).split('\n'), { depth: 0, dialect: dialectOf(options) });
  return closeEscape(lines.join('\n').trimEnd());
}
