import { format } from 'date-fns';

const CONSTRUCT = Symbol.for('constructDateFrom');

/**
 * A date whose fields are those of UTC, whatever the device's time zone: what date-fns reads and sets goes to
 * UTC.
 */
class UtcDate extends Date {
  override getFullYear(): number {
    return this.getUTCFullYear();
  }
  override getMonth(): number {
    return this.getUTCMonth();
  }
  override getDate(): number {
    return this.getUTCDate();
  }
  override getDay(): number {
    return this.getUTCDay();
  }
  override getHours(): number {
    return this.getUTCHours();
  }
  override getMinutes(): number {
    return this.getUTCMinutes();
  }
  override getSeconds(): number {
    return this.getUTCSeconds();
  }
  override getMilliseconds(): number {
    return this.getUTCMilliseconds();
  }
  override getTimezoneOffset(): number {
    return 0;
  }
  override setFullYear(year: number, month = this.getUTCMonth(), day = this.getUTCDate()): number {
    return this.setUTCFullYear(year, month, day);
  }
  override setMonth(month: number, day = this.getUTCDate()): number {
    return this.setUTCMonth(month, day);
  }
  override setDate(day: number): number {
    return this.setUTCDate(day);
  }
  override setHours(
    hours: number,
    minutes = this.getUTCMinutes(),
    seconds = this.getUTCSeconds(),
    ms = this.getUTCMilliseconds(),
  ): number {
    return this.setUTCHours(hours, minutes, seconds, ms);
  }
  /** date-fns makes its copies with this, so that they are of UTC, too. */
  [CONSTRUCT](value: Date | number | string): UtcDate {
    return new UtcDate(value);
  }
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** The date that an ISO 8601 text means, read as UTC where it names no zone; null when it is none. */
function utcDate(text: string): UtcDate | null {
  if (!ISO_DATE.test(text)) return null;
  const zoned = /T/.test(text) && !/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? `${text}Z` : text;
  const date = new UtcDate(zoned);
  return Number.isNaN(date.getTime()) ? null : date;
}

const hasProtectedToken = (pattern: string): boolean => /[YD]/.test(pattern.replace(/'[^']*'/g, ''));

/** Null when date-fns takes the format, else what is wrong with it. */
export function problemWithDateFormat(pattern: string): string | null {
  // Asked first, because date-fns writes to the console about these.
  if (hasProtectedToken(pattern))
    return 'a year is written yyyy and a day dd, in small letters, as in yyyy-MM-dd';
  const formatted = tryFormat(new UtcDate(0), pattern);
  return typeof formatted === 'string' ? null : formatted.message;
}

function tryFormat(date: UtcDate, pattern: string): string | RangeError {
  try {
    return format(date, pattern);
  } catch (error) {
    // date-fns tells of a bad format by throwing a RangeError; anything else is a bug.
    if (error instanceof RangeError) return error;
    throw error;
  }
}

const DEFAULT_FORMAT = 'yyyy-MM-dd';
const PLAIN_DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])(?:T[\d:.]{12}Z)?$/;

/**
 * `text` (ISO 8601) by a date-fns format, in UTC and English; `''` when it is no date, `yyyy-MM-dd` when the
 * format is none.
 */
export function formatUtc(text: string, pattern = DEFAULT_FORMAT): string {
  // Most of all dates in a first sync: already written so.
  if (pattern === DEFAULT_FORMAT && PLAIN_DAY.test(text)) return text.slice(0, 10);
  const date = utcDate(text);
  if (date === null) return '';
  if (pattern === DEFAULT_FORMAT || hasProtectedToken(pattern)) return date.toISOString().slice(0, 10);
  const formatted = tryFormat(date, pattern);
  return typeof formatted === 'string' ? formatted : date.toISOString().slice(0, 10);
}
