import type { TemplateProblem } from './template';

/** Where a part begins in the whole file: 1-based line and column of its first character. */
export interface Origin {
  readonly line: number;
  readonly column: number;
}

/** A place in a part: 1-based line and 0-based column. */
type Position = Readonly<hbs.AST.Position>;

/** Gathers every problem of one template file and of its partials, so that a person sees them all at once. */
export class ProblemList {
  constructor(
    readonly file: string,
    private readonly found = new Map<string, TemplateProblem>(),
  ) {}

  /** The same list, for what is found in another file. */
  inFile(file: string): ProblemList {
    return new ProblemList(file, this.found);
  }

  /** `at` is 1-based, in the whole file. What is told already is not told again. */
  add({ line, column }: Origin, message: string): void {
    this.found.set(`${this.file} ${line} ${column} ${message}`, {
      template: this.file,
      line,
      column,
      message,
    });
  }

  /** File by file, each in its order; this list's own first. */
  all(): readonly TemplateProblem[] {
    const found = [...this.found.values()];
    const files = [...new Set([this.file, ...found.map(({ template }) => template)])];
    return found.sort(
      (a, b) =>
        files.indexOf(a.template) - files.indexOf(b.template) || a.line - b.line || a.column - b.column,
    );
  }
}

/** A position in a part (1-based line, 0-based column) in the whole file. */
export function within(origin: Origin, position: Position): Origin {
  const column = position.line === 1 ? origin.column + position.column : position.column + 1;
  return { line: origin.line + position.line - 1, column };
}
