import * as z from 'zod/mini';
import { ITEM_KINDS } from '../library/item-kind';
import { suggestion } from '../template/problems';
import { oneOf, SHAPES } from '../setting-shapes';
import { problemWithTextTest } from './text-test';

/**
 * A rule of the settings: which items it catches (`when`), and what is different for their notes (`then`). Rules are read from top
 * to bottom, and the first that matches counts, alone. In `when` all that is said must hold; an empty list, an empty text or
 * nothing at all means "whatever". In `then` an empty text means "as without a rule".
 */
export const AGES = ['saved', 'published', 'lastHighlighted'] as const;
export const FULL_TEXTS = ['off', 'note', 'file'] as const;

/** An object that holds nothing else: a misspelt condition would be none, and the rule would match everything. */
const closed = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, { error: (issue) => (issue.code === 'unrecognized_keys' ? unknownKeys(issue.keys, Object.keys(shape)) : undefined) });

function unknownKeys(keys: readonly string[], known: readonly string[]): string {
  return keys.map((key) => `"${key}" is not known here.${suggestion(key, known) || ` It may hold ${known.join(', ')}.`}`).join(' ');
}

const MOST_DAYS = 36_500;
const wholeNumber = (most: number) => z.number().check(z.refine((value) => Number.isInteger(value) && value >= 0 && value <= most, `must be a whole number from 0 to ${most}`));

const words = z.optional(z.array(z.string()));

const textTest = z.string().check(
  z.superRefine((test, context) => {
    const problem = problemWithTextTest(test);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  }),
);

const highlightsSchema = closed({ min: z.optional(wholeNumber(1_000_000)), max: z.optional(wholeNumber(1_000_000)) }).check(
  z.refine(({ min = 0, max = Infinity }) => min <= max, 'min is more than max, so nothing can match'),
);

const ageSchema = closed({
  /** From the day on which an item passes this limit. */
  olderThanDays: z.optional(wholeNumber(MOST_DAYS)),
  /** Until the day before. */
  newerThanDays: z.optional(wholeNumber(MOST_DAYS)),
  /** Which of its days counts; `saved` when nothing is said. */
  of: z.optional(oneOf(AGES)),
}).check(z.refine(({ olderThanDays = -1, newerThanDays = Infinity }) => olderThanDays < newerThanDays, 'newerThanDays must be more than olderThanDays, or nothing can match'));

const whenSchema = closed({
  kinds: z.optional(z.array(oneOf(ITEM_KINDS))),
  categories: words,
  locations: words,
  sources: words,
  tags: z.optional(closed({ any: words, all: words, none: words })),
  author: z.optional(textTest),
  title: z.optional(textTest),
  site: z.optional(textTest),
  highlights: z.optional(highlightsSchema),
  /** Whether one of its highlights is a favourite. */
  favorites: z.optional(z.boolean()),
  age: z.optional(ageSchema),
});

const thenSchema = closed({
  leaveOut: z.optional(z.literal(true, 'must be true, or not be there')),
  folder: z.optional(z.string()),
  fileName: z.optional(z.string()),
  template: z.optional(z.string()),
  fullText: z.optional(oneOf(FULL_TEXTS)),
  notePerHighlight: z.optional(z.boolean()),
});

const ruleSchema = z.looseObject({
  name: z.optional(z.string()),
  enabled: z._default(z.boolean(), true),
  when: whenSchema,
  then: thenSchema,
});

export type Rule = Readonly<z.infer<typeof ruleSchema>>;

export type RulesResult = { readonly ok: true; readonly rules: readonly Rule[] } | { readonly ok: false; readonly problems: readonly string[] };

/** Reads rules from parsed JSON; `undefined` and `null` are no rules. Problems name the rule by number and name, and the key. */
export function parseRules(value: unknown): RulesResult {
  const result = z.array(ruleSchema).safeParse(value ?? [], {
    error: (issue) => {
      if (issue.code !== 'invalid_type') return undefined;
      return issue.input === undefined ? 'is missing' : `must be ${SHAPES[issue.expected] ?? issue.expected}`;
    },
  });
  if (result.success) return { ok: true, rules: result.data };
  return { ok: false, problems: result.error.issues.map((issue) => problemText(issue, value)) };
}

const nameIn = z.looseObject({ name: z.string() });

function problemText({ path, message }: z.core.$ZodIssue, rules: unknown): string {
  const [number, ...keys] = path;
  if (typeof number !== 'number') return `The rules: ${message}`;
  const named = nameIn.safeParse(Array.isArray(rules) ? rules[number] : undefined);
  const name = named.success && named.data.name.trim() !== '' ? ` "${named.data.name.trim()}"` : '';
  return `Rule ${number + 1}${name}: ${keys.length === 0 ? '' : `${keys.join('.')}: `}${message}`;
}

/** Rules as a key of the settings: one issue for each problem, with `parseRules`' words. */
export const rulesSchema = z.pipe(
  z._default(z.unknown(), []),
  z.transform((value: unknown, context): readonly Rule[] => {
    const result = parseRules(value);
    if (result.ok) return result.rules;
    for (const problem of result.problems) context.issues.push({ code: 'custom', message: problem, input: value });
    return [];
  }),
);
