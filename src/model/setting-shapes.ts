import * as z from 'zod/mini';

/** The types of values in settings and rules, and what can be wrong with a value, as codes with parameters. */

/** What checks of our own find; each code stands in the place of zod's message. */
const FOUND = [
  'newer-version',
  'server-shape',
  'server-scheme',
  'folder-empty',
  'folder-signs',
  'folder-invisible',
  'folder-outside',
  'tag-prefix',
  'secret-name',
  'text-or-texts',
  'regular-expression',
  'min-over-max',
  'no-age-between',
  'only-true',
] as const;
export type Found = (typeof FOUND)[number];

/** The same where there is a limit: whole numbers from 0, sizes above 0, the length of a test. */
const OVER = ['whole-number', 'size', 'test-length'] as const;
export type Limit = { readonly code: (typeof OVER)[number]; readonly most: number };

export type ValueMistake =
  | { readonly code: Found | 'missing' | 'other' }
  | Limit
  | { readonly code: 'wrong-type'; readonly wanted: string }
  | { readonly code: 'not-a-choice'; readonly choices: readonly string[] }
  | { readonly code: 'unknown-keys'; readonly keys: readonly string[] }
  | { readonly code: 'unknown-word'; readonly word: string; readonly known: readonly string[] }
  | { readonly code: 'time-zone'; readonly zone: string };

/** One of a few values. */
export const oneOf = <const Choice extends string>(choices: readonly Choice[]) => z.enum(choices);

/** A check with one of our codes. */
export const check = <Value>(isRight: (value: Value) => boolean, code: Found) =>
  z.refine<Value>(isRight, code);

/** A check against a limit. */
export const checkLimit = <Value>(isRight: (value: Value) => boolean, { code, most }: Limit) =>
  z.refine<Value>(isRight, { error: code, params: { most } });

export const wholeNumberTo = (most: number) =>
  z.number().check(
    checkLimit((value) => Number.isInteger(value) && value >= 0 && value <= most, {
      code: 'whole-number',
      most,
    }),
  );

/** Text that `problemWith` checks; it returns a code or null. */
export function textWith(problemWith: (value: string) => Found | null) {
  return z.string().check(({ value, issues }) => {
    const code = problemWith(value);
    if (code !== null) issues.push({ code: 'custom', message: code, input: value });
  });
}

const found = z.lazy(() => z.enum(FOUND));
const withParams = z.lazy(() =>
  z.union([
    z.object({ code: z.enum(OVER), most: z.number() }),
    z.object({ code: z.literal('unknown-word'), word: z.string(), known: z.array(z.string()) }),
  ]),
);

/** What is wrong with a value. The schema must have been asked to report the input. */
export function mistakeIn(issue: z.core.$ZodIssue): ValueMistake {
  const own = found.safeParse(issue.message);
  if (own.success) return { code: own.data };
  if (issue.code === 'custom') {
    const told = withParams.safeParse({ ...issue.params, code: issue.message });
    return told.success ? told.data : { code: 'other' };
  }
  if (issue.code === 'unrecognized_keys') return { code: 'unknown-keys', keys: issue.keys };
  if (issue.input === undefined) return { code: 'missing' };
  if (issue.code === 'invalid_type') return { code: 'wrong-type', wanted: issue.expected };
  if (issue.code === 'invalid_value') return { code: 'not-a-choice', choices: issue.values.map(String) };
  return { code: 'other' };
}
