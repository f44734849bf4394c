import * as v from 'valibot';
import { LimitExceededError, type BrokenRule } from '../errors';
import { NUMERIC_ID, WORD_ID } from '../schema/leaves';

const isBrokenRule = (value: unknown): value is BrokenRule =>
  typeof value === 'object' && value !== null && 'limit' in value && 'actual' in value && 'problem' in value;

/** The service counts characters, not UTF-16 units. */
const characterCount = (text: string): number => [...text].length;

/** Reports a broken rule. The issue has no place of its own for it, so the rule stands where the input would. */
export const ruled = <Value>(brokenRuleOf: (value: Value) => BrokenRule | null) =>
  v.rawCheck<Value>(({ dataset, addIssue }) => {
    const brokenRule = dataset.typed ? brokenRuleOf(dataset.value) : null;
    if (brokenRule !== null) addIssue({ input: brokenRule, message: brokenRule.problem });
  });

/** Text of at most so many characters. */
export const characters = (limit: number) =>
  v.pipe(
    v.string(),
    ruled((text) => {
      if (text.length <= limit) return null;
      const actual = characterCount(text);
      return actual <= limit ? null : { limit, actual, problem: `may have at most ${String(limit)} characters, but has ${String(actual)}` };
    }),
  );

/** As `characters`, and not empty. */
export const someCharacters = (limit: number) =>
  v.pipe(
    v.string(),
    ruled((text) => (text.trim() === '' ? { limit: 'not empty', actual: 0, problem: 'must not be empty' } : null)),
    characters(limit),
  );

/** Text of one shape. */
export const shaped = (shape: RegExp, rule: string) =>
  v.pipe(
    v.string(),
    ruled((text) => (shape.test(text) ? null : { limit: rule, actual: text, problem: `must be ${rule}` })),
  );

/** An ISO 8601 date or date-time. */
export const isoDate = shaped(
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/,
  'an ISO 8601 date, like 2026-01-31T09:00:00Z',
);

/** Id of a v2 record. */
export const numericIdText = shaped(NUMERIC_ID, 'a numeric id');

/** Id of a v3 record. */
export const wordIdText = shaped(WORD_ID, 'an id of letters, digits and dashes');

export const wholeNumber = v.custom<number>(Number.isSafeInteger, 'Invalid input: expected int');

/** One of a few words; the message lists them. */
export const oneOf = <const Choice extends string>(choices: readonly Choice[]) => v.picklist(choices, choices.join(', '));

/** What is wrong where no rule says it; never the value itself. */
const WORDS = {
  message({ expected, received, input }: v.BaseIssue<unknown>): string {
    if (expected === 'never') return `Unrecognized key: ${received}`;
    return input === undefined ? 'it is missing' : `Invalid input: expected ${String(expected).toLowerCase()}, received ${Array.isArray(input) ? 'array' : typeof input}`;
  },
};

/** A list whose length is judged before its entries. */
export const listOf = <Item extends v.GenericSchema>(item: Item, { least = 0, most = Infinity }: { readonly least?: number; readonly most?: number } = {}) =>
  v.pipe(v.array(v.unknown()), v.minLength(least), v.maxLength(most), v.array(item), v.readonly());

/**
 * The value, checked against the specification before it is sent.
 * Throws `LimitExceededError` for the first rule it breaks.
 */
export function checked<Output>(value: unknown, { schema, doing }: { readonly schema: v.GenericSchema<unknown, Output>; readonly doing: string }): Output {
  // Nothing that is sent is a list, and the library would take one for an object.
  const result = v.safeParse(schema, Array.isArray(value) ? null : value, WORDS);
  if (result.success) return result.output;
  const issue = result.issues[0];
  const path = pathOf(issue);
  const field = path.join('.') || 'what is to be sent';
  throw new LimitExceededError({ doing, field, ...brokenRuleOf(issue, valueAt(value, path)) });
}

/** A field that is not known is told of the object that holds it. */
const pathOf = ({ path, expected }: v.BaseIssue<unknown>): readonly string[] => (path ?? []).slice(0, expected === 'never' ? -1 : undefined).map(({ key }) => String(key));

function brokenRuleOf({ type, input, requirement, message }: v.BaseIssue<unknown>, value: unknown): BrokenRule {
  if (type === 'raw_check' && isBrokenRule(input)) return input;
  const actual = measureOf(value);
  const isNow = `, but is ${String(actual)}`;
  switch (type) {
    case 'max_length':
    case 'max_value':
      return { limit: Number(requirement), actual, problem: `may be at most ${String(requirement)}${isNow}` };
    case 'min_length':
    case 'min_value':
      return { limit: Number(requirement), actual, problem: `must be at least ${String(requirement)}${isNow}` };
    case 'picklist':
      return { limit: message, actual, problem: `must be one of ${message}${isNow}` };
    default: {
      const problem = `is not what the service takes (${message})`;
      return { limit: problem, actual, problem };
    }
  }
}

function valueAt(value: unknown, path: readonly string[]): unknown {
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
