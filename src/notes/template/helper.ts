/** One call of a helper in a template. */
export interface HelperCall {
  readonly params: readonly unknown[];
  /** The `name=value` arguments. */
  readonly named: Readonly<Record<string, unknown>>;
  /** The rendered inside of the block; `''` where the helper is not called as a block. */
  readonly body: () => string;
}

export interface Helper {
  /** Written `{{name ...}}`, `{{#name ...}}...{{/name}}`, or either. */
  readonly form: 'inline' | 'block' | 'either';
  readonly least: number;
  readonly most: number;
  /** What it takes as `name=value`. */
  readonly named?: readonly string[];
  /** Total: any value of any kind gives a result. Text it returns is escaped when written inline, and is markdown from a block. */
  readonly run: (call: HelperCall) => unknown;
}

export type HelperTable = Readonly<Record<string, Helper>>;

/** A helper called inline with so many params. */
export function inlineHelper(
  counts: readonly [least: number, most: number],
  run: (call: HelperCall) => unknown,
): Helper {
  return { form: 'inline', least: counts[0], most: counts[1], run };
}
