import * as fc from 'fast-check';
import type { ItemFacts } from '../../../src/notes/rules/item-facts';
import { parseRules, type Rule } from '../../../src/model/rule-schema';

export const someFacts = (given: Partial<ItemFacts> = {}): ItemFacts => ({
  kind: 'article',
  category: 'article',
  location: 'later',
  source: 'reader-web-app',
  tags: ['work', 'machine learning'],
  title: 'On the Shortness of Life',
  authors: ['Lucius Seneca & Émile Zola', 'Lucius Seneca', 'Émile Zola'],
  sites: ['The Stoic Blog', 'blog.example.org'],
  highlightCount: 3,
  hasFavorite: false,
  saved: '2026-05-01T22:30:00.000Z',
  published: '2026-01-31',
  lastHighlighted: '',
  ...given,
});

/** Rules as they are after their way through the settings. */
export function rulesOf(value: unknown): readonly Rule[] {
  const parsed = parseRules(value);
  if (!parsed.ok) throw new Error(parsed.problems.map(({ mistake }) => mistake.code).join('\n'));
  return parsed.rules;
}

export const ruleOf = (rule: object): Rule => {
  const [first] = rulesOf([{ when: {}, then: {}, ...rule }]);
  if (first === undefined) throw new Error('There is no rule.');
  return first;
};

const TAGS = ['work', 'ai', 'Été'];
const SAVED = ['', '2026-01-01', '2026-01-09T23:59:59.999Z', '2026-01-10T00:00:00.000Z', '2026-01-20'];

/** Few values of each kind, so that rules and items meet. */
export const anyFacts: fc.Arbitrary<ItemFacts> = fc
  .record({
    kind: fc.constantFrom('book', 'article', 'video'),
    category: fc.constantFrom('book', 'article', 'epub'),
    location: fc.constantFrom('', 'later', 'archive'),
    source: fc.constantFrom('kindle', 'reader'),
    tags: fc.subarray(TAGS),
    title: fc.constantFrom('', 'Alpha', 'Alpha beta'),
    authors: fc.subarray(['Zola', 'Émile']),
    highlightCount: fc.nat(3),
    hasFavorite: fc.boolean(),
    saved: fc.constantFrom(...SAVED),
  })
  .map((facts) => someFacts(facts as Partial<ItemFacts>));

const tagList = fc.option(fc.subarray(TAGS), { nil: undefined });
const text = fc.constantFrom('', 'alpha', 'ALPHA*', '*beta', ['Z*', '*o*']);

const conditions: fc.Arbitrary<object> = fc.oneof(
  fc.record({ kinds: fc.subarray(['book', 'article', 'video']) }),
  fc.record({ categories: fc.subarray(['books', 'article', 'EPUB']) }),
  fc.record({ locations: fc.subarray(['later', 'archive']) }),
  fc.record({ sources: fc.subarray(['kindle', 'Reader']) }),
  fc.record({ tags: fc.record({ any: tagList, all: tagList, none: tagList }, { requiredKeys: [] }) }),
  fc.record({ author: text }),
  fc.record({ title: text }),
  fc.record({
    highlights: fc.record({ min: fc.nat(2), max: fc.integer({ min: 2, max: 4 }) }, { requiredKeys: [] }),
  }),
  fc.record({ favorites: fc.boolean() }),
  fc.record({
    age: fc.record(
      { olderThanDays: fc.constantFrom(0, 5, 9), newerThanDays: fc.constantFrom(10, 20) },
      { requiredKeys: [] },
    ),
  }),
);

/** JSON of a rule, as a person may have written it: of few conditions, so that many are met. */
export const anyRule: fc.Arbitrary<object> = fc.record({
  enabled: fc.option(fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)), {
    nil: undefined,
  }),
  when: fc
    .array(conditions, { maxLength: 3 })
    .map((parts) => parts.reduce<object>((when, part) => ({ ...when, ...part }), {})),
  then: fc.constant({}),
});
