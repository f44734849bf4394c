import * as z from 'zod/mini';
import { ApiError } from './api-error';

/** The parameters after the `?`; a repeated one is a list. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

const INSTANT = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Every value given for `name`, none when it is absent. */
export function allValues(query: Query, name: string): readonly string[] {
  const value = query[name];
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

/** The value of `name`, the last when it was given more than once. */
export function textValue(query: Query, name: string): string | undefined {
  return allValues(query, name).at(-1);
}

export function isTrue(query: Query, name: string): boolean {
  return textValue(query, name)?.toLowerCase() === 'true';
}

/**
 * Milliseconds since the epoch; UTC where the text names no zone. Undefined when absent; an `ApiError` 400
 * when it is no ISO 8601 date.
 */
export function instantValue(query: Query, name: string): number | undefined {
  const text = textValue(query, name);
  if (text === undefined || text === '') return undefined;
  const instant = parseInstant(text);
  if (instant === null) throw new ApiError(400, `${name}: "${text}" is not an ISO 8601 date`);
  return instant;
}

/** Milliseconds since the epoch, neither end included; undefined where the query sets no bound. */
export interface Bounds {
  readonly after: number | undefined;
  readonly before: number | undefined;
}

/** The bounds that `<name>__gt` and `<name>__lt` set. */
export function boundsValue(query: Query, name: string): Bounds {
  return { after: instantValue(query, `${name}__gt`), before: instantValue(query, `${name}__lt`) };
}

/** A missing stamp is only within no bounds at all. */
export function isBetween(stamp: number | null, bounds: Bounds): boolean {
  if (bounds.after === undefined && bounds.before === undefined) return true;
  return stamp !== null && stamp > (bounds.after ?? -Infinity) && stamp < (bounds.before ?? Infinity);
}

/** Undefined when absent; an `ApiError` 400 when it is no whole number. */
export function integerValue(query: Query, name: string): number | undefined {
  const text = textValue(query, name);
  if (text === undefined || text === '') return undefined;
  if (!/^-?\d{1,15}$/.test(text)) throw new ApiError(400, `${name}: "${text}" is not a whole number`);
  return Number(text);
}

/** An `ApiError` 400 when the value is not among `choices`. */
export function choiceValue(query: Query, name: string, choices: ReadonlySet<string>): string | undefined {
  const text = textValue(query, name);
  if (text === undefined || text === '') return undefined;
  if (!choices.has(text))
    throw new ApiError(400, `${name}: "${text}" is not one of ${[...choices].join(', ')}`);
  return text;
}

/** Milliseconds since the epoch; UTC where the text names no zone; null when it is no ISO 8601 date. */
export function parseInstant(text: string): number | null {
  const match = INSTANT.exec(text);
  if (match === null) return null;
  const zoned = match[1] === undefined && text.length > 'YYYY-MM-DD'.length ? `${text}Z` : text;
  const instant = Date.parse(zoned.replace(' ', 'T').replace(',', '.'));
  return Number.isNaN(instant) ? null : instant;
}

/** The body as the schema has it; an `ApiError` 400 that names the field otherwise. */
export function parseBody<T>(schema: z.ZodMiniType<T>, body: unknown): T {
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  throw new ApiError(
    400,
    result.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; '),
  );
}

/** An ISO 8601 date in a body, as milliseconds since the epoch. */
export const instantSchema = z.pipe(
  z.string().check(
    z.refine((text) => parseInstant(text) !== null, {
      error: ({ input }) => `"${String(input)}" is not an ISO 8601 date`,
    }),
  ),
  z.transform((text) => parseInstant(text) ?? 0),
);
