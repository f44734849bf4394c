import * as z from 'zod/mini';
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
 * but for those that meet one of `none`.
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

const tests = new WeakMap<HighlightChoice, Test | null>();

/** Whether a choice has a highlight; null where it has all of them. */
export function chooses(choice: HighlightChoice): Test | null {
  const known = tests.get(choice);
  if (known !== undefined) return known;
  const test = compiled(choice);
  tests.set(choice, test);
  return test;
}

function compiled(choice: HighlightChoice): Test | null {
  const { any = {}, none = {} } = choice;
  const wanted: readonly Test[] = [
    ...taggedWith(any.tags),
    ...(any.favorites === true ? [({ favorite }: ItemHighlight) => favorite] : []),
    ...(any.withNote === true ? [({ note }: ItemHighlight) => note.trim() !== ''] : []),
    ...colored(any.colors),
  ];
  const unwanted: readonly Test[] = [...taggedWith(none.tags), ...saying(unwantedTexts(choice))];
  if (wanted.length + unwanted.length === 0) return null;
  return (highlight) =>
    (wanted.length === 0 || wanted.some((test) => test(highlight))) &&
    !unwanted.some((test) => test(highlight));
}

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

function saying(texts: readonly string[]): readonly Test[] {
  const read = filled(texts).map(readTextTest);
  if (read.length === 0) return [];
  return [
    ({ text }) => {
      const folded = foldText(text);
      return read.some((test) => passesTextTest(test, folded));
    },
  ];
}
