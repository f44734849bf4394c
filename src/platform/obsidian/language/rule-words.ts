import type { Rule } from '../../../core/rules/rule-schema';
import { readTextTest } from '../../../core/rules/text-test';
import type { Messages } from './messages';
import type { Speech } from './speech';
import type { Counting, Spoken } from './spoken';

type Phrases = Spoken<Messages['ruleSays']>;
type List = readonly string[] | undefined;

export interface RuleLanguage {
  readonly phrases: Phrases;
  readonly speech: Speech;
  /** What the service's words for places and categories are called. */
  readonly places: Readonly<Record<string, string>>;
  readonly categories: Readonly<Record<string, string>>;
  readonly templateName: (choice: string) => string;
}

const TEXTS = ['author', 'title', 'site'] as const;

/** Says rules as people do, phrase by phrase, in the language of the app. */
export class RuleWords {
  constructor(private readonly language: RuleLanguage) {}

  /** As `Articles tagged work or ai, newer than 30 days → folder Work, template study`. The rule's name is not in it. */
  describe({ enabled, when, then }: Rule): string {
    const { phrases, speech } = this.language;
    const said = speech.fill(phrases.says, { what: this.what(when), then: speech.list(this.results(then)) });
    return capitalized(enabled ? said : speech.fill(phrases.off, { rule: said }));
  }

  private what({ kinds = [], ...when }: Rule['when']): string {
    const { phrases, speech } = this.language;
    const subject =
      kinds.length === 0
        ? phrases.everything
        : speech.joined(
            kinds.map((kind) => phrases.kinds[kind]),
            'conjunction',
          );
    const conditions = this.conditions(when);
    return conditions.length === 0
      ? subject
      : speech.fill(phrases.some, { kinds: subject, conditions: speech.list(conditions) });
  }

  private conditions(when: Rule['when']): readonly string[] {
    const { phrases, places, categories } = this.language;
    const { tags = {}, favorites } = when;
    return [
      ...this.either(phrases.category, when.categories, categories),
      ...this.either(phrases.location, when.locations, places),
      ...this.either(phrases.source, when.sources),
      ...this.either(phrases.tagsAny, tags.any),
      ...this.allTags(tags.all),
      ...this.either(phrases.tagsNone, tags.none),
      ...TEXTS.flatMap((of) => this.text(of, when[of] ?? '')),
      ...this.highlights(when.highlights),
      ...(favorites === undefined ? [] : [favorites ? phrases.favorite : phrases.noFavorite]),
      ...this.age(when.age),
    ];
  }

  private either(
    message: string,
    list: List,
    names: Readonly<Record<string, string>> = {},
  ): readonly string[] {
    const { speech } = this.language;
    const named = filled(list).map((word) => (Object.hasOwn(names, word) ? (names[word] ?? word) : word));
    return named.length === 0 ? [] : [speech.fill(message, { list: speech.joined(named, 'disjunction') })];
  }

  private allTags(list: List): readonly string[] {
    const { phrases, speech } = this.language;
    const tags = filled(list);
    return tags.length === 0
      ? []
      : [phrases.tagsAll(tags.length, { list: speech.joined(tags, 'conjunction') })];
  }

  private text(of: (typeof TEXTS)[number], text: string): readonly string[] {
    const { phrases, speech } = this.language;
    const { kind } = readTextTest(text);
    // What cannot be read is not saved.
    return kind === 'anything' || kind === 'mistake' ? [] : [speech.fill(phrases[kind][of], { text })];
  }

  private highlights({ min = 0, max }: NonNullable<Rule['when']['highlights']> = {}): readonly string[] {
    const { phrases } = this.language;
    if (max === 0) return [phrases.noHighlights];
    if (max === undefined) return min === 0 ? [] : [phrases.least(min)];
    if (min === 0) return [phrases.most(max)];
    return [min === max ? phrases.exactly(max) : phrases.range(max, { min })];
  }

  private age({
    olderThanDays,
    newerThanDays,
    of = 'saved',
  }: NonNullable<Rule['when']['age']> = {}): readonly string[] {
    const { phrases } = this.language;
    const said = (message: Counting, days: number | undefined): readonly string[] =>
      days === undefined ? [] : [message(days)];
    return [...said(phrases.older[of], olderThanDays), ...said(phrases.newer[of], newerThanDays)];
  }

  private results({
    leaveOut,
    folder = '',
    fileName = '',
    template = '',
    fullText,
    notePerHighlight,
  }: Rule['then']): readonly string[] {
    const { phrases, speech, templateName } = this.language;
    if (leaveOut === true) return [phrases.leaveOut];
    const named = (message: string, name: string): readonly string[] =>
      name === '' ? [] : [speech.fill(message, { name })];
    const results = [
      ...named(phrases.folder, folder),
      ...named(phrases.fileName, fileName),
      ...named(phrases.template, templateName(template)),
      ...(fullText === undefined ? [] : [phrases.fullText[fullText]]),
      ...(notePerHighlight === undefined ? [] : [notePerHighlight ? phrases.each : phrases.together]),
    ];
    return results.length === 0 ? [phrases.nothing] : results;
  }
}

const filled = (list: List = []): readonly string[] =>
  list.map((word) => word.trim()).filter((word) => word !== '');

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
