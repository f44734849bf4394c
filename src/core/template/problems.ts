import Exception from 'handlebars/dist/cjs/handlebars/exception';
import type { TemplateProblem } from './template';

/** Where a part begins in the whole file: 1-based line and column of its first character. */
export interface Origin {
  readonly line: number;
  readonly column: number;
}

/** Gathers every problem of one template file, so that a person sees them all at once. */
export class ProblemList {
  private readonly found: TemplateProblem[] = [];

  constructor(private readonly template: string) {}

  /** `at` is 1-based, in the whole file. */
  add(at: Origin, message: string): void {
    this.found.push({ template: this.template, line: at.line, column: at.column, message });
  }

  /** In the order of the file. */
  all(): readonly TemplateProblem[] {
    return [...this.found].sort((a, b) => a.line - b.line || a.column - b.column);
  }
}

/** A position that Handlebars gives (1-based line, 0-based column of a part) in the whole file. */
export function within(origin: Origin, position: { readonly line: number; readonly column: number }): Origin {
  const column = position.line === 1 ? origin.column + position.column : position.column + 1;
  return { line: origin.line + position.line - 1, column };
}

function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/** ` Did you mean "title"?`, or `''` when no known name is near. */
export function suggestion(name: string, known: readonly string[]): string {
  const wanted = name.slice(0, 40).toLowerCase();
  const ranked = known.map((candidate) => ({ candidate, distance: editDistance(wanted, candidate.toLowerCase()) }));
  const nearest = ranked.sort((a, b) => a.distance - b.distance)[0];
  const allowed = wanted.length <= 3 ? 1 : Math.max(2, Math.floor(wanted.length / 3));
  return nearest !== undefined && nearest.distance <= allowed ? ` Did you mean "${nearest.candidate}"?` : '';
}

const PARSE_ERROR = /^Parse error on line (\d+):\n(.*)\n(-*)\^\n[^]*got '(\w+)'/;

const WHAT_WAS_FOUND: ReadonlyMap<string, string> = new Map([
  ['EOF', 'The text ends before a {{tag}} is closed with }}, or a {{#block}} with its {{/block}}.'],
  ['INVALID', 'This is not part of a {{tag}}: is a closing }} missing?'],
  ['CLOSE', 'The tag ends too early: a name, a quote or a ) is missing.'],
  ['CLOSE_UNESCAPED', 'The tag ends too early: a name, a quote or a ) is missing.'],
  ['OPEN_ENDBLOCK', 'This closes a block that was not opened, or another than the last one opened.'],
]);

/** The column (0-based) where the parser stopped: its message repeats up to twenty characters before that, without line breaks. */
function columnOf(source: string, line: number, before: string): number {
  const lines = source.split('\n');
  const text = lines[line - 1] ?? '';
  const earlier = lines.slice(Math.max(0, line - 21), line - 1).join('');
  const tail = before.replace(/^\.\.\./, '');
  for (let column = 0; column <= text.length; column += 1) {
    if ((earlier + text.slice(0, column)).endsWith(tail)) return column;
  }
  return 0;
}

/** What Handlebars' parser threw, in plain words and with its place in the part. Anything else that was thrown is a bug and is thrown again. */
export function syntaxProblem(error: unknown, source: string): { readonly line: number; readonly column: number; readonly message: string } {
  if (!(error instanceof Error)) throw error;
  const parse = PARSE_ERROR.exec(error.message);
  if (parse !== null) {
    const line = Number(parse[1]);
    const before = (parse[2] ?? '').slice(0, (parse[3] ?? '').length);
    return { line, column: columnOf(source, line, before), message: WHAT_WAS_FOUND.get(parse[4] ?? '') ?? 'This tag cannot be read.' };
  }
  const place = / - (\d+):(\d+)$/.exec(error.message);
  if (!(error instanceof Exception) && !/^(?:Parse|Lexical) error/.test(error.message)) throw error;
  return { line: Number(place?.[1] ?? 1), column: Number(place?.[2] ?? 0), message: plainWords(error.message.replace(/ - \d+:\d+$/, '')) };
}

function plainWords(message: string): string {
  const mismatch = /^(\S+) doesn't match (\S+)$/.exec(message);
  return mismatch === null ? `${message}.` : `{{#${mismatch[1] ?? ''}}} is closed by {{/${mismatch[2] ?? ''}}}.`;
}
