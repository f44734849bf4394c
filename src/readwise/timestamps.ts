import { parseISO } from 'date-fns';

const ISO_DATE = /^(\d{4}-\d\d-\d\d)(?:[T ]([\d:.,]+)([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;

/** As the service writes nearly all of them. `Date.parse` reads these the same everywhere, and fast. */
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
  return isoBetween(value, FIRST_STAMP);
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
