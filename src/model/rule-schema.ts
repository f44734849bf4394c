import * as z from 'zod/mini';
import { ITEM_KINDS } from './model';
import { oneOf, problemInWords, textWith, wholeNumberTo } from './setting-shapes';
import { suggestion } from './text';
import { problemWithTextTest } from './text-test';

/**
 * A rule of the settings: which items it catches (`when`), and what is different for their notes (`then`).
 * Rules are read from top to bottom, and the first that matches counts, alone. In `when` all that is said
 * must hold; an empty list, an empty text or nothing at all means "whatever". In `then` an empty text means
 * "as without a rule".
 */
export const AGES = ['saved', 'published', 'lastHighlighted'] as const;
export const FULL_TEXTS = ['off', 'note', 'file'] as const;

/**
 * An object that holds nothing else: a misspelt condition would be none, and the rule would match everything.
 */
function closed<const Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? unknownKeys(issue.keys, Object.keys(shape)) : undefined,
  });
}

function unknownKeys(keys: readonly string[], known: readonly string[]): string {
  const problems = keys.map((key) => {
    const hint = suggestion(key, known) || ` It may hold ${known.join(', ')}.`;
    return `"${key}" is not known here.${hint}`;
  });
  return problems.join(' ');
}

const MOST_HIGHLIGHTS = 1_000_000;
const MOST_DAYS = 36_500;

const words = z.optional(z.array(z.string()));
const textTest = z.optional(textWith(problemWithTextTest));

const highlightsSchema = closed({
  min: z.optional(wholeNumberTo(MOST_HIGHLIGHTS)),
  max: z.optional(wholeNumberTo(MOST_HIGHLIGHTS)),
}).check(z.refine(({ min = 0, max = Infinity }) => min <= max, 'min is more than max, so nothing can match'));

const ageSchema = closed({
  /** From the day on which an item passes this limit. */
  olderThanDays: z.optional(wholeNumberTo(MOST_DAYS)),
  /** Until the day before. */
  newerThanDays: z.optional(wholeNumberTo(MOST_DAYS)),
  /** Which of its days counts; `saved` when nothing is said. */
  of: z.optional(oneOf(AGES)),
}).check(
  z.refine(
    ({ olderThanDays = -1, newerThanDays = Infinity }) => olderThanDays < newerThanDays,
    'newerThanDays must be more than olderThanDays, or nothing can match',
  ),
);

const whenSchema = closed({
  kinds: z.optional(z.array(oneOf(ITEM_KINDS))),
  categories: words,
  locations: words,
  sources: words,
  tags: z.optional(closed({ any: words, all: words, none: words })),
  author: textTest,
  title: textTest,
  site: textTest,
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

/** The rules as a key of the settings; `ruleProblem` says what is wrong with them. */
export const rulesSchema = z.array(ruleSchema);

export interface RuleProblem {
  /** Of the rule, counted from 0; null where what is given is no list of rules. */
  readonly rule: number | null;
  /** Within the rule: `when.title`; empty where the rule as a whole is wrong. */
  readonly key: string;
  /** As it follows the key. */
  readonly message: string;
}

export type RulesResult =
  | { readonly ok: true; readonly rules: readonly Rule[] }
  | { readonly ok: false; readonly problems: readonly RuleProblem[] };

/** Reads rules from parsed JSON; `undefined` and `null` are no rules. */
export function parseRules(value: unknown): RulesResult {
  const result = rulesSchema.safeParse(value ?? [], { error: problemInWords });
  if (result.success) return { ok: true, rules: result.data };
  return { ok: false, problems: result.error.issues.map(({ path, message }) => ruleProblem(path, message)) };
}

/** A problem at a path within the list of rules. */
export function ruleProblem([rule, ...keys]: readonly PropertyKey[], message: string): RuleProblem {
  return { rule: typeof rule === 'number' ? rule : null, key: keys.map(String).join('.'), message };
}

const namedSchema = z.looseObject({ name: z.string() });

/** A problem in words that name the rule by number and name, and the key. `rules`: as they were given. */
export function ruleProblemInWords({ rule, key, message }: RuleProblem, rules: unknown): string {
  if (rule === null) return `The rules: ${message}`;
  const named = namedSchema.safeParse(Array.isArray(rules) ? rules[rule] : undefined);
  const name = named.success ? named.data.name.trim() : '';
  const which = name === '' ? `Rule ${rule + 1}` : `Rule ${rule + 1} "${name}"`;
  return key === '' ? `${which}: ${message}` : `${which}: ${key}: ${message}`;
}
