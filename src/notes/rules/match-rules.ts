import { categoryWord } from '../template/item-fields';
import { obsidianTag } from '../template/property-value';
import type { ItemFacts } from './item-facts';
import type { Rule } from '../../model/rule-schema';
import { foldText, passesTextTest, readTextTest } from '../../model/text';

type When = Rule['when'];

/** An item prepared for conditions: every text is folded once for all rules. */
interface Candidate {
  readonly facts: ItemFacts;
  /** The current day, `YYYY-MM-DD`. */
  readonly today: string;
  readonly category: string;
  readonly location: string;
  readonly source: string;
  readonly tags: ReadonlySet<string>;
  readonly titles: readonly string[];
  readonly authors: readonly string[];
  readonly sites: readonly string[];
}

type Condition = (candidate: Candidate) => boolean;

/** A tag as it appears in the note, so that "machine learning" and "#Machine-Learning" are equal. */
const tagKey = (tag: string): string => foldText(obsidianTag(tag) || tag.trim());

const candidateOf = (facts: ItemFacts, today: string): Candidate => ({
  facts,
  today,
  category: foldText(facts.category),
  location: foldText(facts.location),
  source: foldText(facts.source),
  tags: new Set(facts.tags.map(tagKey)),
  titles: [foldText(facts.title)],
  authors: facts.authors.map(foldText),
  sites: facts.sites.map(foldText),
});

/** One condition for each test that is set. All must hold. */
function conditionsOf(when: When): readonly Condition[] {
  const { kinds = [], highlights, favorites, age } = when;
  const conditions: Condition[] = [
    ...oneOf(when.categories, ({ category }) => category, categoryKey),
    ...oneOf(when.locations, ({ location }) => location),
    ...oneOf(when.sources, ({ source }) => source),
    ...tagConditions(when.tags ?? {}),
    ...anyText(when.author, ({ authors }) => authors),
    ...anyText(when.title, ({ titles }) => titles),
    ...anyText(when.site, ({ sites }) => sites),
  ];
  if (kinds.length > 0) conditions.push(({ facts }) => kinds.includes(facts.kind));
  if (highlights !== undefined) {
    const { min = 0, max = Infinity } = highlights;
    conditions.push(({ facts }) => facts.highlightCount >= min && facts.highlightCount <= max);
  }
  if (favorites !== undefined) conditions.push(({ facts }) => facts.hasFavorite === favorites);
  if (age !== undefined) conditions.push(({ facts, today }) => hasAge(facts, { age, today }));
  return conditions;
}

/** The normalized entries of a list that are not blank. */
const filled = (words: readonly string[] | undefined, keyOf: (word: string) => string): readonly string[] =>
  (words ?? []).filter((word) => word.trim() !== '').map(keyOf);

const wordKey = (word: string): string => foldText(word.trim());

const categoryKey = (word: string): string => categoryWord(wordKey(word));

function oneOf(
  words: readonly string[] | undefined,
  valueOf: (candidate: Candidate) => string,
  keyOf = wordKey,
): readonly Condition[] {
  const wanted = new Set(filled(words, keyOf));
  return wanted.size === 0 ? [] : [(candidate) => wanted.has(valueOf(candidate))];
}

function tagConditions({ any, all, none }: NonNullable<When['tags']>): readonly Condition[] {
  const [anyOf, allOf, noneOf] = [filled(any, tagKey), filled(all, tagKey), filled(none, tagKey)];
  return [
    ({ tags }) =>
      (anyOf.length === 0 || anyOf.some((tag) => tags.has(tag))) &&
      allOf.every((tag) => tags.has(tag)) &&
      !noneOf.some((tag) => tags.has(tag)),
  ];
}

/** One of the texts must pass one of the tests. Without texts, an empty one is tested. */
function anyText(
  wanted: string | readonly string[] | undefined,
  textsOf: (candidate: Candidate) => readonly string[],
): readonly Condition[] {
  const given = typeof wanted === 'string' ? [wanted] : (wanted ?? []);
  const tests = given.filter((test) => test.trim() !== '').map(readTextTest);
  if (tests.length === 0) return [];
  return [
    (candidate) => {
      const found = textsOf(candidate);
      const texts = found.length === 0 ? [''] : found;
      return texts.some((text) => tests.some((test) => passesTextTest(test, text)));
    },
  ];
}

const DAY_MS = 24 * 60 * 60 * 1000;
const ISO_DAY = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:T|$)/;

