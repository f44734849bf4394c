import Handlebars from 'handlebars';

/** A template's tree, or why it cannot be read, in plain words, and where. */
export type ReadTree =
  | { readonly ok: true; readonly tree: hbs.AST.Program }
  | { readonly ok: false; readonly at: Readonly<hbs.AST.Position>; readonly message: string };

type Problem = Extract<ReadTree, { readonly ok: false }>;

export const TOO_DEEP = 'Blocks and partials stand in one another too deep.';

/** What is wrong, by Handlebars' name for what it found where something else was needed. */
const FOUND: Readonly<Record<string, string>> = {
  EOF: 'The text ends before a {{tag}} is closed with }}.',
  INVALID: 'This is not part of a {{tag}}: is a closing }} missing?',
  CLOSE: 'The tag ends too early: a name, a quote or a ) is missing.',
  CLOSE_UNESCAPED: 'The tag is closed with }}} and was opened with {{.',
  OPEN_ENDBLOCK: 'This closes a block that was not opened.',
};

export function readTree(text: string): ReadTree {
  try {
    return { ok: true, tree: Handlebars.parse(text) };
  } catch (error) {
    // It ran out of stack.
    if (error instanceof RangeError) return problem(1, 0, TOO_DEEP);
    return openBlockIn(text) ?? problemIn(text, messageOf(error));
  }
}

/** What Handlebars says, in plain words. */
function problemIn(text: string, said: string): Problem {
  const placed = /^(.*) - (\d+):(\d+)$/.exec(said);
  if (placed !== null) {
    const [, what = '', line, column] = placed;
    const closed = /^(\S+) doesn't match (\S+)$/.exec(what);
    const message = closed === null ? what : `{{#${closed[1]}}} is closed by {{/${closed[2]}}}.`;
    return problem(Number(line), Number(column), message);
  }
  const line = Number(/ on line (\d+)/.exec(said)?.[1] ?? 1);
  const column = columnIn(text, line, said);
  if (said.startsWith('Lexical error'))
    return problem(line, column, 'A comment is not closed with --}}, or a raw block with its {{{{/name}}}}.');
  const found = /, got '(\w+)'$/.exec(said)?.[1] ?? '';
  return problem(line, column, FOUND[found] ?? 'This tag cannot be read.');
}

/** Handlebars shows up to twenty characters before the mistake, without line breaks, and under them an arrow of that length. */
function columnIn(text: string, line: number, said: string): number {
  const [, excerpt = '', arrow = ''] = said.split('\n');
  const before = excerpt.slice(0, arrow.indexOf('^')).replace(/^\.{3}/, '');
  const lines = text.split('\n');
  const above = lines.slice(0, line - 1).join('');
  const own = lines[line - 1] ?? '';
  const columns = Array.from({ length: own.length + 1 }, (_, column) => column);
  return columns.find((column) => (above + own.slice(0, column)).endsWith(before)) ?? 0;
}

const NO_BLOCK = 'end-of-the-text';

/** The block that is still open at the end of a text: where Handlebars expects its end when another block's end follows. */
function openBlockIn(text: string): Problem | null {
  try {
    Handlebars.parse(`${text}{{/${NO_BLOCK}}}`);
    return null;
  } catch (error) {
    const open = new RegExp(`^(\\S+) doesn't match ${NO_BLOCK} - (\\d+):(\\d+)$`).exec(messageOf(error));
    if (open === null) return null;
    const [, name = '', line, column] = open;
    const message = `The text ends before the block {{#${name}}} is closed with {{/${name}}}.`;
    return problem(Number(line), Number(column), message);
  }
}

const problem = (line: number, column: number, message: string): Problem => ({
  ok: false,
  at: { line, column },
  message,
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
