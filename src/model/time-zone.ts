/** Time zones by IANA name, such as `Europe/Berlin`; without a name, UTC. */

export const UTC = 'UTC';
const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/** The day in UTC (`YYYY-MM-DD`) of a moment in milliseconds since the epoch: the same on every device. */
export const utcDay = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

const isUtc = (zone: string): boolean => zone === '' || zone === UTC;

// Making a formatter is slow, so there is one for each zone, and none for UTC.
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Whether there is such a time zone. */
export function isTimeZone(zone: string): boolean {
  if (isUtc(zone)) return true;
  // Some systems also know offsets such as +02:00, which others reject.
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    formatterOf(zone);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formatters.set(zone, made);
  return made;
}

/** What a device names as its own; UTC where it names none that is known. */
export const knownTimeZone = (zone: string | undefined): string =>
  zone !== undefined && isTimeZone(zone) ? zone : UTC;

/** Minutes that the clocks of a zone are ahead of UTC at a time (milliseconds since the epoch). */
export function offsetAt(time: number, zone: string): number {
  if (isUtc(zone)) return 0;
  const [, sign = '+', hours = '0', minutes = '0'] =
    /GMT([+-])(\d\d):(\d\d)/.exec(formatterOf(zone).format(time)) ?? [];
  const offset = Number(hours) * HOUR_MINUTES + Number(minutes);
  return sign === '-' ? -offset : offset;
}

/**
 * An ISO 8601 time in UTC as the clocks of a zone show it, with their offset:
 * `2026-03-09T23:15:00.000+02:00`. Dates without a time stay.
 */
export function inTimeZone(time: string, zone: string): string {
  if (isUtc(zone) || !/T.*Z$/.test(time)) return time;
  const moment = Date.parse(time);
  if (Number.isNaN(moment)) return time;
  const offset = offsetAt(moment, zone);
  const shown = new Date(moment + offset * MINUTE_MS).toISOString().slice(0, -1);
  const two = (value: number): string => String(Math.trunc(Math.abs(value))).padStart(2, '0');
  const sign = offset < 0 ? '-' : '+';
  return `${shown}${sign}${two(offset / HOUR_MINUTES)}:${two(offset % HOUR_MINUTES)}`;
}
