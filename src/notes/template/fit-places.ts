import { closingMark } from './emphasis';
import { HELPERS } from './helpers';
import type { Place } from './place-helpers';
import { leadOf } from './rendered-text';
import { callTo, isBlock, isContent, isMustache, isPath, pairsOf } from './syntax';

/**
 * Rewrites tags by where they stand in the template, so that what people write plainly comes out right for
 * any value: `=={{text}}==` marks each paragraph, `# {{text}}` and `| {{text}} |` write one line, and
 * `[[{{title}}]]` a link that works. Prefixes such as `> {{text}}` need the rendered text, and are handled
 * there (`settleEdges`).
 */
export function fitPlaces(tree: hbs.AST.Program): void {
  fitProgram(tree, '');
}

/** The value that a tag writes, as an argument of another call. */
export function valueOf(tag: hbs.AST.MustacheStatement): hbs.AST.Expression {
  if (!isPath(tag.path)) return tag.path;
  const isCall = HELPERS.has(tag.path.original) || tag.params.length > 0 || pairsOf(tag).length > 0;
  return isCall ? { ...tag, type: 'SubExpression' } : tag.path;
}

/** `line` is the template's own text in the line before the program. Returns that at its end. */
function fitProgram(program: hbs.AST.Program, line: string): string {
  program.body = withoutEmpty(joinMarked(joinLinks(program.body)));
  let before = line;
  for (const [at, node] of program.body.entries()) {
    if (isContent(node)) before = lastLine(before + node.value);
    else if (isMustache(node)) fitTag(node, before, program.body.slice(at + 1));
    else before = fitInside(node, before);
  }
  return before;
}

const lastLine = (text: string): string => text.slice(text.lastIndexOf('\n') + 1);

/** Fits the tags in a block. Returns the line at its end. */
function fitInside(node: hbs.AST.Statement, line: string): string {
  const { program, inverse } = programsOf(node);
  // Where an inline partial will be written is not known here.
  const end = program === undefined ? line : fitProgram(program, isBlock(node) ? line : '');
  if (inverse !== undefined) fitProgram(inverse, line);
  return isBlock(node) ? end : line;
}

interface Programs {
  readonly program?: hbs.AST.Program;
  readonly inverse?: hbs.AST.Program;
}

const HOLDERS: ReadonlySet<string> = new Set(['BlockStatement', 'DecoratorBlock', 'PartialBlockStatement']);

/** What a block holds. Handlebars leaves out what is empty. */
const isHolder = (node: hbs.AST.Node): node is hbs.AST.Node & Programs => HOLDERS.has(node.type);

const programsOf = (node: hbs.AST.Node): Programs => (isHolder(node) ? node : {});

function fitTag(tag: hbs.AST.MustacheStatement, line: string, rest: readonly hbs.AST.Statement[]): void {
  const place = placeOf(line, rest) ?? (tag.escaped ? null : '{{{');
  if (place === null || !isPath(tag.path)) return;
  Object.assign(tag, callTo(place, valueOf(tag)), { type: 'MustacheStatement' });
}

const HEADING = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)?#{1,6}[ \t]/;

function placeOf(line: string, rest: readonly hbs.AST.Statement[]): Place | null {
  if (line.lastIndexOf('[[') > line.lastIndexOf(']]')) return '[[';
  if (/^[ \t>]*\|/.test(line)) return '|';
  if (HEADING.test(line)) return '#';
  return /\[[^\]]*$/.test(line) && endsLinkText(rest) ? '](' : null;
}

function endsLinkText(rest: readonly hbs.AST.Statement[]): boolean {
  const text = rest.map((node) => (isContent(node) ? node.value : '')).join('');
  return /^[^\n[\]]*\]\(/.test(text);
}

const withoutEmpty = (body: readonly hbs.AST.Statement[]): hbs.AST.Statement[] =>
  body.filter((node) => !isContent(node) || node.value !== '');

/** A content with another text. Handlebars looks at `original` for line breaks beside tags. */
const contentLike = (node: hbs.AST.ContentStatement, value: string): hbs.AST.ContentStatement =>
  Object.assign({ ...node, value }, { original: value });

