import type { Scalar } from '../schema/leaves';

const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(?:(Z|z)|([+-])(\d\d):?(\d\d)?)?$/;

// Outside these a stamp is an empty value in disguise (the epoch itself, year 1, year 9999), never a moment of reading.
const FIRST_STAMP = Date.UTC(1970, 0, 2);
const END_OF_STAMPS = Date.UTC(2100, 0, 1);
const FIRST_PUBLICATION = Date.UTC(1000, 0, 1);

const at = (match: RegExpExecArray, index: number): number => Number(match[index] ?? 0);

/** Milliseconds since the epoch of an ISO 8601 text, UTC where it names no offset; null when it is no date of the calendar. */
function readIso(text: string): number | null {
  const match = DATE_TIME.exec(text);
  if (match === null) return null;
  const [month, day, hour, minute, second] = [
    at(match, 2),
    at(match, 3),
    at(match, 4),
    at(match, 5),
    at(match, 6),
  ];
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  if (at(match, 1) < 100 || hour > 23 || minute > 59 || second > 59) return null;
  const fraction = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const local = Date.UTC(at(match, 1), month - 1, day, hour, minute, second, fraction);
  // 31 February would silently become a day in March.
  if (month < 1 || month > 12 || new Date(local).getUTCDate() !== day) return null;
  const offset = (at(match, 10) * 60 + at(match, 11)) * 60_000;
  return match[9] === '-' ? local + offset : local - offset;
}

function readMoment(value: Scalar): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' ? readIso(value.trim()) : null;
}

/**
 * A moment of the wire (date, date-time with or without offset, epoch milliseconds) as ISO 8601 in UTC with milliseconds;
 * null for no date, an unreadable one, and one that cannot be true (before 1970-01-02, from 2100 on).
 */
export function toTimestamp(value: Scalar): string | null {
  const moment = readMoment(value);
  if (moment === null || moment < FIRST_STAMP || moment >= END_OF_STAMPS) return null;
  return new Date(moment).toISOString();
}

/** A day of publication as `YYYY-MM-DD` in UTC, from the year 1000 on; null as for `toTimestamp`. */
export function toPublicationDate(value: Scalar): string | null {
  const moment = readMoment(value);
  if (moment === null || moment < FIRST_PUBLICATION || moment >= END_OF_STAMPS) return null;
  return new Date(moment).toISOString().slice(0, 10);
}

const HTTP_DATE = /^[A-Za-z]{3,9},? .+(GMT|UTC)$/;

/** An HTTP date (`Sat, 21 Nov 2026 01:18:48 GMT`) as milliseconds since the epoch, or null. */
export function readHttpDate(value: string | undefined): number | null {
  const text = (value ?? '').trim();
  if (!HTTP_DATE.test(text)) return null;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? null : moment;
}
