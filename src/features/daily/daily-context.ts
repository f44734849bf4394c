import type { Clock, StateStore, Vault } from '../../model/ports';
import type { Settings } from '../../model/settings';
import { offsetAt } from '../../model/time-zone';

/** The user's settings for daily notes. */
export interface Calendar {
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

/** The day of an ISO 8601 time in the time zone of the settings. */
export function localDay({ settings }: Pick<DailyContext, 'settings'>, time: string): string | null {
  const moment = Date.parse(time);
  return Number.isNaN(moment) ? null : calendarDay(time, offsetAt(moment, settings.timeZone));
}

export function today({ clock, settings }: Pick<DailyContext, 'clock' | 'settings'>): string {
  const now = clock.now();
  return new Date(now + offsetAt(now, settings.timeZone) * MINUTE_MS).toISOString().slice(0, 10);
}
