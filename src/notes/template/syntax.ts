import Handlebars from 'handlebars';
import type { TemplateMistake, TemplateMistakeCode } from '../../model/template-mistake';
import type { Severity, TemplateProblem } from './template';
import type {
  BlockStatement,
  ContentStatement,
  DecoratorBlock,
  Expression,
  Hash,
  HashPair,
  MustacheStatement,
  PathExpression,
  Position,
  Program,
  SubExpression,
  SyntaxNode,
} from './syntax-nodes';

/** Where a part begins in its file: 1-based line and column. */
export interface Origin {
  readonly line: number;
  readonly column: number;
}

/** Collects all problems of a template and its partials, so that the user sees them at once. */
export class ProblemList {
  constructor(
    readonly file: string,
    private readonly found = new Map<string, TemplateProblem>(),
  ) {}

  /** The same list for problems in another file. */
  inFile(file: string): ProblemList {
    return new ProblemList(file, this.found);
  }

  /** `at` is 1-based, in the whole file. Duplicates are dropped. */
  add({ line, column }: Origin, mistake: TemplateMistake, severity: Severity = 'error'): void {
    this.found.set(`${this.file} ${line} ${column} ${JSON.stringify(mistake)}`, {
      severity,
      template: this.file,
      line,
      column,
      mistake,
    });
  }

  hasErrors(): boolean {
    return [...this.found.values()].some(({ severity }) => severity === 'error');
  }

  /** Sorted by file and position; this list's own file comes first. */
  all(): readonly TemplateProblem[] {
    const found = [...this.found.values()];
    const files = [...new Set([this.file, ...found.map(({ template }) => template)])];
    return found.sort(
      (a, b) =>
        files.indexOf(a.template) - files.indexOf(b.template) || a.line - b.line || a.column - b.column,
    );
  }
}

/** Converts a position in a part to one in the whole file. */
export function within(origin: Origin, position: Position): Origin {
  const column = position.line === 1 ? origin.column + position.column : position.column + 1;
  return { line: origin.line + position.line - 1, column };
}

/** A template's syntax tree, or what is wrong. */
export type ReadTree =
  | { readonly ok: true; readonly tree: Program }
  | { readonly ok: false; readonly at: Position; readonly mistake: TemplateMistake };

type Problem = Extract<ReadTree, { readonly ok: false }>;

/** By the token that Handlebars found instead of the one it needed. */
const FOUND: Readonly<Record<string, TemplateMistakeCode>> = {
  EOF: 'text-ends-in-tag',
  INVALID: 'no-tag',
  CLOSE: 'tag-ends-early',
  CLOSE_UNESCAPED: 'tag-closed-raw',
  OPEN_ENDBLOCK: 'block-not-opened',
};

export function readTree(text: string): ReadTree {
  try {
    return { ok: true, tree: Handlebars.parse(text) };
  } catch (error) {
    return openBlockIn(text) ?? problemIn(text, messageOf(error));
  }
}

const FILTER = /\{\{[^{}]*[^\s{}|][ \t]*\|[ \t]*\w/;

/** What Handlebars says, as a code. */
function problemIn(text: string, reason: string): Problem {
  const placed = /^(.*) - (\d+):(\d+)$/.exec(reason);
  if (placed !== null) {
    const [, what = '', line, column] = placed;
    const closed = /^(\S+) doesn't match (\S+)$/.exec(what);
    const mistake: TemplateMistake =
      closed === null
        ? { code: 'handlebars', name: what }
        : { code: 'block-closed-by-other', name: closed[1], other: closed[2] };
    return problem(Number(line), Number(column), mistake);
  }
  const line = Number(/ on line (\d+)/.exec(reason)?.[1] ?? 1);
  const column = columnIn(text, line, reason);
  if (reason.startsWith('Lexical error')) return problem(line, column, { code: 'comment-not-closed' });
  if (FILTER.test(text.split('\n')[line - 1] ?? '')) return problem(line, column, { code: 'jinja-filter' });
  const found = /, got '(\w+)'$/.exec(reason)?.[1] ?? '';
  return problem(line, column, { code: FOUND[found] ?? 'tag-unreadable' });
}

/**
 * Handlebars shows up to twenty characters before the mistake, without line breaks, and an arrow of that
 * length below.
 */
function columnIn(text: string, line: number, reason: string): number {
  const [, excerpt = '', arrow = ''] = reason.split('\n');
  const before = excerpt.slice(0, arrow.indexOf('^')).replace(/^\.{3}/, '');
  const lines = text.split('\n');
  const above = lines.slice(0, line - 1).join('');
  const own = lines[line - 1] ?? '';
  const columns = Array.from({ length: own.length + 1 }, (_, column) => column);
  return columns.find((column) => (above + own.slice(0, column)).endsWith(before)) ?? 0;
}

const NO_BLOCK = 'end-of-the-text';

/**
 * Finds a block still open at the end: appending the end of another block makes Handlebars name the open one.
 */
function openBlockIn(text: string): Problem | null {
  try {
    Handlebars.parse(`${text}{{/${NO_BLOCK}}}`);
    return null;
  } catch (error) {
    const open = new RegExp(`^(\\S+) doesn't match ${NO_BLOCK} - (\\d+):(\\d+)$`).exec(messageOf(error));
    if (open === null) return null;
    const [, name = '', line, column] = open;
    return problem(Number(line), Number(column), { code: 'block-not-closed', name });
  }
}

const problem = (line: number, column: number, mistake: TemplateMistake): Problem => ({
  ok: false,
  at: { line, column },
  mistake,
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The name of a called partial; null if it is computed. */
export function calledName({ name }: { readonly name: SyntaxNode }): string | null {
  return 'original' in name ? String(name.original).replace(/\.md$/i, '') : null;
}

/** The name of an inline partial; null if it is computed. */
export function inlineName({ params: [name] }: DecoratorBlock): string | null {
  return name?.type === 'StringLiteral' && 'value' in name ? String(name.value) : null;
}

/** The `name=value` arguments of a tag. Handlebars omits an empty hash. */
export const pairsOf = ({ hash }: { readonly hash?: Hash }): readonly HashPair[] => hash?.pairs ?? [];

export const isMustache = (node: SyntaxNode): node is MustacheStatement => node.type === 'MustacheStatement';

export const isBlock = (node: SyntaxNode): node is BlockStatement => node.type === 'BlockStatement';

export const isContent = (node: SyntaxNode): node is ContentStatement => node.type === 'ContentStatement';

export const isPath = (node: SyntaxNode): node is PathExpression => node.type === 'PathExpression';

/** Builds `(name value)`. */
export function callTo(name: string, value: Expression): SubExpression {
  const { loc } = value;
  return {
    type: 'SubExpression',
    loc,
    path: { type: 'PathExpression', loc, data: false, depth: 0, parts: [name], original: name },
    params: [value],
    hash: { type: 'Hash', loc, pairs: [] },
  };
}
