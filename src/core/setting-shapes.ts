import * as z from 'zod/mini';

/** One of a few words; the problem names them all. */
export const oneOf = <const Choice extends string>(choices: readonly Choice[]) => z.enum(choices, `must be ${choices.map((choice) => `"${choice}"`).join(' or ')}`);

/** What a value may hold, in words for a person. */
export const SHAPES: Readonly<Record<string, string>> = { boolean: 'true or false', string: 'text', number: 'a number', array: 'a list', object: 'an object' };
