import { format } from 'date-fns';

const CONSTRUCT = Symbol.for('constructDateFrom');

/** A date with UTC fields in any time zone, for date-fns. */
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
  /** date-fns copies dates with this. */
  [CONSTRUCT](value: Date | number | string): UtcDate {
    return new UtcDate(value);
  }
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** The date of an ISO 8601 text, UTC if it names no zone; null if invalid. */
function utcDate(text: string): UtcDate | null {
  if (!ISO_DATE.test(text)) return null;
  const zoned = /T/.test(text) && !/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? `${text}Z` : text;
  const date = new UtcDate(zoned);
  return Number.isNaN(date.getTime()) ? null : date;
}

const hasProtectedToken = (pattern: string): boolean => /[YD]/.test(pattern.replace(/'[^']*'/g, ''));

/** What is wrong with a date format, or null. */
export function problemWithDateFormat(pattern: string): string | null {
  // Checked first, because date-fns logs to the console for these.
  if (hasProtectedToken(pattern))
    return 'a year is written yyyy and a day dd, in small letters, as in yyyy-MM-dd';
  const formatted = tryFormat(new UtcDate(0), pattern);
  return typeof formatted === 'string' ? null : formatted.message;
}

function tryFormat(date: UtcDate, pattern: string): string | RangeError {
  try {
    return format(date, pattern);
  } catch (error) {
    // date-fns throws RangeError for invalid formats.
    if (error instanceof RangeError) return error;
    throw error;
  }
}

const DEFAULT_FORMAT = 'yyyy-MM-dd';
const PLAIN_DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])(?:T[\d:.]{12}Z)?$/;

/**
 * Formats an ISO 8601 text by a date-fns format, in UTC and English. `''` if it is no date; `yyyy-MM-dd` if
 * the format is invalid.
 */
export function formatUtc(text: string, pattern = DEFAULT_FORMAT): string {
  // Fast path for most dates of a first sync.
  if (pattern === DEFAULT_FORMAT && PLAIN_DAY.test(text)) return text.slice(0, 10);
  const date = utcDate(text);
  if (date === null) return '';
  if (pattern === DEFAULT_FORMAT || hasProtectedToken(pattern)) return date.toISOString().slice(0, 10);
  const formatted = tryFormat(date, pattern);
  return typeof formatted === 'string' ? formatted : date.toISOString().slice(0, 10);
}
