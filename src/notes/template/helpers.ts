import { compareText } from '../../model/record';
import { unwrap, wordsIn } from '../markdown/unwrap';
import { group } from './group';
import { block, inlineHelper, MARKDOWN_HELPERS, type Helper, type HelperTable } from './markdown-helpers';
import { formatDate } from './dates';
import {
  inlineOf,
  isEmptyValue,
  listOf,
  Markdown,
  markdownOf,
  numberOf,
  Passage,
  plainText,
  propertyText,
} from './values';

/** Changes the text of a value and keeps its type: passages stay passages, lists are changed by entry. */
function mapText(value: unknown, change: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => mapText(entry, change));
  const changed = change(plainText(value));
  return value instanceof Passage ? new Passage(changed) : changed;
}

const unwrapped = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(unwrapped);
  if (value instanceof Passage) return value.unwrapped();
  return mapText(value, (text) => unwrap(text, () => wordsIn([text])));
};

const titleCase = (text: string): string =>
  text.replace(/\p{L}[\p{L}\p{N}'’]*/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1));

function truncate(text: string, length: number, ending: string): string {
  if (text.length <= length) return text;
  const characters = Array.from(text);
  return characters.length <= length ? text : characters.slice(0, length).join('').trimEnd() + ending;
}

const groupDigits = (digits: string, separator: string): string =>
  digits.replace(/\d(?=(?:\d{3})+$)/g, `$&${separator.replace(/\$/g, '$$$$')}`);

/** Formats a number without locale, so that every device writes the same. */
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

const TEXT_HELPERS: HelperTable = {
  md: inlineHelper([1, 1], ({ params }) => new Markdown(markdownOf(params[0]), propertyText(params[0]))),
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
    if (plainText(from) === '') return value;
    return mapText(value, (text) => text.split(plainText(from)).join(plainText(to)));
  }),
  unwrap: inlineHelper([1, 1], ({ params }) => unwrapped(params[0])),
  default: inlineHelper([2, 2], ({ params: [value, otherwise] }) =>
    isEmptyValue(value) && value !== 0 ? otherwise : value,
  ),
  number: {
    ...inlineHelper([1, 1], ({ params, named }) =>
      writeNumber(params[0], {
        decimals: numberOf(named.decimals),
        separator: plainText(named.separator),
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
      return pattern === '' ? formatDate(plainText(params[0])) : formatDate(plainText(params[0]), pattern);
    }),
    named: ['format'],
  },
};

function joinTexts(texts: readonly string[], between: string, last: string): string {
  if (texts.length < 2) return texts.join('');
  return texts.slice(0, -1).join(between) + last + (texts.at(-1) ?? '');
}

// By code units, so that every device sorts the same.
const byText = (left: unknown, right: unknown): number =>
  compareText(plainText(left).toLowerCase(), plainText(right).toLowerCase());

const countOf = (value: unknown): number => Math.max(0, Math.trunc(numberOf(value) ?? 0));

const LIST_HELPERS: HelperTable = {
  list: inlineHelper([0, 99], ({ params }) => params.flatMap(listOf)),
  join: {
    ...inlineHelper([1, 2], ({ params, named }) => {
      const entries = listOf(params[0]);
      const between = params.length > 1 ? plainText(params[1]) : ', ';
      const last = 'last' in named ? plainText(named.last) : between;
      return new Markdown(
        joinTexts(entries.map(markdownOf), between, last),
        joinTexts(entries.map(propertyText), between, last),
      );
    }),
    named: ['last'],
  },
  bullets: inlineHelper([1, 1], ({ params }) => {
    const lines = listOf(params[0]).map((entry) => `- ${inlineOf(entry)}`);
    return lines.length === 0 ? '' : block(lines.join('\n'));
  }),
  first: inlineHelper([1, 2], ({ params }) => {
    const list = listOf(params[0]);
    return params.length === 1 ? list[0] : list.slice(0, countOf(params[1]));
  }),
  last: inlineHelper([1, 2], ({ params }) => {
    const list = listOf(params[0]);
    return params.length === 1 ? list.at(-1) : list.slice(Math.max(0, list.length - countOf(params[1])));
  }),
  count: inlineHelper([1, 1], ({ params }) => listOf(params[0]).length),
  group,
  sort: inlineHelper([1, 1], ({ params }) => [...listOf(params[0])].sort(byText)),
};

// Numbers are compared as numbers, everything else as text.
function compare(left: unknown, right: unknown): number {
  const [a, b] = [numberOf(left), numberOf(right)];
  return a !== null && b !== null ? a - b : compareText(plainText(left), plainText(right));
}

const isEqual = (left: unknown, right: unknown): boolean => plainText(left) === plainText(right);

function contains(whole: unknown, part: unknown): boolean {
  const wanted = plainText(part).toLowerCase();
  if (Array.isArray(whole)) return whole.some((entry) => plainText(entry).toLowerCase() === wanted);
  return wanted !== '' && plainText(whole).toLowerCase().includes(wanted);
}

const comparison = (holds: (left: unknown, right: unknown) => boolean): Helper =>
  inlineHelper([2, 2], ({ params }) => holds(params[0], params[1]));

/** `{{pick color blue="🔵" else="⚪"}}`: the argument with the value's name. */
const pick: Helper = {
  ...inlineHelper([1, 1], ({ params: [value], named }) => {
    const name = plainText(value);
    return Object.hasOwn(named, name) ? named[name] : named['else'];
  }),
  takesAnyName: true,
};

const LOGIC_HELPERS: HelperTable = {
  eq: comparison(isEqual),
  ne: comparison((left, right) => !isEqual(left, right)),
  gt: comparison((left, right) => compare(left, right) > 0),
  lt: comparison((left, right) => compare(left, right) < 0),
  and: inlineHelper([1, 99], ({ params }) =>
    params.some(isEmptyValue) ? params.find(isEmptyValue) : params.at(-1),
  ),
  or: inlineHelper([1, 99], ({ params }) => params.find((value) => !isEmptyValue(value))),
  not: inlineHelper([1, 1], ({ params }) => isEmptyValue(params[0])),
  contains: comparison(contains),
  pick,
  raw: { form: 'block', least: 0, most: 0, run: ({ body }) => body() },
};

/** Our own helpers. */
export const OWN_HELPERS: HelperTable = {
  ...TEXT_HELPERS,
  ...LIST_HELPERS,
  ...LOGIC_HELPERS,
  ...MARKDOWN_HELPERS,
};

type HelperShape = Omit<Helper, 'run'>;

/** How Handlebars' helpers are called. */
const BUILT_IN: Readonly<Record<string, HelperShape>> = {
  if: { form: 'block', least: 1, most: 1, named: ['includeZero'] },
  unless: { form: 'block', least: 1, most: 1, named: ['includeZero'] },
  each: { form: 'block', least: 1, most: 1 },
  with: { form: 'block', least: 1, most: 1 },
  lookup: { form: 'inline', least: 2, most: 2 },
  log: { form: 'inline', least: 0, most: 99, named: ['level'] },
};

/** How each available helper is called. */
export const HELPERS: ReadonlyMap<string, HelperShape> = new Map(
  Object.entries({ ...OWN_HELPERS, ...BUILT_IN }),
);
