import { decodeHTMLStrict } from 'entities/decode';
import * as z from 'zod/mini';
import { isGroup } from '../model/collections';
import type { Quarantined } from '../model/model';
import { ResponseShapeError } from './readwise-error';
import { parseISO } from 'date-fns/parseISO';

export type Scalar = string | number | boolean | null | undefined;

const isScalar = (value: unknown): value is Scalar => typeof value !== 'object' || value === null;

/** Marks a value of another type than the specification says. */
const UNEXPECTED = Symbol('unexpected');

/** A field that is read leniently and may be missing. */
function field<Value>(expected: string, read: (value: unknown) => Value | typeof UNEXPECTED) {
  const message = `should be ${expected}`;
  const schema = z.transform((input: unknown, context): Value => {
    const value = read(input);
    if (value !== UNEXPECTED) return value;
    context.issues.push({ code: 'custom', message, input });
    return z.NEVER;
  });
  return Object.assign(schema, { message, read });
}

interface Field extends z.ZodMiniType {
  readonly message: string;
  readonly read: (value: unknown) => unknown;
}

/** What the fields of a record give. */
export type Wire<Fields> = { readonly [Name in keyof Fields]: z.infer<Fields[Name]> };

/**
 * A record made of fields. It reads them itself, with one issue for each that is unreadable: a schema that asks
 * the schema of each field costs twice as much, and a library has millions of fields.
 */
export function record<Fields extends Readonly<Record<string, Field>>, Value>(
  fields: Fields,
  make: (wire: Wire<Fields>) => Value,
) {
  const known = Object.entries(fields);
  return z.transform((input: unknown, context): Value => {
    if (!isGroup(input)) {
      context.issues.push({ code: 'invalid_type', expected: 'object', input });
      return z.NEVER;
    }
    const wire: Record<string, unknown> = {};
    for (const [name, { message, read }] of known) {
      const value = read(input[name]);
      if (value === UNEXPECTED)
        context.issues.push({ code: 'custom', message, input: input[name], path: [name] });
      wire[name] = value;
    }
    const isRead = (_: object): _ is Wire<Fields> => context.issues.length === 0;
    return isRead(wire) ? make(wire) : z.NEVER;
  });
}

const scalarField = <Value>(read: (value: Scalar) => Value) =>
  field('a plain value, but is a list or an object', (value) => (isScalar(value) ? read(value) : UNEXPECTED));

/** Text; null or missing becomes `''`, a number or boolean is written out. */
export const text = scalarField(toText);

/** The same; undefined where it is missing, because it was not asked for. */
export const requestedText = scalarField((value) => (value === undefined ? undefined : toText(value)));

/** A name or title, in which the service may leave entities of HTML: `Tom &amp; Jerry`. */
export const name = scalarField((value) => decodeHTMLStrict(toText(value)));

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

/** Ids of v2 records; null or missing is none. */
export const numericIds = field('a list of whole numbers', (value) => {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) return UNEXPECTED;
  const ids = value.map((id) => idOf(id, NUMERIC_ID));
  return ids.every((id) => id !== null) ? ids : UNEXPECTED;
});

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

function nameOfTag(tag: unknown): string {
  const name = isGroup(tag) ? tag['name'] : tag;
  if (typeof name === 'string') return decodeHTMLStrict(name).trim();
  return isGroup(tag) && Number.isFinite(name) ? String(name) : '';
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)].filter((name) => name !== '');
}

export interface RecordParser<Value> {
  readonly endpoint: Quarantined['endpoint'];
  readonly schema: z.ZodMiniType<Value>;
  /** The field with the record's id. */
  readonly idField: string;
  /** The field with the id of the book that the record is of. */
  readonly bookIdField?: string;
  /** Fields besides the id without which the record is useless. */
  readonly essential?: readonly string[];
}

/** Replaces an id that could not be read. */
const NO_ID = '(no id)';

/** Collects what could not be read on a page. */
export class Problems {
  /** Records that were left out. */
  readonly quarantined: Quarantined[] = [];
  /** Records that were taken without their unreadable fields. */
  readonly incomplete: Quarantined[] = [];

  /** Reads a record without its unreadable fields; null when an essential one is among them. */
  take<Value>(value: unknown, parser: RecordParser<Value>, bookId?: string): Value | null {
    const { endpoint, schema, idField, bookIdField, essential = [] } = parser;
    const result = schema.safeParse(value, { error: shapeProblem });
    if (result.success) return result.data;
    const { issues } = result.error;
    const itsBook = bookId ?? (bookIdField === undefined ? undefined : readableId(value, bookIdField));
    const report: Quarantined = {
      endpoint,
      id: readableId(value, idField),
      ...(itsBook === undefined ? {} : { bookId: itsBook }),
      ...nameIn(value),
      problem: problemWith(value, issues),
    };
    const unreadable = issues.map(({ path }) => String(path[0] ?? idField));
    const isKept = !unreadable.some((name) => name === idField || essential.includes(name));
    if (!isGroup(value) || !isKept) {
      this.quarantined.push(report);
      return null;
    }
    this.incomplete.push({ ...report, updatedAt: readableTime(value) });
    const readable = Object.entries(value).filter(([name]) => !unreadable.includes(name));
    return schema.parse(Object.fromEntries(readable));
  }
}

