import * as z from 'zod/mini';
import { actionTagsOf, headingLevelOf } from './action-tags';
import type { ItemHighlight } from './model';
import { colorsSchema } from './service-words';
import { foldText, passesTextTest, readTextTest } from './text';
import { textTests } from './text-tests';

const words = z.optional(z.array(z.string()));
const isOn = z.optional(z.literal(true, 'only-true'));

const anySchema = z.strictObject({
  tags: words,
  favorites: isOn,
  withNote: isOn,
  colors: z.optional(colorsSchema),
});
const noneSchema = z.strictObject({ tags: words, texts: z.optional(textTests) });

/**
 * Which highlights of an item are in its notes: those that meet one condition of `any`, or all where it has none,
 * but for those that meet one of `none`. A heading meets no condition of `any`: it is there with what is below it.
 */
export const highlightChoiceSchema = z.strictObject({
  any: z.optional(anySchema),
  none: z.optional(noneSchema),
});
export type HighlightChoice = Readonly<z.infer<typeof highlightChoiceSchema>>;

/** What each part of a choice may hold, by its path. */
export const CHOICE_KEYS: Readonly<Record<string, readonly string[]>> = {
  '': Object.keys(highlightChoiceSchema.shape),
  '.any': Object.keys(anySchema.shape),
  '.none': Object.keys(noneSchema.shape),
};

/** The texts that a highlight must not have; the file may hold one by itself. */
export const unwantedTexts = ({ none }: HighlightChoice): readonly string[] => [none?.texts ?? []].flat();

type Test = (highlight: ItemHighlight) => boolean;

interface Tests {
  readonly isWanted: Test;
  readonly isUnwanted: Test;
}

const compiled = new WeakMap<HighlightChoice, Tests | null>();

/** Those highlights of an item that a choice has. A heading stays while a passage of its chapter does. */
export function chosenOf(
  highlights: readonly ItemHighlight[],
  choice: HighlightChoice,
): readonly ItemHighlight[] {
  const tests = testsOf(choice);
  if (tests === null) return highlights;
  const chosen: ItemHighlight[] = [];
  // From the last one up: a heading of a lower level than this has a chosen passage in its chapter.
  let level = 0;
  for (const highlight of [...highlights].reverse()) {
    const ownLevel = headingLevelOf(highlight);
    const isWanted = ownLevel === null ? tests.isWanted(highlight) : ownLevel < level;
    const isChosen = isWanted && !tests.isUnwanted(highlight);
    if (isChosen) chosen.push(highlight);
    if (ownLevel !== null) level = Math.min(level, ownLevel);
    else if (isChosen) level = Infinity;
  }
  return chosen.reverse();
}

/** Null where a choice has all highlights. */
function testsOf(choice: HighlightChoice): Tests | null {
  const known = compiled.get(choice);
  if (known !== undefined) return known;
  const tests = compile(choice);
  compiled.set(choice, tests);
  return tests;
}

function compile(choice: HighlightChoice): Tests | null {
  const { any = {}, none = {} } = choice;
  const wanted: readonly Test[] = [
    ...taggedWith(any.tags),
    ...(any.favorites === true ? [({ favorite }: ItemHighlight) => favorite] : []),
    ...(any.withNote === true ? [hasNote] : []),
    ...colored(any.colors),
  ];
  const unwanted: readonly Test[] = [...taggedWith(none.tags), ...saying(unwantedTexts(choice))];
  if (wanted.length + unwanted.length === 0) return null;
  return {
    isWanted: (highlight) => wanted.length === 0 || wanted.some((test) => test(highlight)),
    isUnwanted: (highlight) => unwanted.some((test) => test(highlight)),
  };
}

/** Action tags alone, such as `.c1`, are no note. */
const hasNote: Test = (highlight) => actionTagsOf(highlight).note.trim() !== '';

/** Tags are the same with blanks or dashes, as in notes. */
const tagKey = (tag: string): string => foldText(tag.trim().replace(/^#/, '')).replace(/\s+/g, '-');

const filled = (texts: readonly string[] = []): readonly string[] =>
  texts.filter((text) => text.trim() !== '');

function taggedWith(tags: readonly string[] | undefined): readonly Test[] {
  const keys = new Set(filled(tags).map(tagKey));
  return keys.size === 0 ? [] : [(highlight) => highlight.tags.some((tag) => keys.has(tagKey(tag)))];
}

function colored(colors: readonly string[] | undefined): readonly Test[] {
  const keys = new Set(filled(colors).map((color) => foldText(color.trim())));
  return keys.size === 0 ? [] : [({ color }) => keys.has(foldText(color))];
}

/** A text whose lines may break anywhere. */
const evenlySpaced = (text: string): string => text.replace(/\s+/g, ' ');

function saying(texts: readonly string[]): readonly Test[] {
  const read = filled(texts).map((text) => readTextTest(evenlySpaced(text)));
  if (read.length === 0) return [];
  return [
    ({ text }) => {
      const folded = foldText(evenlySpaced(text));
      return read.some((test) => passesTextTest(test, folded));
    },
  ];
}
