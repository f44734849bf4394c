import * as z from 'zod/mini';
import { ITEM_KINDS } from './model';
import { oneOf, problemInWords, wholeNumberTo } from './setting-shapes';
import { suggestion } from './text';
import { problemWithTextTest } from './text';

/**
 * A rule: the items that it matches (`when`) and what is different for their notes (`then`). The first
 * matching rule applies, alone. All conditions of `when` must hold; an empty one always does. An empty text
 * in `then` changes nothing.
 */
const AGES = ['saved', 'published', 'lastHighlighted'] as const;
export const FULL_TEXTS = ['off', 'note', 'file'] as const;

/** Refuses other keys: a misspelt condition would be ignored, and the rule would match everything. */
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

const texts = z.optional(z.array(z.string()));
/** One text test, or a list of which one must pass. */
const textTest = z.optional(
  z.union([z.string(), z.array(z.string())], 'must be text or a list of texts').check(({ value, issues }) => {
    const isList = typeof value !== 'string';
    for (const [index, test] of (isList ? value : [value]).entries()) {
      const message = problemWithTextTest(test);
      if (message !== null)
        issues.push({ code: 'custom', message, input: test, path: isList ? [index] : [] });
    }
  }),
);

const highlightsSchema = closed({
  min: z.optional(wholeNumberTo(MOST_HIGHLIGHTS)),
  max: z.optional(wholeNumberTo(MOST_HIGHLIGHTS)),
}).check(z.refine(({ min = 0, max = Infinity }) => min <= max, 'min is more than max, so nothing can match'));

const ageSchema = closed({
  olderThanDays: z.optional(wholeNumberTo(MOST_DAYS)),
  newerThanDays: z.optional(wholeNumberTo(MOST_DAYS)),
  /** Which date of the item counts; `saved` by default. */
  of: z.optional(oneOf(AGES)),
}).check(
  z.refine(
    ({ olderThanDays = -1, newerThanDays = Infinity }) => olderThanDays < newerThanDays,
    'newerThanDays must be more than olderThanDays, or nothing can match',
  ),
);

const whenSchema = closed({
  kinds: z.optional(z.array(oneOf(ITEM_KINDS))),
  categories: texts,
  locations: texts,
  sources: texts,
  tags: z.optional(closed({ any: texts, all: texts, none: texts })),
  author: textTest,
  title: textTest,
  site: textTest,
  highlights: z.optional(highlightsSchema),
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

/** The rules as a key of the settings; `parseRules` reports their problems. */
export const rulesSchema = z.array(ruleSchema);

export interface RuleProblem {
  /** The index of the rule; null when the value is no list of rules. */
  readonly rule: number | null;
  /** The path within the rule, such as `when.title`; empty for the rule as a whole. */
  readonly key: string;
  /** Follows the key: `must be text`. */
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

/** A problem as text with the number and name of the rule. `rules` is the value that was parsed. */
export function ruleProblemInWords({ rule, key, message }: RuleProblem, rules: unknown): string {
  if (rule === null) return `The rules: ${message}`;
  const named = namedSchema.safeParse(Array.isArray(rules) ? rules[rule] : undefined);
  const name = named.success ? named.data.name.trim() : '';
  const which = name === '' ? `Rule ${rule + 1}` : `Rule ${rule + 1} "${name}"`;
  return key === '' ? `${which}: ${message}` : `${which}: ${key}: ${message}`;
}
