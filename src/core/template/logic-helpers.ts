import { inlineHelper, type Helper, type HelperCall, type HelperTable } from './helper';
import { isEmptyValue, numberOf, plainText } from './values';

// Numbers compare as numbers, everything else as text.
function compare(left: unknown, right: unknown): number {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== null && b !== null) return a - b;
  const [first, second] = [plainText(left), plainText(right)];
  return first < second ? -1 : first > second ? 1 : 0;
}

const isEqual = (left: unknown, right: unknown): boolean => plainText(left) === plainText(right);

function contains(whole: unknown, part: unknown): boolean {
  if (Array.isArray(whole))
    return whole.some((entry) => plainText(entry).toLowerCase() === plainText(part).toLowerCase());
  return plainText(part) !== '' && plainText(whole).toLowerCase().includes(plainText(part).toLowerCase());
}

const comparison = (holds: (left: unknown, right: unknown) => boolean): Helper =>
  inlineHelper([2, 2], ({ params }) => holds(params[0], params[1]));

const branch = (takes: (value: unknown) => boolean): Helper => ({
  form: 'block',
  least: 1,
  most: 1,
  run: ({ params, body, otherwise }: HelperCall) => (takes(params[0]) ? body() : otherwise()),
});

/** Helpers that decide. */
export const LOGIC_HELPERS: HelperTable = {
  if: branch((value) => !isEmptyValue(value)),
  unless: branch(isEmptyValue),
  eq: comparison(isEqual),
  ne: comparison((left, right) => !isEqual(left, right)),
  gt: comparison((left, right) => compare(left, right) > 0),
  lt: comparison((left, right) => compare(left, right) < 0),
  and: inlineHelper(
    [1, 99],
    ({ params }) => params.find(isEmptyValue) ?? (params.some(isEmptyValue) ? '' : params[params.length - 1]),
  ),
  or: inlineHelper([1, 99], ({ params }) => params.find((value) => !isEmptyValue(value)) ?? ''),
  not: inlineHelper([1, 1], ({ params }) => isEmptyValue(params[0])),
  contains: comparison(contains),
};