/** The day of an ISO 8601 text, counted from 1970, or null. */
function dayNumber(text: string): number | null {
  const [, year, month, day] = ISO_DAY.exec(text) ?? [];
  return year === undefined ? null : Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS;
}

/**
 * Whether the item's age fits on a given day in UTC, so that every device agrees. An item of 1 May is newer
 * than 30 days until 30 May, and older from 31 May on. Without a date, neither holds.
 */
function hasAge(
  facts: ItemFacts,
  { age, today }: { readonly age: NonNullable<When['age']>; readonly today: string },
): boolean {
  const { of = 'saved', olderThanDays, newerThanDays } = age;
  if (olderThanDays === undefined && newerThanDays === undefined) return true;
  const day = dayNumber(facts[of]);
  const now = dayNumber(today);
  if (day === null || now === null) return false;
  return (
    (olderThanDays === undefined || now >= day + olderThanDays) &&
    (newerThanDays === undefined || now < day + newerThanDays)
  );
}

interface CompiledRule {
  readonly rule: Rule;
  readonly conditions: readonly Condition[];
}

export const compileRules = (rules: readonly Rule[]): readonly CompiledRule[] =>
  rules.map((rule) => ({ rule, conditions: conditionsOf(rule.when) }));

/** Disabled rules match nothing. */
const matches = ({ rule, conditions }: CompiledRule, candidate: Candidate): boolean =>
  rule.enabled && conditions.every((holds) => holds(candidate));

/** The first rule that matches an item, or null. `today` (`YYYY-MM-DD`) is for age conditions. */
export function ruleFor(options: {
  readonly facts: ItemFacts;
  readonly rules: readonly CompiledRule[];
  readonly today: string;
}): Rule | null {
  if (options.rules.length === 0) return null;
  const candidate = candidateOf(options.facts, options.today);
  return options.rules.find((each) => matches(each, candidate))?.rule ?? null;
}

/** Whether the rules want something else of an item because the day is another, or did on a day between the two. */
export function wantElseByDay({
  facts,
  rules,
  since,
  today,
}: {
  readonly facts: ItemFacts;
  readonly rules: readonly CompiledRule[];
  readonly since: string;
  readonly today: string;
}): boolean {
  const [first, last] = since < today ? [since, today] : [today, since];
  const between = rules
    .flatMap(({ rule }) => turningDays(rule, facts))
    .filter((day) => day > first && day <= last);
  if (between.length === 0) return false;
  const wantedOn = (day: string): string => JSON.stringify(ruleFor({ facts, rules, today: day })?.then ?? {});
  const before = wantedOn(since);
  return [...between, today].some((day) => wantedOn(day) !== before);
}

/** The days from which on a rule matches an item or does so no more. */
function turningDays({ enabled, when: { age } }: Rule, facts: ItemFacts): readonly string[] {
  const day = age === undefined ? null : dayNumber(facts[age.of ?? 'saved']);
  if (!enabled || day === null) return [];
  return [age?.olderThanDays, age?.newerThanDays].flatMap((days) =>
    days === undefined ? [] : isoDay(day + days),
  );
}

const isoDay = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);

export interface RuleCount {
  readonly rule: Rule;
  /** Items to which this rule applies. */
  readonly caught: number;
  /** Items that it matches, including those caught by an earlier rule. */
  readonly matched: number;
}

export interface CatchCounts {
  /** In the order of the rules, including disabled ones. */
  readonly rules: readonly RuleCount[];
  /** Items that no rule matches. */
  readonly uncaught: number;
}

/** Counts matches item by item, so that a library need not be held in memory. */
export class CatchCounter {
  private readonly counted: { readonly rule: CompiledRule; caught: number; matched: number }[];
  private uncaught = 0;

  constructor(private readonly options: { readonly rules: readonly CompiledRule[]; readonly today: string }) {
    this.counted = options.rules.map((rule) => ({ rule, caught: 0, matched: 0 }));
  }

  take(facts: ItemFacts): void {
    const candidate = candidateOf(facts, this.options.today);
    const matching = this.counted.filter(({ rule }) => matches(rule, candidate));
    for (const one of matching) one.matched += 1;
    const [first] = matching;
    if (first === undefined) this.uncaught += 1;
    else first.caught += 1;
  }

  counts(): CatchCounts {
    const rules = this.counted.map(({ rule, caught, matched }) => ({ rule: rule.rule, caught, matched }));
    return { rules, uncaught: this.uncaught };
  }
}
