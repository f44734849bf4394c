import * as z from 'zod/mini';

/** The kinds of values that settings and rules hold, and what is said of a value that is none of them. */

/** One of a few words; the problem names them all. */
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

/** Text of which `problemWith` says what is wrong with it, or null. */
export function textWith(problemWith: (value: string) => string | null) {
  return z.string().check(({ value, issues }) => {
    const message = problemWith(value);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  });
}

/** What a value may hold, in words for a person. */
const SHAPES: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  string: 'text',
  number: 'a number',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** The problem with a value, where its schema has no words of its own; it follows the key. */
export function problemInWords(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is missing';
  return issue.code === 'invalid_type'
    ? `must be ${SHAPES[issue.expected] ?? issue.expected}`
    : 'cannot hold this value';
}
