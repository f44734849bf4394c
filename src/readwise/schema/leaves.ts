import * as v from 'valibot';

/**
 * The tolerant leaves of the wire. A leaf that may be anything flat costs one check; turning it into the model's
 * type is the mapping's work, so that 120,000 records are validated in a second and not in a minute.
 */
export type Scalar = string | number | boolean | null | undefined;

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Text, number, truth value, null or missing: never a list or an object, which would lose what it holds. */
export const scalar = v.optional(
  v.custom<Scalar>(isScalar, 'should be a plain value, but is a list or an object'),
);

/** Anything at all: for fields whose shape the specification leaves open; the mapping takes what it knows. */
export const anything = v.optional(v.unknown());

/** A list of anything, null or missing. */
export const list = v.optional(
  v.custom<readonly unknown[] | null | undefined>(
    (value) => value === null || Array.isArray(value),
    'should be a list',
  ),
);

/** The shape of a v2 id as text. */
export const NUMERIC_ID = /^\d{1,20}$/;
/** The shape of a v3 id as text: safe in addresses and anchors. */
export const WORD_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;

const isWholeNumber = (value: unknown): boolean =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

// The service sends ids as integers or text; past 2^53 a number is no longer the id that was sent.
const isNumericId = (value: unknown): value is string | number =>
  isWholeNumber(value) || (typeof value === 'string' && NUMERIC_ID.test(value));

/** Whether it can be the id of a v3 record: letters, digits, dashes and underscores, safe in addresses and anchors. */
export const isWordId = (value: unknown): value is string | number =>
  isWholeNumber(value) || (typeof value === 'string' && WORD_ID.test(value));

/** A field that must be there; where it is missing, the words are those for an empty one. */
const mandatory = (check: (value: unknown) => boolean, problem: string) =>
  v.optional(v.custom<string | number>(check, problem), '');

/** Id of a v2 record: an integer, or the same as text. */
export const numericId = mandatory(isNumericId, 'should be a whole number');

/** Text that must be there. */
export const someText = v.optional(
  v.custom<string>((value) => typeof value === 'string' && value !== '', 'should be text that is not empty'),
  '',
);

/** Id of a v3 record. */
export const wordId = mandatory(isWordId, 'should be an id of letters, digits and dashes');

/** The parent of a v3 record; null, missing or empty: it has none. */
export const parentId = v.optional(
  v.custom<string | number | null | undefined>(
    (value) => value === null || value === '' || isWordId(value),
    'should be an id of letters, digits and dashes, or null',
  ),
);
