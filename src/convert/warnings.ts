export interface ConversionWarning {
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
  readonly message: string;
}

/** Gathers what did not go over, by its place in the source. */
export class Warnings {
  private readonly found = new Map<string, ConversionWarning & { readonly at: number }>();
  private readonly places = new Set<number>();
  private readonly lineStarts: readonly number[];

  constructor(source: string) {
    this.lineStarts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  }

  add(at: number, message: string): void {
    const line = this.lineOf(at);
    this.places.add(at);
    this.found.set(`${String(at)} ${message}`, {
      line,
      column: at - (this.lineStarts[line - 1] ?? 0) + 1,
      message,
      at,
    });
  }

  /** Whether something was told of this very place. */
  knows(at: number): boolean {
    return this.places.has(at);
  }

  /** In the order of the source. */
  all(): readonly ConversionWarning[] {
    return [...this.found.values()]
      .sort((a, b) => a.at - b.at)
      .map(({ line, column, message }) => ({ line, column, message }));
  }

  private lineOf(at: number): number {
    let [low, high] = [0, this.lineStarts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.lineStarts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}
