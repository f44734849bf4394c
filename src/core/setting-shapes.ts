import * as v from 'valibot';
import { isGroup } from './is-object';

/** One of a few words; the problem names them all. */
export const oneOf = <const Choice extends string>(choices: readonly Choice[]) =>
  v.picklist(choices, `must be ${choices.map((choice) => `"${choice}"`).join(' or ')}`);

const mustBe = (shape: string, input: unknown): string =>
  input === undefined ? 'is missing' : `must be ${shape}`;

/** Stands before what is read as an object: the library would take a list for one. */
export const noList = v.custom<unknown>(isGroup, ({ input }) => mustBe('an object', input));

/** A number that can be written in JSON. */
export const finite = v.custom<number>(Number.isFinite, 'must be a number');

export const wholeNumberTo = (most: number) =>
  v.pipe(
    finite,
    v.check(
      (value) => Number.isInteger(value) && value >= 0 && value <= most,
      `must be a whole number from 0 to ${most}`,
    ),
  );

/** What a value may hold, in words for a person. */
const SHAPES: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  string: 'text',
  Array: 'a list',
};

/** The problem with a value, where its schema has no words of its own. */
export const inWords = ({ input, expected }: v.BaseIssue<unknown>): string =>
  mustBe(SHAPES[expected ?? ''] ?? String(expected), input);
