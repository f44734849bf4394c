import * as z from 'zod/mini';
import { toPublicationDate, toTimestamp } from './timestamps';

export type Scalar = string | number | boolean | null | undefined;

const isScalar = (value: unknown): value is Scalar => typeof value !== 'object' || value === null;

/** Marks a value of another type than the specification says. */
const UNEXPECTED = Symbol('unexpected');

/** A field that is read leniently and may be missing. */
function field<Value>(expected: string, read: (value: unknown) => Value | typeof UNEXPECTED) {
  return z.transform((input: unknown, context): Value => {
    const value = read(input);
    if (value !== UNEXPECTED) return value;
    context.issues.push({ code: 'custom', message: `should be ${expected}`, input });
    return z.NEVER;
  });
}

const scalarField = <Value>(read: (value: Scalar) => Value) =>
  field('a plain value, but is a list or an object', (value) => (isScalar(value) ? read(value) : UNEXPECTED));

/** Text; null or missing becomes `''`, a number or boolean is written out. */
export const text = scalarField(toText);

/** A finite number, also when sent as text; otherwise null. */
export const number = scalarField(toNumber);

/** True for a clear yes only: a doubtful `is_deleted` must not delete. */
export const flag = scalarField(
  (value) => value === true || value === 1 || value === 'true' || value === 'True' || value === '1',
);

export const timestamp = scalarField(toTimestamp);

export const publicationDate = scalarField(toPublicationDate);

/** A list whose entries are validated one by one; null or missing is empty. */
export const list = field('a list', (value): readonly unknown[] | typeof UNEXPECTED => {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : UNEXPECTED;
});

/**
 * Tag names, each once, from a list of tags or names or a map of tags. Entries that are no tags are left out.
 */
export const tagNames = field('a list of tags', toTagNames);

/** The same, and next to the names the tags that have ids. */
export const listedTags = field('a list of tags', (value) => {
  const names = toTagNames(value);
  if (names === UNEXPECTED) return UNEXPECTED;
  const withIds = (Array.isArray(value) ? value : []).flatMap((tag) => tagSchema.safeParse(tag).data ?? []);
  return { names, withIds };
});

/** A v2 id as text. */
export const NUMERIC_ID = /^\d{1,20}$/;
/** A v3 id as text: safe in addresses and anchors. */
export const WORD_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;

/** Id of a v2 record: an integer, or its digits as text. */
export const numericId = field('a whole number', (value) => idOf(value, NUMERIC_ID) ?? UNEXPECTED);

export const wordId = field(
  'an id of letters, digits and dashes',
  (value) => idOf(value, WORD_ID) ?? UNEXPECTED,
);

/** Id of the same record in the other interface, or null. */
export const otherId = scalarField(toWordId);

export const parentId = field('an id of letters, digits and dashes, or null', (value) =>
  value === null || value === undefined || value === '' ? null : (idOf(value, WORD_ID) ?? UNEXPECTED),
);

/** The cursor of the next page; null at the end. */
export const cursor = field('text', (value) => {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : UNEXPECTED;
});

/** The value if it is a v3 id, else null. */
export function toWordId(value: unknown): string | null {
  return idOf(value, WORD_ID);
}

/** The service sends ids as integers or text. Numbers beyond 2^53 have lost digits and are refused. */
function idOf(value: unknown, shape: RegExp): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : null;
  return typeof value === 'string' && shape.test(value) ? value : null;
}

function toText(value: Scalar): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : String(value);
}

function toNumber(value: Scalar): number | null {
  if (typeof value === 'string' && value.trim() === '') return null;
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const result = Number(value);
  return Number.isFinite(result) ? result : null;
}

/** A tag of a v2 highlight or book. The same name has another id on each of them. */
export const tagSchema = z.object({ id: numericId, name: text });
export type Tag = Readonly<z.infer<typeof tagSchema>>;

function toTagNames(value: unknown): readonly string[] | typeof UNEXPECTED {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return distinct(value.map(nameOfTag));
  if (typeof value !== 'object') return UNEXPECTED;
  return distinct(Object.entries(value).map(([key, tag]) => nameOfTag(tag) || key));
}

const namedTag = z.object({ name: z.union([z.string(), z.number()]) });

function nameOfTag(tag: unknown): string {
  if (typeof tag === 'string') return tag.trim();
  const named = namedTag.safeParse(tag);
  return named.success ? String(named.data.name).trim() : '';
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)].filter((name) => name !== '');
}
