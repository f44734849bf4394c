import { unwantedTexts, type HighlightChoice } from '../../../model/highlight-choice';
import type { Rule } from '../../../model/rule-schema';
import { CHOICE_SENTENCE, KINDLE_LIMIT, RULE_SENTENCE } from '../../strings/rule-strings';

const { when: WHEN, then: THEN } = RULE_SENTENCE;

type Texts = readonly string[];

/** A rule as a sentence: which items it matches, and what is different for them. */
export function ruleSentence(rule: Rule): string {
  const sentence = RULE_SENTENCE.whole(conditionsOf(rule.when), changesOf(rule.then));
  return rule.enabled ? sentence : `${RULE_SENTENCE.off} ${sentence}`;
}

function conditionsOf(when: Rule['when']): Texts {
  const { kinds, categories, locations, tags = {}, title, author, site, sources } = when;
  return [
    ...filled(kinds, WHEN.kinds),
    ...filled(categories, WHEN.categories),
    ...filled(locations, WHEN.locations),
    ...filled(tags.any, WHEN.anyTag),
    ...filled(tags.all, WHEN.allTags),
    ...filled(tags.none, WHEN.noTag),
    ...filled(title, WHEN.title),
    ...filled(author, WHEN.author),
    ...filled(site, WHEN.site),
    ...filled(sources, WHEN.sources),
    ...highlightsOf(when),
    ...favoritesOf(when),
    ...ageOf(when),
  ];
}

/** Nothing where there is no value. */
function filled(value: string | Texts | undefined, phrase: (texts: Texts) => string): Texts {
  const texts = [value ?? []].flat().filter((text) => text !== '');
  return texts.length === 0 ? [] : [phrase(texts)];
}

function highlightsOf({ highlights: { min, max } = {} }: Rule['when']): Texts {
  if (min !== undefined && max !== undefined) return [WHEN.between(min, max)];
  if (min !== undefined) return [WHEN.atLeast(min)];
  return max === undefined ? [] : [WHEN.atMost(max)];
}

function favoritesOf({ favorites }: Rule['when']): Texts {
  if (favorites === undefined) return [];
  return [favorites ? WHEN.favorite : WHEN.noFavorite];
}

function ageOf({ age: { olderThanDays, newerThanDays, of = 'saved' } = {} }: Rule['when']): Texts {
  return [
    ...(olderThanDays === undefined ? [] : [WHEN.older(olderThanDays, of)]),
    ...(newerThanDays === undefined ? [] : [WHEN.newer(newerThanDays, of)]),
  ];
}

function changesOf({ leaveOut, folder = '', fileName = '', template = '', ...then }: Rule['then']): Texts {
  const { fullText, notePerHighlight, highlights } = then;
  const changes = [
    ...(leaveOut === true ? [THEN.leaveOut] : []),
    ...(folder === '' ? [] : [THEN.folder(folder)]),
    ...(fileName === '' ? [] : [THEN.fileName(fileName)]),
    ...(template === '' ? [] : [THEN.template(template)]),
    ...(fullText === undefined ? [] : [THEN.fullText[fullText]]),
    ...(notePerHighlight === undefined
      ? []
      : [notePerHighlight ? THEN.highlightNotes : THEN.noHighlightNotes]),
    ...(highlights === undefined ? [] : [THEN.highlights(choiceText(highlights))]),
  ];
  return changes.length === 0 ? [THEN.nothing] : changes;
}

/** A choice of highlights in words. */
export function choiceText(choice: HighlightChoice): string {
  const { any = {}, none = {} } = choice;
  const only = [
    ...(any.favorites === true ? [CHOICE_SENTENCE.favorites] : []),
    ...(any.withNote === true ? [CHOICE_SENTENCE.withNote] : []),
    ...filled(any.tags, CHOICE_SENTENCE.tags),
    ...filled(any.colors, CHOICE_SENTENCE.colors),
  ];
  const texts = unwantedTexts(choice);
  const parts = [
    only.length === 0 ? CHOICE_SENTENCE.all : CHOICE_SENTENCE.only(only),
    ...filled(none.tags, CHOICE_SENTENCE.noTag),
    ...filled(
      texts.filter((text) => text !== KINDLE_LIMIT),
      CHOICE_SENTENCE.noText,
    ),
    ...(texts.includes(KINDLE_LIMIT) ? [CHOICE_SENTENCE.noLimit] : []),
  ];
  return parts.join(', ');
}
