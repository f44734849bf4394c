import * as v from 'valibot';
import { ITEM_KINDS } from '../library/item-kind';
import { suggestion } from '../template/problems';
import { inWords, noList, oneOf, wholeNumberTo } from '../setting-shapes';
import { problemWithTextTest } from './text-test';

/**
 * A rule of the settings: which items it catches (`when`), and what is different for their notes (`then`). Rules are read from top
 * to bottom, and the first that matches counts, alone. In `when` all that is said must hold; an empty list, an empty text or
 * nothing at all means "whatever". In `then` an empty text means "as without a rule".
 */
export const AGES = ['saved', 'published', 'lastHighlighted'] as const;
export const FULL_TEXTS = ['off', 'note', 'file'] as const;

type Values = Readonly<Record<string, unknown>>;

/**
 * An object that holds nothing else: a misspelt condition would be none, and the rule would match everything. `contradiction` says
 * what is wrong with its values together; a value that is wrong by itself is told of elsewhere.
 */
const closed = <const Entries extends v.ObjectEntries>(
  entries: Entries,
  contradiction: (values: Values) => string = () => '',
): v.GenericSchema<unknown, v.InferOutput<v.StrictObjectSchema<Entries, undefined>>> =>
  v.pipe(
    noList,
    v.looseObject(entries),
    v.rawCheck(({ dataset, addIssue }) => {
      const values: Values = Object.fromEntries(Object.entries(dataset.value ?? {}));
      for (const message of [unknownKeys(Object.keys(values), Object.keys(entries)), contradiction(values)])
        if (message !== '') addIssue({ message });
    }),
  );

/** Of all of them at once. */
function unknownKeys(held: readonly string[], known: readonly string[]): string {
  const keys = held.filter((key) => !known.includes(key));
  return keys
    .map(
      (key) => `"${key}" is not known here.${suggestion(key, known) || ` It may hold ${known.join(', ')}.`}`,
    )
    .join(' ');
}

const MOST_DAYS = 36_500;
const wholeNumber = (most: number) => v.optional(wholeNumberTo(most));

const words = v.optional(v.array(v.string()));

const textTest = v.pipe(
  v.string(),
  v.check(
    (test) => problemWithTextTest(test) === null,
    ({ input }) => problemWithTextTest(input) ?? '',
  ),
);

const highlightsSchema = closed(
  { min: wholeNumber(1_000_000), max: wholeNumber(1_000_000) },
  ({ min = 0, max = Infinity }) =>
    typeof min === 'number' && typeof max === 'number' && min > max
      ? 'min is more than max, so nothing can match'
      : '',
);

const ageSchema = closed(
  {
    /** From the day on which an item passes this limit. */
    olderThanDays: wholeNumber(MOST_DAYS),
    /** Until the day before. */
    newerThanDays: wholeNumber(MOST_DAYS),
    /** Which of its days counts; `saved` when nothing is said. */
    of: v.optional(oneOf(AGES)),
  },
  ({ olderThanDays: older = -1, newerThanDays: newer = Infinity }) =>
    typeof older === 'number' && typeof newer === 'number' && older >= newer
      ? 'newerThanDays must be more than olderThanDays, or nothing can match'
      : '',
);

const whenSchema = closed({
  kinds: v.optional(v.array(oneOf(ITEM_KINDS))),
  categories: words,
  locations: words,
  sources: words,
  tags: v.optional(closed({ any: words, all: words, none: words })),
  author: v.optional(textTest),
  title: v.optional(textTest),
  site: v.optional(textTest),
  highlights: v.optional(highlightsSchema),
  /** Whether one of its highlights is a favourite. */
  favorites: v.optional(v.boolean()),
  age: v.optional(ageSchema),
});

const thenSchema = closed({
  leaveOut: v.optional(v.literal(true, 'must be true, or not be there')),
  folder: v.optional(v.string()),
  fileName: v.optional(v.string()),
  template: v.optional(v.string()),
  fullText: v.optional(oneOf(FULL_TEXTS)),
  notePerHighlight: v.optional(v.boolean()),
});

const ruleSchema = v.pipe(
  noList,
  v.looseObject({
    name: v.optional(v.string()),
    enabled: v.optional(v.boolean(), true),
    when: whenSchema,
    then: thenSchema,
  }),
);
const rulesListSchema = v.array(ruleSchema);

export type Rule = Readonly<v.InferOutput<typeof ruleSchema>>;

export type RulesResult =
  | { readonly ok: true; readonly rules: readonly Rule[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads rules from parsed JSON; `undefined` and `null` are no rules. Problems name the rule by number and name, and the key. */
export function parseRules(value: unknown): RulesResult {
  const result = v.safeParse(rulesListSchema, value ?? [], { message: inWords });
  if (result.success) return { ok: true, rules: result.output };
  return { ok: false, problems: result.issues.map((issue) => problemText(issue, value)) };
}

const nameIn = v.looseObject({ name: v.string() });

function problemText({ path, message }: v.BaseIssue<unknown>, rules: unknown): string {
  const [number, ...keys] = (path ?? []).map(({ key }) => key);
  if (typeof number !== 'number') return `The rules: ${message}`;
  const named = v.safeParse(nameIn, Array.isArray(rules) ? rules[number] : undefined);
  const name = named.success && named.output.name.trim() !== '' ? ` "${named.output.name.trim()}"` : '';
  return `Rule ${number + 1}${name}: ${keys.length === 0 ? '' : `${keys.join('.')}: `}${message}`;
}

/** Rules as a key of the settings: one issue for each problem, with `parseRules`' words. */
export const rulesSchema = v.pipe(
  v.optional(v.unknown(), []),
  v.rawTransform(({ dataset, addIssue }): readonly Rule[] => {
    const result = parseRules(dataset.value);
    if (result.ok) return result.rules;
    for (const message of result.problems) addIssue({ message });
    return [];
  }),
);