/** Makes `{{wikilink title}}` of `[[{{title}}]]`: a list gives a link for each entry, nothing gives nothing. */
function joinLinks(body: readonly hbs.AST.Statement[]): hbs.AST.Statement[] {
  const joined = [...body];
  for (const [at, tag] of joined.entries()) {
    const before = joined[at - 1];
    const behind = joined[at + 1];
    if (before === undefined || behind === undefined) continue;
    if (!isMustache(tag) || !isPath(tag.path)) continue;
    if (!isContent(before) || !isContent(behind)) continue;
    if (!/(?:^|[^!])\[\[$/.test(before.value) || !behind.value.startsWith(']]')) continue;
    joined[at - 1] = contentLike(before, before.value.slice(0, -2));
    joined[at] = { ...tag, ...callTo('wikilink', valueOf(tag)), type: 'MustacheStatement' };
    joined[at + 1] = contentLike(behind, behind.value.slice(2));
  }
  return joined;
}

/** Marks of emphasis that open at the end of a text, with the text behind them. */
const OPENING = /(?:^|[^\p{L}\p{N}*_=~\\])((?:\*{1,3}|_{1,3}|==|~~)+)((?!\s)[^*_=~]*)$/u;

interface Opening {
  readonly before: string;
  readonly mark: string;
  readonly behind: string;
}

function openingIn(node: hbs.AST.Statement): Opening | null {
  if (!isContent(node)) return null;
  const line = lastLine(node.value);
  const [found, mark = '', behind = ''] = OPENING.exec(line) ?? [];
  if (found === undefined) return null;
  const before = node.value.slice(0, node.value.length - mark.length - behind.length);
  // One more of the same mark in the line before it: this one closes. A list's own `*` is none.
  const inLine = lastLine(before).slice(leadOf(lastLine(before)).length);
  const isClosing = inLine.split(mark).length % 2 === 0;
  return isClosing ? null : { before, mark, behind };
}

/** The text before a closing mark with which a content begins; null if there is none. */
function textBefore(mark: string, { value }: hbs.AST.ContentStatement): string | null {
  const text = /^[^*_=~\n]*/.exec(value)?.[0] ?? '';
  const rest = value.slice(text.length);
  const closes = rest.startsWith(mark) && rest[mark.length] !== mark.at(-1) && !/\s$/.test(text);
  return closes ? text : null;
}

/** Makes a block of what stands between two marks of emphasis in a line. */
function joinMarked(body: readonly hbs.AST.Statement[]): hbs.AST.Statement[] {
  const rest = [...body];
  const joined: hbs.AST.Statement[] = [];
  for (let node = rest.shift(); node !== undefined; node = rest.shift()) {
    const opening = openingIn(node);
    const end = opening === null ? -1 : closingAt(rest, closingMark(opening.mark));
    const close = rest[end];
    if (opening === null || close === undefined || !isContent(node) || !isContent(close)) {
      joined.push(node);
      continue;
    }
    const mark = closingMark(opening.mark);
    const text = textBefore(mark, close) ?? '';
    const inside = rest.splice(0, end + 1).slice(0, -1);
    joined.push(
      contentLike(node, opening.before),
      markedBlock(
        opening.mark,
        [contentLike(node, opening.behind), ...inside, contentLike(close, text)],
        node.loc,
      ),
    );
    rest.unshift(contentLike(close, close.value.slice(text.length + mark.length)));
  }
  return joined;
}

/** The index of the content that closes a mark; -1 if none does before the line ends. */
function closingAt(nodes: readonly hbs.AST.Statement[], mark: string): number {
  for (const [at, node] of nodes.entries()) {
    if (isContent(node)) {
      if (textBefore(mark, node) !== null) return at;
      if (/[*_=~\n]/.test(node.value)) return -1;
    } else if (!isInLine(node)) return -1;
  }
  return -1;
}

const isInLine = (node: hbs.AST.Statement): boolean =>
  isMustache(node) || (isBlock(node) && node.loc.start.line === node.loc.end.line);

function markedBlock(
  mark: string,
  body: readonly hbs.AST.Statement[],
  loc: hbs.AST.SourceLocation,
): hbs.AST.Statement {
  const literal: hbs.AST.StringLiteral = { type: 'StringLiteral', loc, value: mark, original: mark };
  const place: Place = '**';
  const strip = { open: false, close: false };
  const program = { type: 'Program', loc, body: withoutEmpty(body), blockParams: [] };
  const block = { ...callTo(place, literal), program, openStrip: strip, closeStrip: strip };
  return Object.assign(block, { type: 'BlockStatement' });
}
