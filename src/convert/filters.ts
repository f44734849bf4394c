import { problemWithDateFormat } from '../core/template/utc-date';
import { call, literal, not, shown, typeOf, type Code } from './code';
import { dateFnsFormat, type DateLanguage } from './date-format';

export interface FilterCall {
  readonly value: Code;
  readonly args: readonly Code[];
  readonly dates: DateLanguage;
}

/** What a filter becomes, and what a person should know of it. */
export interface Filtered {
  readonly code: Code;
  readonly hint?: string;
}

type Filter = (given: FilterCall) => Filtered;

const as =
  (change: (value: Code, args: readonly Code[]) => Code): Filter =>
  ({ value, args }) => ({ code: change(shown(value), args) });
const dropped =
  (hint: string): Filter =>
  ({ value }) => ({ code: value, hint });
const SILENT: Filter = ({ value }) => ({ code: value });
const onText = (helper: string): Filter => as((value) => call(helper, [value], { type: typeOf(value) }));

const textOf = (code: Code | undefined): string | null =>
  code?.form === 'literal' && typeof code.value === 'string' ? code.value : null;

function date({ value, args, dates }: FilterCall): Filtered {
  const [format] = args;
  const written = textOf(format);
  const raw = value.form === 'call' && value.name === 'date' ? (value.args[0] ?? value) : value;
  if (written === null) return { code: call('date', format === undefined ? [raw] : [raw, format]) };
  const pattern = dateFnsFormat(written, dates);
  return pattern !== null && problemWithDateFormat(pattern) === null
    ? { code: call('date', pattern === 'yyyy-MM-dd' ? [raw] : [raw, literal(pattern)]) }
    : {
        code: call('date', [raw]),
        hint: `The date format “${written}” has no counterpart: yyyy-MM-dd stands in.`,
      };
}

function join({ value, args }: FilterCall): Filtered {
  const [separator = literal('')] = args;
  const isPlain = textOf(separator) === ', ' || (value.form === 'call' && value.name === 'wikilink');
  return { code: isPlain ? value : call('join', [value, separator]) };
}

function truncate({ value, args }: FilterCall): Filtered {
  const [length = literal(255)] = args;
  const ending = args.filter((arg) => textOf(arg) !== null).at(-1) ?? literal('...');
  return { code: call('truncate', [shown(value), length, ending], { type: typeOf(value) }) };
}

function length({ value }: FilterCall): Filtered {
  if (typeOf(value) === 'hashtags' && value.form === 'call')
    return { code: call('count', value.args, { type: 'number' }) };
  if (typeOf(value) === 'list' || typeOf(value) === 'number')
    return { code: typeOf(value) === 'list' ? call('count', [value], { type: 'number' }) : value };
  return { code: value, hint: 'The length of a text cannot be had: only whether there is any.' };
}

function hashtag({ value }: FilterCall): Filtered {
  if (typeOf(value) === 'hashtags') return { code: value };
  return {
    code:
      typeOf(value) === 'list'
        ? call('hashtags', [value], { type: 'hashtags' })
        : call('hashtag', [shown(value)]),
  };
}

function wikilink({ value, args }: FilterCall): Filtered {
  const linked =
    value.form === 'call' && value.name === 'join' && textOf(value.args[1])?.startsWith(']]') === true
      ? (value.args[0] ?? value)
      : value;
  return {
    code: call('wikilink', [shown(linked), ...args], { type: typeOf(linked) === 'list' ? 'list' : 'text' }),
  };
}

const capital: Filter = as((value) => call('titleCase', [call('lower', [value])]));
const NO_INDENT = 'has no counterpart on a value: {{#indent}}...{{/indent}} does it for a block.';

const FILTERS: ReadonlyMap<string, Filter> = new Map(
  Object.entries<Filter>({
    default: as((value, [other = literal('')]) => call('default', [value, other])),
    date,
    join,
    truncate,
    length,
    hashtag,
    wikilink,
    upper: onText('upper'),
    lower: onText('lower'),
    trim: onText('trim'),
    title: capital,
    capitalize: (given) => ({
      ...capital(given),
      hint: '“capitalize” has no counterpart: each word gets a capital.',
    }),
    replace: as((value, [from = literal(''), to = literal('')]) =>
      call('replace', [value, from, to], { type: typeOf(value) }),
    ),
    first: as((value) => call('first', [value])),
    last: as((value) => call('last', [value])),
    sort: as((value) => call('sort', [value], { type: 'list' })),
    round: ({ value, args: [decimals] }) => ({
      code: call('number', [value], {
        type: 'number',
        named: [
          'decimals',
          decimals?.form === 'literal' && typeof decimals.value === 'number' ? decimals.value : 0,
        ],
      }),
    }),
    pluralize: as((value, args) => {
      const [one, many] =
        args.length === 0
          ? ['', 's']
          : args.length === 1
            ? ['', textOf(args[0]) ?? 's']
            : [textOf(args[0]) ?? '', textOf(args[1]) ?? 's'];
      return call('or', [call('and', [call('ne', [value, literal(1)]), literal(many)]), literal(one)]);
    }),
    is_qa: as((value) => call('contains', [value, literal('.qa')])),
    not: as(not),
    qa: dropped('“qa” has no counterpart and was left out.'),
    normalize_author: dropped('“normalize_author” has no counterpart and was left out.'),
    bq: SILENT,
    indent: dropped(`“indent” ${NO_INDENT}`),
    wordwrap: dropped('“wordwrap” was left out: lines are not broken.'),
    striptags: dropped('“striptags” was left out: HTML is escaped anyway.'),
  }),
);

const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    d: 'default',
    count: 'length',
    capitalise: 'capitalize',
    titlecase: 'title',
    upperCaseFirst: 'capitalize',
    upperCase: 'upper',
    uppercase: 'upper',
    lowerCase: 'lower',
    lowercase: 'lower',
    formatDate: 'date',
    dateFormat: 'date',
    moment: 'date',
    isEqual: 'eq',
    is: 'eq',
    isnt: 'ne',
  }),
);

/** They write for other places or other types: here that is done where a value is written. */
const NEEDLESS: ReadonlySet<string> = new Set([
  'safe',
  'escape',
  'e',
  'forceescape',
  'fme',
  'string',
  'int',
  'float',
  'nl2br',
  'dump',
  'tojson',
  'list',
]);

export const filterNamed = (name: string): Filter | undefined =>
  NEEDLESS.has(name) ? SILENT : FILTERS.get(ALIASES.get(name) ?? name);

export const helperName = (name: string): string => ALIASES.get(name) ?? name;

export const FILTER_NAMES: readonly string[] = [...FILTERS.keys()].filter(
  (name) => name !== 'hashtag' && name !== 'wikilink',
);
