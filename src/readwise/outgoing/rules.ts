import * as z from 'zod/mini';
import { LimitExceededError, type BrokenRule } from '../errors';
import { NUMERIC_ID, WORD_ID } from '../schema/leaves';

const isBrokenRule = (value: unknown): value is BrokenRule =>
  typeof value === 'object' && value !== null && 'limit' in value && 'actual' in value && 'problem' in value;

/** The service counts characters, not UTF-16 units. */
const characterCount = (text: string): number => [...text].length;

/** Reports a broken rule from a `superRefine`. `path`: the field inside what is refined. */
export function reportBrokenRule(context: z.core.$RefinementCtx, { path, ...brokenRule }: BrokenRule & { readonly path: string[] }): void {
  context.addIssue({ code: 'custom', path, message: brokenRule.problem, params: { brokenRule } });
}

const ruled = (brokenRuleOf: (text: string) => BrokenRule | null) =>
  z.string().check(
    z.superRefine((text, context) => {
      const brokenRule = brokenRuleOf(text);
      if (brokenRule !== null) reportBrokenRule(context, { path: [], ...brokenRule });
    }),
  );

/** Text of at most so many characters. */
export const characters = (limit: number) =>
  ruled((text) => {
    if (text.length <= limit) return null;
    const actual = characterCount(text);
    return actual <= limit ? null : { limit, actual, problem: `may have at most ${String(limit)} characters, but has ${String(actual)}` };
  });

/** As `characters`, and not empty. */
export const someCharacters = (limit: number) =>
  z.pipe(
    ruled((text) => (text.trim() === '' ? { limit: 'not empty', actual: 0, problem: 'must not be empty' } : null)),
    characters(limit),
  );

/** Text of one shape. */
export const shaped = (shape: RegExp, rule: string) =>
  ruled((text) => (shape.test(text) ? null : { limit: rule, actual: text, problem: `must be ${rule}` }));

/** An ISO 8601 date or date-time. */
export const isoDate = shaped(
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/,
  'an ISO 8601 date, like 2026-01-31T09:00:00Z',
);

/** Id of a v2 record. */
export const numericIdText = shaped(NUMERIC_ID, 'a numeric id');

/** Id of a v3 record. */
export const wordIdText = shaped(WORD_ID, 'an id of letters, digits and dashes');

export const wholeNumber = z.int();

/**
 * The value, checked against the specification before it is sent.
 * Throws `LimitExceededError` for the first rule it breaks.
 */
export function checked<Output>(value: unknown, { schema, doing }: { readonly schema: z.ZodMiniType<Output>; readonly doing: string }): Output {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue === undefined || issue.path.length === 0 ? 'what is to be sent' : issue.path.join('.');
  throw new LimitExceededError({ doing, field, ...brokenRuleOf(issue, valueAt(value, issue?.path ?? [])) });
}

function brokenRuleOf(issue: z.core.$ZodIssue | undefined, value: unknown): BrokenRule {
  const actual = measureOf(value);
  const isNow = `, but is ${String(actual)}`;
  if (issue?.code === 'custom' && isBrokenRule(issue.params?.['brokenRule'])) return issue.params['brokenRule'];
  if (issue?.code === 'too_big') return { limit: Number(issue.maximum), actual, problem: `may be at most ${String(issue.maximum)}${isNow}` };
  if (issue?.code === 'too_small') return { limit: Number(issue.minimum), actual, problem: `must be at least ${String(issue.minimum)}${isNow}` };
  if (issue?.code === 'invalid_value') {
    const limit = issue.values.join(', ');
    return { limit, actual, problem: `must be one of ${limit}${isNow}` };
  }
  const problem = `is not what the service takes (${issue?.message ?? 'unknown'})`;
  return { limit: problem, actual, problem };
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  return typeof value === 'object' && value !== null ? valueAt(Reflect.get(value, name), rest) : undefined;
}

/** A list is measured by its length. */
function measureOf(value: unknown): number | string {
  if (Array.isArray(value)) return value.length;
  if (typeof value === 'number' || typeof value === 'string') return value;
  return typeof value;
}
