import * as z from 'zod/mini';
import { LimitExceededError } from './errors';
import { NUMERIC_ID, WORD_ID } from './fields';

/** Checks what is sent against the specification, and gives it the form of the wire. */

/** The value as the schema has it. Throws `LimitExceededError` for the first rule that it breaks. */
export function checked<Value>(
  value: unknown,
  { schema, doing }: { readonly schema: z.ZodMiniType<Value>; readonly doing: string },
): Value {
  const result = schema.safeParse(value, { error: inWords });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new LimitExceededError({
    doing,
    field: issue?.path.join('.') || 'what is to be sent',
    problem: issue?.message ?? 'is not allowed',
  });
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  number: 'a whole number',
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
};

/** The rule that is broken, as it follows the name of the field. */
function inWords(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') return `must be ${TYPES[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value')
    return `must be one of ${issue.values.map(String).join(', ')}, but is ${shownValue(issue.input)}`;
  if (issue.code === 'unrecognized_keys')
    return `has a field that the service does not take: ${issue.keys.join(', ')}`;
  if (issue.code === 'too_small')
    return `must be at least ${String(issue.minimum)}, but is ${measure(issue.input)}`;
  if (issue.code === 'too_big')
    return `may be at most ${String(issue.maximum)}, but is ${measure(issue.input)}`;
  return 'is not allowed';
}

function shownValue(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : typeof value;
}

/** A list is told of by its length. */
function measure(value: unknown): string {
  return Array.isArray(value) ? String(value.length) : shownValue(value);
}

/** Text of at most so many characters. The service counts characters, not UTF-16 units. */
export function characters(limit: number) {
  const length = (value: unknown): number => [...String(value)].length;
  return z.string().check(
    z.refine((value) => value.length <= limit || length(value) <= limit, {
      error: ({ input }) => `may have at most ${String(limit)} characters, but has ${String(length(input))}`,
    }),
  );
}

/** As `characters`, and not blank. */
export function someCharacters(limit: number) {
  return characters(limit).check(z.refine((value) => value.trim() !== '', 'must not be empty'));
}

/** An ISO 8601 date or date-time. */
export const isoDate = z
  .string()
  .check(
    z.regex(
      /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/,
      'must be an ISO 8601 date, like 2026-01-31T09:00:00Z',
    ),
  );

/** Id of a v2 record. */
export const numericId = z.string().check(z.regex(NUMERIC_ID, 'must be a numeric id'));

/** Id of a v3 record. */
export const wordId = z.string().check(z.regex(WORD_ID, 'must be an id of letters, digits and dashes'));

export type Query = readonly (readonly [name: string, value: string])[];

/** A query from the service's names; what is undefined is left out. */
export function toQuery(fields: Readonly<Record<string, string | number | boolean | undefined>>): Query {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
}

/** An object with the service's names: `highlightedAt` becomes `highlighted_at`. Only the object's own keys, not those of values in it. */
export function toWireBody(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  );
}
