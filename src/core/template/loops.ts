import type { HelperTable } from './helper';
import { ownValue, plainText } from './values';
import { isObject } from '../is-object';

/** The entries of a list or of an object, in order; anything else has none. */
function entriesOf(value: unknown): readonly (readonly [key: number | string, value: unknown])[] {
  if (Array.isArray(value)) return value.map((entry: unknown, index) => [index, entry] as const);
  return isObject(value) ? Object.entries(value) : [];
}

/** As Handlebars' own `with` has it: a zero is something. */
const isNothing = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : value !== 0 && !value;

/** Helpers that change what names inside them mean, as Handlebars has them. */
export const LOOP_HELPERS: HelperTable = {
  each: {
    form: 'block',
    least: 1,
    most: 1,
    run: ({ params, body, otherwise }) => {
      const entries = entriesOf(params[0]);
      if (entries.length === 0) return otherwise();
      const last = entries.length - 1;
      return entries
        .map(([key, value], index) =>
          body({
            context: value,
            names: [value, key],
            data: { key, index, first: index === 0, last: index === last },
          }),
        )
        .join('');
    },
  },
  with: {
    form: 'block',
    least: 1,
    most: 1,
    run: ({ params: [value], body, otherwise }) =>
      isNothing(value) ? otherwise() : body({ context: value, names: [value] }),
  },
  lookup: {
    form: 'inline',
    least: 2,
    most: 2,
    run: ({ params: [from, name] }) =>
      isNothing(from) || from === 0 ? from : ownValue(from, plainText(name)),
  },
};