const NAMES = ['title', 'readable_title', 'text', 'content'];
const LONGEST_NAME = 60;

function nameIn(value: unknown): Pick<Quarantined, 'name'> {
  if (!isGroup(value)) return {};
  const texts = NAMES.map((field) => value[field]).filter((text) => typeof text === 'string');
  const name = (texts[0] ?? '').replace(/\s+/g, ' ').trim().slice(0, LONGEST_NAME);
  return name === '' ? {} : { name };
}

/** Reads a single record. Throws `ResponseShapeError`. */
export function parseSingle<Value>(value: unknown, schema: z.ZodMiniType<Value>): Value {
  const result = schema.safeParse(value, { error: shapeProblem });
  if (result.success) return result.data;
  const problem = problemWith(value, result.error.issues);
  throw new ResponseShapeError(`the answer is not the record that was asked for: ${problem}.`);
}

/** The error message of a schema without its own one. */
function shapeProblem(issue: z.core.$ZodRawIssue): string {
  if (issue.code !== 'invalid_type') return 'is not what it should be';
  return `should be ${issue.expected === 'array' ? 'a list' : 'a record'}`;
}

/** The time of the last change as it was sent; undefined without one. */
function readableTime({ updated_at, updated }: Readonly<Record<string, unknown>>): string | undefined {
  const time = updated_at ?? updated;
  return typeof time === 'string' ? time : undefined;
}

function readableId(value: unknown, idField: string): string {
  const id = isGroup(value) ? value[idField] : undefined;
  const text = typeof id === 'string' || typeof id === 'number' ? String(id).trim().slice(0, 100) : '';
  return text === '' ? NO_ID : text;
}

function problemWith(value: unknown, issues: readonly z.core.$ZodIssue[]): string {
  if (value === null || value === undefined) return 'should be a record, but is nothing';
  if (typeof value === 'string') return 'should be a record, but is text';
  if (typeof value !== 'object') return `should be a record, but is a ${typeof value}`;
  if (issues.some(({ path }) => path.length === 0)) return 'should be a record, but is a list';
  return issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ');
}

const ISO_DATE = /^(\d{4}-\d\d-\d\d)(?:[T ]([\d:.,]+)([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;

/** As the service writes nearly all of them, on a day that every month has: its text is its value. */
const PLAIN =
  /^((?:197[1-9]|19[89]\d|20\d\d)-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{3})\d{0,3})?(?:Z|\+00:00)$/;

/** Times that `Date.parse` reads the same everywhere, and fast. */
const USUAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|\+00:00)$/;

// Dates outside these limits stand for an empty value (the epoch, year 1, year 9999).
const FIRST_STAMP = Date.UTC(1970, 0, 2);
const END_OF_STAMPS = Date.UTC(2100, 0, 1);
const FIRST_PUBLICATION = Date.UTC(1000, 0, 1);

/**
 * A date of the service (with or without time and offset, or epoch milliseconds) as ISO 8601 in UTC; null
 * when it is missing, unreadable or outside 1970 to 2099.
 */
export function toTimestamp(value: unknown): string | null {
  const plain = typeof value === 'string' ? PLAIN.exec(value) : null;
  if (plain === null) return isoBetween(value, FIRST_STAMP);
  const [, seconds = '', milliseconds = '000'] = plain;
  return `${seconds}.${milliseconds}Z`;
}

/** A publication date as `YYYY-MM-DD` in UTC, from the year 1000 on; null as in `toTimestamp`. */
export function toPublicationDate(value: unknown): string | null {
  return isoBetween(value, FIRST_PUBLICATION)?.slice(0, 'YYYY-MM-DD'.length) ?? null;
}

function isoBetween(value: unknown, first: number): string | null {
  const moment = readMoment(value);
  return moment >= first && moment < END_OF_STAMPS ? new Date(moment).toISOString() : null;
}

/** NaN when it is no date. */
function readMoment(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return Number.NaN;
  const text = value.trim();
  if (USUAL.test(text)) {
    const moment = Date.parse(text);
    // A day that its month does not have becomes one of the next month.
    if (new Date(moment).getUTCDate() === Number(text.slice(8, 10))) return moment;
  }
  const [, day, time = '00:00', offset = 'Z'] = ISO_DATE.exec(text) ?? [];
  // Always with an offset: without one, `parseISO` would use the time zone of the device instead of UTC.
  return day === undefined ? Number.NaN : parseISO(`${day}T${time}${offset.toUpperCase()}`).getTime();
}

const HTTP_DATE = /^[A-Za-z]{3,9},? .+(GMT|UTC)$/;

/** An HTTP date (`Sat, 21 Nov 2026 01:18:48 GMT`) as milliseconds since the epoch, or null. */
export function readHttpDate(value: string | undefined): number | null {
  const text = (value ?? '').trim();
  if (!HTTP_DATE.test(text)) return null;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? null : moment;
}
