import type { Clock, StateStore, Vault } from '../../model/ports';
import type { Settings } from '../../model/settings';

/** The user's time zone and settings for daily notes. */
export interface Calendar {
  /** Minutes that the user's clock is ahead of UTC at a time (milliseconds since the epoch). */
  offsetAt(time: number): number;
  /** Formats a day (`YYYY-MM-DD`) at the current time of day with a Moment format. */
  format(day: string, format: string): string;
  /** Reads a JSON file of the app's settings folder; undefined if it cannot be read. */
  readConfig(path: string): Promise<unknown>;
}

export interface DailyContext {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly calendar: Calendar;
  readonly signal?: AbortSignal | undefined;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** The day (`YYYY-MM-DD`) of an ISO 8601 time in a time zone (120 for UTC+2); null for an invalid time. */
export function calendarDay(time: string, offsetMinutes = 0): string | null {
  const date = new Date(Date.parse(time) + offsetMinutes * MINUTE_MS);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10);
}

/** The day `count` days later; earlier for a negative count. */
export const daysAfter = (day: string, count: number): string => calendarDay(day, count * DAY_MINUTES) ?? day;

/** The day of an ISO 8601 time in the user's time zone. */
export const localDay = ({ calendar }: Pick<DailyContext, 'calendar'>, time: string): string | null =>
  calendarDay(time, calendar.offsetAt(Date.parse(time)));

export function today({ clock, calendar }: Pick<DailyContext, 'clock' | 'calendar'>): string {
  const now = clock.now();
  return new Date(now + calendar.offsetAt(now) * MINUTE_MS).toISOString().slice(0, 10);
}
