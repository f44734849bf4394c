import * as fc from 'fast-check';
import type { ItemFacts } from '../../../src/notes/rules/item-facts';
import { CatchCounter, compileRules, ruleFor } from '../../../src/notes/rules/match-rules';
import type { Rule } from '../../../src/model/rule-schema';
import { HISTORIES } from '../../property/runs';
import { anyFacts, anyRule, ruleOf, rulesOf, someFacts } from './some-facts';

const today = '2026-05-10';
const isMet = (when: object, facts: Partial<ItemFacts> = {}): boolean =>
  ruleFor({ facts: someFacts(facts), rules: compileRules([ruleOf({ when })]), today }) !== null;

describe('ruleFor', () => {
  it.each([
    [{}, true],
    [
      {
        kinds: [],
        categories: [''],
        tags: { any: [], all: [' '], none: [] },
        author: '',
        title: ' ',
        highlights: {},
        age: {},
      },
      true,
    ],
    [{ kinds: ['book', 'article'] }, true],
    [{ kinds: ['book'] }, false],
    [{ categories: ['Articles'] }, true],
    [{ categories: ['article'] }, true],
    [{ categories: ['books', 'rss'] }, false],
    [{ locations: [' Later '] }, true],
    [{ locations: ['archive'] }, false],
    [{ sources: ['Reader-Web-App'] }, true],
    [{ sources: ['reader'] }, false],
    [{ tags: { any: ['WORK', 'x'] } }, true],
    [{ tags: { any: ['x'] } }, false],
    [{ tags: { all: ['#work', 'Machine-Learning'] } }, true],
    [{ tags: { all: ['work', 'x'] } }, false],
    [{ tags: { none: ['x'] } }, true],
    [{ tags: { none: ['x', 'work'] } }, false],
    [{ tags: { any: ['work'], none: ['machine learning'] } }, false],
    [{ author: 'emile' }, true],
    [{ author: 'emile*' }, true],
    [{ author: ['Tolstoy', '*zola'] }, true],
    [{ author: ['Tolstoy', 'zola*'] }, false],
    [{ author: ['', ' '] }, true],
    [{ author: [] }, true],
    [{ title: ['death', ''] }, false],
    [{ author: 'Tolstoy' }, false],
    [{ title: 'shortness' }, true],
    [{ title: 'shortness*' }, false],
    [{ site: 'stoic' }, true],
    [{ site: '*.example.org' }, true],
    [{ site: 'example.com' }, false],
    [{ highlights: { min: 3, max: 3 } }, true],
    [{ highlights: { min: 4 } }, false],
    [{ highlights: { max: 2 } }, false],
    [{ favorites: false }, true],
    [{ favorites: true }, false],
    [{ age: { newerThanDays: 10 } }, true],
    [{ age: { olderThanDays: 10 } }, false],
    [{ kinds: ['article'], tags: { any: ['work'] }, title: 'life', favorites: true }, false],
  ])('should, asked whether %j is met, say %s', (when, expected) => {
    expect(isMet(when)).toBe(expected);
  });

  it('should ask an empty text when an item has no author', () => {
    expect(isMet({ author: '*' }, { authors: [] })).toBe(true);
    expect(isMet({ author: '?*' }, { authors: [] })).toBe(false);
  });

  it('should tell tags apart when no letter of them could stand in a note', () => {
    expect(isMet({ tags: { any: ['!!'] } }, { tags: ['!!'] })).toBe(true);
    expect(isMet({ tags: { any: ['??'] } }, { tags: ['!!'] })).toBe(false);
  });

  it('should be the first that matches when several do', () => {
    const rules = rulesOf([
      { name: 'off', enabled: false, when: {}, then: {} },
      { name: 'no', when: { kinds: ['book'] }, then: {} },
      { name: 'first', when: { kinds: ['article'] }, then: {} },
      { name: 'second', when: {}, then: {} },
    ]);
    expect(ruleFor({ facts: someFacts(), rules: compileRules(rules), today })?.name).toBe('first');
    expect(ruleFor({ facts: someFacts(), rules: compileRules([]), today })).toBeNull();
  });

  it('should be what a naive reading of the rules says when they are any', () => {
    fc.assert(
      fc.property(
        fc.array(anyRule, { maxLength: 4 }),
        anyFacts,
        fc.constantFrom('2026-01-05', '2026-01-15', '2026-01-25'),
        (given, facts, day) => {
          const rules = rulesOf(given);
          expect(ruleFor({ facts, rules: compileRules(rules), today: day })).toBe(
            rules.find((rule) => naivelyMatches(rule, facts, day)) ?? null,
          );
        },
      ),
      HISTORIES,
    );
  });
});

