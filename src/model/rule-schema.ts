import * as z from 'zod/mini';
import { ITEM_KINDS } from './model';
import { check, mistakeIn, oneOf, wholeNumberTo, type ValueMistake } from './setting-shapes';
import { CHOICE_KEYS, highlightChoiceSchema } from './highlight-choice';
import { locationsSchema, typesSchema } from './service-words';
import { textTests } from './text-tests';

/**
 * A rule: the items that it matches (`when`) and what is different for their notes (`then`). The first
 * matching rule applies, alone. All conditions of `when` must hold; an empty one always does. An empty text
 * in `then` changes nothing.
 */
const AGES = ['saved', 'published', 'lastHighlighted'] as const;
export const FULL_TEXTS = ['off', 'note', 'file'] as const;

const MOST_HIGHLIGHTS = 1_000_000;
const MOST_DAYS = 36_500;

const texts = z.optional(z.array(z.string()));
const textTest = z.optional(textTests);

// No part has other keys: a misspelt condition would be ignored, and the rule would match everything.
const tagsSchema = z.strictObject({ any: texts, all: texts, none: texts });

const highlightsSchema = z
  .strictObject({
    min: z.optional(wholeNumberTo(MOST_HIGHLIGHTS)),
    max: z.optional(wholeNumberTo(MOST_HIGHLIGHTS)),
  })
  .check(check(({ min = 0, max = Infinity }) => min <= max, 'min-over-max'));

const ageSchema = z
  .strictObject({
    olderThanDays: z.optional(wholeNumberTo(MOST_DAYS)),
    newerThanDays: z.optional(wholeNumberTo(MOST_DAYS)),
    /** Which date of the item counts; `saved` by default. */
    of: z.optional(oneOf(AGES)),
  })
  .check(
    check(
      ({ olderThanDays = -1, newerThanDays = Infinity }) => olderThanDays < newerThanDays,
      'no-age-between',
    ),
  );

const whenSchema = z.strictObject({
  kinds: z.optional(z.array(oneOf(ITEM_KINDS))),
  categories: z.optional(typesSchema),
  locations: z.optional(locationsSchema),
  sources: texts,
  tags: z.optional(tagsSchema),
  author: textTest,
  title: textTest,
  site: textTest,
  highlights: z.optional(highlightsSchema),
  favorites: z.optional(z.boolean()),
  age: z.optional(ageSchema),
});

const thenSchema = z.strictObject({
  leaveOut: z.optional(z.literal(true, 'only-true')),
  folder: z.optional(z.string()),
  fileName: z.optional(z.string()),
  template: z.optional(z.string()),
  fullText: z.optional(oneOf(FULL_TEXTS)),
  notePerHighlight: z.optional(z.boolean()),
  /** In place of that of the settings. */
  highlights: z.optional(highlightChoiceSchema),
});

const ruleSchema = z.looseObject({
  name: z.optional(z.string()),
  enabled: z._default(z.boolean(), true),
  when: whenSchema,
  then: thenSchema,
});
export type Rule = Readonly<z.infer<typeof ruleSchema>>;

/** The rules as a key of the settings; `parseRules` reports their problems. */
export const rulesSchema = z.array(ruleSchema);

/** What each part of a rule may hold, by its path. */
export const RULE_KEYS: Readonly<Record<string, readonly string[]>> = {
  when: Object.keys(whenSchema.shape),
  'when.tags': Object.keys(tagsSchema.shape),
  'when.highlights': Object.keys(highlightsSchema.shape),
  'when.age': Object.keys(ageSchema.shape),
  then: Object.keys(thenSchema.shape),
  ...Object.fromEntries(Object.entries(CHOICE_KEYS).map(([key, names]) => [`then.highlights${key}`, names])),
};

/** Where a rule stands in its list, with its name; the index is null when the value is no list of rules. */
export interface RulePlace {
  readonly index: number | null;
  readonly name: string;
}

export interface RuleProblem {
  /** The path within the rule, such as `when.title`; empty for the rule as a whole. */
  readonly key: string;
  readonly mistake: ValueMistake;
  readonly rule: RulePlace;
}

export type RulesResult =
  | { readonly ok: true; readonly rules: readonly Rule[] }
  | { readonly ok: false; readonly problems: readonly RuleProblem[] };

/** Reads rules from parsed JSON; `undefined` and `null` are no rules. */
export function parseRules(value: unknown): RulesResult {
  const result = rulesSchema.safeParse(value ?? [], { reportInput: true });
  if (result.success) return { ok: true, rules: result.data };
  const problems = result.error.issues.map((issue) => ruleProblem(issue.path, mistakeIn(issue), value));
  return { ok: false, problems };
}

const namedSchema = z.looseObject({ name: z.string() });

/** A mistake at a path within the list of rules. `rules` is the value that was parsed. */
export function ruleProblem(
  [rule, ...keys]: readonly PropertyKey[],
  mistake: ValueMistake,
  rules: unknown,
): RuleProblem {
  const index = typeof rule === 'number' ? rule : null;
  const named = namedSchema.safeParse(index !== null && Array.isArray(rules) ? rules[index] : undefined);
  const name = named.success ? named.data.name.trim() : '';
  return { key: keys.map(String).join('.'), mistake, rule: { index, name } };
}
