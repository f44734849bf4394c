import { refuse, text, type Rule } from './rules';

/** Text of at most so many characters. The service counts characters, not UTF-16 units. */
export const characters =
  (limit: number): Rule<string> =>
  (value, place) => {
    text(value, place);
    const actual = typeof value === 'string' && value.length > limit ? [...value].length : 0;
    if (actual > limit)
      refuse(place, {
        limit,
        actual,
        problem: `may have at most ${String(limit)} characters, but has ${String(actual)}`,
      });
  };

/** As `characters`, and not empty. */
export const someCharacters =
  (limit: number): Rule<string> =>
  (value, place) => {
    if (typeof value === 'string' && value.trim() === '')
      refuse(place, { limit: 'not empty', actual: 0, problem: 'must not be empty' });
    characters(limit)(value, place);
  };
