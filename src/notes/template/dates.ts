import { format } from 'date-fns/format';

const CONSTRUCT = Symbol.for('constructDateFrom');
const MINUTE_MS = 60_000;

/** A date whose fields are those of clocks with a given offset from UTC, on any device, for date-fns. */
class ClockDate extends Date {
  constructor(
    value: Date | number | string,
    private readonly offset: number,
  ) {
    super(value);
  }

  /** The date whose fields in UTC are the ones shown. */
  private get shown(): Date {
    return new Date(this.getTime() + this.offset * MINUTE_MS);
  }

  /** `2026-03-09`. */
  get day(): string {
    return this.shown.toISOString().slice(0, 'yyyy-MM-dd'.length);
  }

  private change(set: (shown: Date) => number): number {
    return this.setTime(set(this.shown) - this.offset * MINUTE_MS);
  }

  override getFullYear(): number {
    return this.shown.getUTCFullYear();
  }
  override getMonth(): number {
    return this.shown.getUTCMonth();
  }
  override getDate(): number {
    return this.shown.getUTCDate();
  }
  override getDay(): number {
    return this.shown.getUTCDay();
  }
  override getHours(): number {
    return this.shown.getUTCHours();
  }
  override getMinutes(): number {
    return this.shown.getUTCMinutes();
  }
  override getSeconds(): number {
    return this.shown.getUTCSeconds();
  }
  override getMilliseconds(): number {
    return this.shown.getUTCMilliseconds();
  }
  override getTimezoneOffset(): number {
    return -this.offset;
  }
  override setFullYear(year: number, month = this.getMonth(), day = this.getDate()): number {
    return this.change((shown) => shown.setUTCFullYear(year, month, day));
  }
  override setMonth(month: number, day = this.getDate()): number {
    return this.change((shown) => shown.setUTCMonth(month, day));
  }
  override setDate(day: number): number {
    return this.change((shown) => shown.setUTCDate(day));
  }
  override setHours(
    hours: number,
    minutes = this.getMinutes(),
    seconds = this.getSeconds(),
    ms = this.getMilliseconds(),
  ): number {
    return this.change((shown) => shown.setUTCHours(hours, minutes, seconds, ms));
  }
  /** date-fns copies dates with this. */
  [CONSTRUCT](value: Date | number | string): ClockDate {
    return new ClockDate(value, this.offset);
  }
}

const ISO_DATE =
  /^\d{4}-\d{2}-\d{2}(?:(T)\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:(Z)|([+-])(\d{2}):?(\d{2}))?)?$/;

/** The date of an ISO 8601 text, as clocks with its own offset show it; UTC if it has none; null if invalid. */
function readDate(text: string): ClockDate | null {
  const match = ISO_DATE.exec(text);
  if (match === null) return null;
  const [, time, isUtc, sign, hours = '0', minutes = '0'] = match;
  const needsZone = time !== undefined && isUtc === undefined && sign === undefined;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const date = new ClockDate(needsZone ? `${text}Z` : text, offset);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** What is wrong with a date format, or null. */
export function problemWithDateFormat(pattern: string): string | null {
  const formatted = tryFormat(new ClockDate(0, 0), pattern);
  return typeof formatted === 'string' ? null : formatted.message;
}

/** Moment's letters that date-fns does not have, with what it has for them. */
const MOMENT: readonly (readonly [letters: RegExp, ours: string])[] = [
  [/Y/g, 'y'],
  [/Do/g, 'do'],
  [/D/g, 'd'],
  [/A/g, 'a'],
];
const WEEKDAY = /d{3,4}/g;
/** Plain text; two brackets are a link. */
const BRACKETS = /(^|[^[])\[([^[\]]*)\](?!\])/g;
const IN_QUOTES = /('[^']*')/;

/** A format of Moment as one of date-fns (`dddd, DD.MM.YYYY` is `EEEE, dd.MM.yyyy`); null for one of date-fns. */
export function fromMoment(pattern: string): string | null {
  const parts = pattern.replace(BRACKETS, "$1'$2'").split(IN_QUOTES);
  const translated = parts.map((part) => (part.startsWith("'") ? part : withOurLetters(part))).join('');
  return translated === pattern ? null : translated;
}

function withOurLetters(part: string): string {
  const weekdays = part.replace(WEEKDAY, (letters) => 'E'.repeat(letters.length));
  return MOMENT.reduce((text, [letters, ours]) => text.replace(letters, ours), weekdays);
}

/** Whether a format has minutes and no hours, as where `mm` was written for the month. */
export function hasLoneMinutes(pattern: string): boolean {
  const letters = pattern
    .split(IN_QUOTES)
    .filter((part) => !part.startsWith("'"))
    .join('');
  return /m/.test(letters) && !/[hHkK]/.test(letters);
}

function tryFormat(date: ClockDate, pattern: string): string | RangeError {
  if (fromMoment(pattern) !== null) return new RangeError("it has Moment's letters");
  try {
    return format(date, pattern);
  } catch (error) {
    // date-fns throws RangeError for invalid formats.
    if (error instanceof RangeError) return error;
    throw error;
  }
}

const DEFAULT_FORMAT = 'yyyy-MM-dd';
const PLAIN_DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])(?:T[\d:.]{12}(?:Z|[+-]\d{2}:\d{2}))?$/;

/**
 * Formats an ISO 8601 text by a format of date-fns, in English and by the text's own offset. `''`
 * if it is no date; `yyyy-MM-dd` if the format is invalid.
 */
export function formatDate(text: string, pattern = DEFAULT_FORMAT): string {
  // Fast path for most dates of a first sync.
  if (pattern === DEFAULT_FORMAT && PLAIN_DAY.test(text)) return text.slice(0, 10);
  const date = readDate(text);
  if (date === null) return '';
  if (pattern === DEFAULT_FORMAT) return date.day;
  const formatted = tryFormat(date, pattern);
  return typeof formatted === 'string' ? formatted : date.day;
}
