import type { Inside } from './scope';
import { Markdown, Passage } from './values';

/** One call of a helper in a template. */
export interface HelperCall {
  readonly params: readonly unknown[];
  /** The `name=value` arguments. */
  readonly named: Readonly<Record<string, unknown>>;
  /** The rendered inside of the block, where `inside` is what it says of it; `''` where the helper is not called as a block. */
  readonly body: (inside?: Inside) => string;
  /** The same of its `{{else}}`. */
  readonly otherwise: () => string;
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

/** Changes the text of a value and keeps what kind of value it is: a passage stays one, and each entry of a list is changed. */
export function mapText(value: unknown, change: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => mapText(entry, change));
  if (value instanceof Passage) return new Passage(change(value.source));
  if (value instanceof Markdown) return change(value.plain);
  if (value === undefined || value === null) return '';
  return change(
    typeof value === 'string'
      ? value
      : typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : '',
  );
}