describe('CatchCounter', () => {
  it('should count each item once, and what earlier rules take from later ones, when rules overlap', () => {
    const rules = rulesOf([
      { name: 'books', when: { kinds: ['book'] }, then: {} },
      { name: 'off', enabled: false, when: {}, then: {} },
      { name: 'long', when: { highlights: { min: 3 } }, then: {} },
    ]);
    const counter = new CatchCounter({ rules: compileRules(rules), today });
    for (const facts of [
      { kind: 'book' as const },
      { kind: 'book' as const, highlightCount: 1 },
      {},
      { highlightCount: 0 },
    ])
      counter.take(someFacts(facts));
    const counts = counter.counts();
    expect(counts.rules.map(({ rule, caught, matched }) => [rule.name, caught, matched])).toEqual([
      ['books', 2, 2],
      ['off', 0, 0],
      ['long', 1, 2],
    ]);
    expect(counts.uncaught).toBe(1);
  });

  it('should count as ruleFor decides when rules and items are any', () => {
    fc.assert(
      fc.property(
        fc.array(anyRule, { maxLength: 4 }),
        fc.array(anyFacts, { maxLength: 8 }),
        (given, library) => {
          const rules = rulesOf(given);
          const compiled = compileRules(rules);
          const counter = new CatchCounter({ rules: compiled, today: '2026-01-15' });
          for (const facts of library) counter.take(facts);
          const decided = library.map((facts) => ruleFor({ facts, rules: compiled, today: '2026-01-15' }));
          const alone = rules.map(
            (rule) =>
              library.filter(
                (facts) => ruleFor({ facts, rules: compileRules([rule]), today: '2026-01-15' }) !== null,
              ).length,
          );
          expect(counter.counts()).toEqual({
            rules: rules.map((rule, index) => ({
              rule,
              caught: decided.filter((each) => each === rule).length,
              matched: alone[index],
            })),
            uncaught: decided.filter((each) => each === null).length,
          });
        },
      ),
      HISTORIES,
    );
  });
});

/** The same by other means, for the few values that the random cases have. */
function naivelyMatches({ enabled, when }: Rule, facts: ItemFacts, day: string): boolean {
  const { tags = {}, highlights = {}, age = {} } = when;
  const isIn = (list: readonly string[] | undefined, ...values: string[]): boolean =>
    list === undefined || list.length === 0 || list.some((each) => values.includes(each.toLowerCase()));
  const has = (tag: string): boolean => facts.tags.includes(tag);
  const days =
    facts.saved === ''
      ? NaN
      : Math.floor((Date.parse(day) - Date.parse(facts.saved.slice(0, 10))) / 86_400_000);
  return (
    enabled &&
    isIn(when.kinds, facts.kind) &&
    isIn(when.categories, facts.category, `${facts.category}s`) &&
    isIn(when.locations, facts.location) &&
    isIn(when.sources, facts.source) &&
    (tags.any === undefined || tags.any.length === 0 || tags.any.some(has)) &&
    (tags.all ?? []).every(has) &&
    !(tags.none ?? []).some(has) &&
    (facts.authors.length === 0 ? ['', ...facts.authors] : facts.authors).some((author) =>
      naivelyPasses(when.author, author),
    ) &&
    naivelyPasses(when.title, facts.title) &&
    facts.highlightCount >= (highlights.min ?? 0) &&
    facts.highlightCount <= (highlights.max ?? 1000) &&
    (when.favorites === undefined || when.favorites === facts.hasFavorite) &&
    (age.olderThanDays === undefined || days >= age.olderThanDays) &&
    (age.newerThanDays === undefined || days < age.newerThanDays)
  );
}

function naivelyPasses(test: string | readonly string[] | undefined, text: string): boolean {
  if (Array.isArray(test)) return test.some((one: string) => naivelyPasses(one, text));
  const passed: Readonly<Record<string, boolean>> = {
    '': true,
    alpha: text.startsWith('Alpha'),
    'ALPHA*': text.startsWith('Alpha'),
    '*beta': text.endsWith('beta'),
    'Z*': text.startsWith('Z'),
    '*o*': text.includes('o'),
  };
  return passed[String(test ?? '')] ?? false;
}
