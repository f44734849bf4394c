import * as z from 'zod/mini';

/** The types of values in settings and rules, with their error messages. */

/** One of a few values; the error names them all. */
export const oneOf = <const Choice extends string>(choices: readonly Choice[]) =>
  z.enum(choices, `must be ${choices.map((choice) => `"${choice}"`).join(' or ')}`);

export function wholeNumberTo(most: number) {
  return z
    .number()
    .check(
      z.refine(
        (value) => Number.isInteger(value) && value >= 0 && value <= most,
        `must be a whole number from 0 to ${most}`,
      ),
    );
}

/** Text that `problemWith` checks; it returns an error message or null. */
export function textWith(problemWith: (value: string) => string | null) {
  return z.string().check(({ value, issues }) => {
    const message = problemWith(value);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  });
}

/** Types in error messages. */
const SHAPES: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  string: 'text',
  number: 'a number',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** The error message of a schema without its own one; it follows the key. */
export function problemInWords(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is missing';
  return issue.code === 'invalid_type'
    ? `must be ${SHAPES[issue.expected] ?? issue.expected}`
    : 'cannot hold this value';
}
