import type { Position } from './handlebars-ast';
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

/** A position in a part (1-based line, 0-based column) in the whole file. */
export function within(origin: Origin, position: Position): Origin {
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
