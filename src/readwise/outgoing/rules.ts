import { LimitExceededError, type BrokenRule } from '../errors';
import { NUMERIC_ID, WORD_ID } from '../schema/leaves';
import { isGroup } from '../../core/is-object';

/** Where in a request a value stands: `highlights.2.text`, `''` for the whole of what is to be sent. */
export interface Place {
  readonly doing: string;
  readonly field: string;
}

/** Throws `LimitExceededError` for a value that the specification does not allow. */
export interface Rule<Value> {
  (value: unknown, place: Place): void;
  /** Never there: the type that the rule stands for. */
  readonly takes?: Value;
}

export type ValueOf<R> = R extends Rule<infer Value> ? Value : never;

export const refuse = ({ doing, field }: Place, broken: BrokenRule): never => {
  throw new LimitExceededError({ doing, field: field || 'what is to be sent', ...broken });
};

/** A rule by what is wrong with a value, null when nothing is. */
const ruled =
  <Value>(brokenRuleOf: (value: unknown) => BrokenRule | null): Rule<Value> =>
  (value, place) => {
    const broken = brokenRuleOf(value);
    if (broken !== null) refuse(place, broken);
  };

/** A value as it is told of: a list by its length. */
const measureOf = (value: unknown): number | string =>
  Array.isArray(value)
    ? value.length
    : typeof value === 'number' || typeof value === 'string'
      ? value
      : typeof value;

/** What must be of another kind altogether; the value itself is not told. */
const mustBe = (limit: string, value: unknown): BrokenRule => ({
  limit,
  actual: value === undefined ? 'missing' : typeof value,
  problem: `must be ${limit}`,
});

const outside = (
  actual: number,
  { least, most }: { readonly least: number; readonly most: number },
): BrokenRule | null => {
  if (actual < least) return { limit: least, actual, problem: `must be at least ${least}, but is ${actual}` };
  return actual > most ? { limit: most, actual, problem: `may be at most ${most}, but is ${actual}` } : null;
};

export const text = ruled<string>((value) => (typeof value === 'string' ? null : mustBe('text', value)));

export const flag = ruled<boolean>((value) =>
  typeof value === 'boolean' ? null : mustBe('true or false', value),
);

export const wholeNumber = ({ least = -Infinity, most = Infinity } = {}) =>
  ruled<number>((value) =>
    typeof value === 'number' && Number.isSafeInteger(value)
      ? outside(value, { least, most })
      : mustBe('a whole number', value),
  );

/** Text of one shape. */
export const shaped = (shape: RegExp, rule: string) =>
  ruled<string>((value) =>
    typeof value === 'string' && shape.test(value)
      ? null
      : { limit: rule, actual: measureOf(value), problem: `must be ${rule}` },
  );

/** An ISO 8601 date or date-time. */
export const isoDate = shaped(
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/,
  'an ISO 8601 date, like 2026-01-31T09:00:00Z',
);

/** Id of a v2 record. */
export const numericIdText = shaped(NUMERIC_ID, 'a numeric id');

/** Id of a v3 record. */
export const wordIdText = shaped(WORD_ID, 'an id of letters, digits and dashes');

/** One of a few words. */
export const oneOf = <const Choice extends string>(choices: readonly Choice[]) =>
  ruled<Choice>((value) => {
    const [limit, actual] = [choices.join(', '), measureOf(value)];
    return choices.some((choice) => choice === value)
      ? null
      : { limit, actual, problem: `must be one of ${limit}, but is ${String(actual)}` };
  });

export const optional =
  <Value>(rule: Rule<Value>): Rule<Value | undefined> =>
  (value, place) => {
    if (value !== undefined) rule(value, place);
  };

/** A list whose length is judged before its entries. */
export const listOf =
  <Entry>(entry: Rule<Entry>, { least = 0, most = Infinity } = {}): Rule<readonly Entry[]> =>
  (value, place) => {
    if (!Array.isArray(value)) return refuse(place, mustBe('a list', value));
    const broken = outside(value.length, { least, most });
    if (broken !== null) refuse(place, broken);
    value.forEach((one: unknown, index) => entry(one, at(place, index)));
  };

/** The place of a part. */
export const at = ({ doing, field }: Place, name: string | number): Place => ({
  doing,
  field: field === '' ? String(name) : `${field}.${name}`,
});

type Rules = Readonly<Record<string, Rule<unknown>>>;
type OptionalIn<Fields extends Rules> = {
  [Name in keyof Fields]: undefined extends ValueOf<Fields[Name]> ? Name : never;
}[keyof Fields];
type Checked<Fields extends Rules> = {
  readonly [Name in Exclude<keyof Fields, OptionalIn<Fields>>]: ValueOf<Fields[Name]>;
} & {
  readonly [Name in OptionalIn<Fields>]?: ValueOf<Fields[Name]>;
};

/** An object with these fields and no others; `also` is asked for what they must be together. */
export const fields =
  <const Fields extends Rules>(
    rules: Fields,
    also?: (given: Readonly<Record<string, unknown>>, place: Place) => void,
  ): Rule<Checked<Fields>> =>
  (value, place) => {
    if (!isGroup(value)) return refuse(place, mustBe('an object', value));
    const given: Readonly<Record<string, unknown>> = { ...value };
    for (const [name, rule] of Object.entries(rules)) rule(given[name], at(place, name));
    const unknown = Object.keys(given).find((name) => !Object.hasOwn(rules, name));
    if (unknown !== undefined)
      refuse(place, {
        limit: Object.keys(rules).join(', '),
        actual: unknown,
        problem: `has a field that the service does not take: ${unknown}`,
      });
    also?.(given, place);
  };

/** The value, checked against the specification before it is sent. Throws `LimitExceededError` for the first rule it breaks. */
export function checked<Value>(
  value: Value,
  { rule, doing }: { readonly rule: Rule<Value>; readonly doing: string },
): Value {
  rule(value, { doing, field: '' });
  return value;
}
