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
 * Readers without footnotes take `[^1]: word` for a link definition, whose target is safe only if it is a web
 * address or no address at all.
 */
const UNSAFE_TARGET = /^(?!https?:\/\/|\[)(?=[^ \t]*[:&\\<])[^ \t]+(?:[ \t]+["'(].*)?[ \t]*$/i;
const TASK = /^\[([ xX])\][ \t]+(?=\S)/;
const NOTE_INDENT = 4;

type Place = Parameters<Dialect['readBlock']>[1];

export interface FullTextOptions {
  /** Prefix for footnote labels (letters, digits, dashes), so that labels are unique in the note. */
  readonly footnotes: string;
  /**
   * The level for the text's first and second level: below the note's title, or below the heading above the
   * text.
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

/** A footnote holds only paragraphs, so that readers without footnotes find nothing active in it. */
function readFootnote(
  reader: Reader,
  { at: start, text, before }: Place,
  { footnotes }: FullTextOptions,
): Block | null {
  const [, label = '', first = ''] = FOOTNOTE.exec(text) ?? [];
  if (label === '' || before === 'text' || UNSAFE_TARGET.test(first)) return null;
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

/** Which lines may belong to a table: from the line above a border to the next blank line. */
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
    // A rule of dashes would make the line above a heading, or begin front matter.
    if (RULE.test(place.text)) return { kind: 'other', lines: ['***'], next: place.at + 1 };
    return readHeading(place, options) ?? readFootnote(reader, place, options);
  },
  // Tasks in the source are not the user's, so they are written as plain box characters.
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
 * Makes a whole untrusted text safe and keeps its structure, with headings from the second level down.
 * Nothing in it runs, hides, embeds, tags, names a field, is a task or resembles our marks. It can stand
 * anywhere a block can.
 */
export function fullText(
  markdown: string,
  options: FullTextOptions = { footnotes: '', topHeading: 2 },
): string {
  const { lines } = safeBlocks(cleanText(markdown).split('\n'), { depth: 0, dialect: dialectOf(options) });
  return closeEscape(lines.join('\n').trimEnd());
}
