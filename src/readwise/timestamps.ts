import { parseISO } from 'date-fns';

const ISO_DATE = /^(\d{4}-\d\d-\d\d)(?:[T ]([\d:.,]+)([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;

// Outside these a stamp is an empty value in disguise (the epoch itself, year 1, year 9999), never a moment
// of reading.
const FIRST_STAMP = Date.UTC(1970, 0, 2);
const END_OF_STAMPS = Date.UTC(2100, 0, 1);
const FIRST_PUBLICATION = Date.UTC(1000, 0, 1);

/**
 * A moment of the wire (date, date-time with or without offset, epoch milliseconds) as ISO 8601 in UTC with
 * milliseconds; null for no date, an unreadable one, and one that cannot be true (before 1970-01-02, from
 * 2100 on).
 */
export function toTimestamp(value: unknown): string | null {
  return isoBetween(value, FIRST_STAMP);
}

/** A day of publication as `YYYY-MM-DD` in UTC, from the year 1000 on; null as for `toTimestamp`. */
export function toPublicationDate(value: unknown): string | null {
  return isoBetween(value, FIRST_PUBLICATION)?.slice(0, 'YYYY-MM-DD'.length) ?? null;
}

function isoBetween(value: unknown, first: number): string | null {
  const moment = readMoment(value);
  return moment >= first && moment < END_OF_STAMPS ? new Date(moment).toISOString() : null;
}

/** Milliseconds since the epoch; NaN for what is no date. */
function readMoment(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return Number.NaN;
  const [, day, time = '00:00', offset = 'Z'] = ISO_DATE.exec(value.trim()) ?? [];
  // The offset is always written out: without one, `parseISO` takes the time zone of the device, but the
  // service means UTC.
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
