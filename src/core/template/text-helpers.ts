import { inlineHelper, mapText, type HelperTable } from './helper';
import { isEmptyValue, Markdown, markdownOf, numberOf, plainText } from './values';
import { formatUtc } from './utc-date';

const titleCase = (text: string): string =>
  text.replace(/\p{L}[\p{L}\p{N}'’]*/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1));

function truncate(text: string, length: number, ending: string): string {
  if (text.length <= length) return text;
  const characters = Array.from(text);
  return characters.length <= length ? text : characters.slice(0, length).join('').trimEnd() + ending;
}

const groupDigits = (digits: string, separator: string): string =>
  digits.replace(/\d(?=(?:\d{3})+$)/g, `$&${separator.replace(/\$/g, '$$$$')}`);

/** A number written the same on every device: no locale decides on separators. */
function writeNumber(
  value: unknown,
  options: { readonly decimals: number | null; readonly separator: string },
): string {
  const number = numberOf(value);
  if (number === null) return '';
  const decimals = options.decimals === null ? null : Math.min(20, Math.max(0, Math.trunc(options.decimals)));
  const text = decimals === null ? String(number) : number.toFixed(decimals);
  const [, sign = '', digits = '', rest = ''] = /^(-?)(\d+)(.*)$/.exec(text) ?? [];
  return sign + (digits.length > 21 ? digits : groupDigits(digits, options.separator)) + rest;
}

/** Helpers on text, numbers and dates. */
export const TEXT_HELPERS: HelperTable = {
  md: inlineHelper([1, 1], ({ params }) => new Markdown(markdownOf(params[0]), plainText(params[0]))),
  upper: inlineHelper([1, 1], ({ params }) => mapText(params[0], (text) => text.toUpperCase())),
  lower: inlineHelper([1, 1], ({ params }) => mapText(params[0], (text) => text.toLowerCase())),
  titleCase: inlineHelper([1, 1], ({ params }) => mapText(params[0], titleCase)),
  trim: inlineHelper([1, 1], ({ params }) => mapText(params[0], (text) => text.trim())),
  truncate: inlineHelper([2, 3], ({ params }) => {
    const length = Math.max(0, numberOf(params[1]) ?? 0);
    const ending = params.length > 2 ? plainText(params[2]) : '…';
    return mapText(params[0], (text) => truncate(text, length, ending));
  }),
  replace: inlineHelper([3, 3], ({ params }) => {
    const [value, from, to] = params;
    return plainText(from) === ''
      ? value
      : mapText(value, (text) => text.split(plainText(from)).join(plainText(to)));
  }),
  default: inlineHelper([2, 2], ({ params }) =>
    isEmptyValue(params[0]) && params[0] !== 0 ? params[1] : params[0],
  ),
  number: {
    ...inlineHelper([1, 1], ({ params, named }) =>
      writeNumber(params[0], {
        decimals: numberOf(named.decimals),
        separator: 'separator' in named ? plainText(named.separator) : '',
      }),
    ),
    named: ['decimals', 'separator'],
  },
  percent: inlineHelper([1, 1], ({ params }) => {
    const number = numberOf(params[0]);
    return number === null ? '' : `${String(Math.round(number))}%`;
  }),
  date: {
    ...inlineHelper([1, 2], ({ params, named }) => {
      const pattern = plainText(params[1] ?? named.format);
      return pattern === '' ? formatUtc(plainText(params[0])) : formatUtc(plainText(params[0]), pattern);
    }),
    named: ['format'],
  },
};
