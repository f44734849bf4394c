import type { Clock, StateStore, Vault } from '../../model/ports';
import type { Settings } from '../../model/settings';

/** What a host knows of a person's days. */
export interface Calendar {
  /** How many minutes the person's clock is ahead of UTC at a moment (milliseconds since the epoch). */
  offsetAt(time: number): number;
  /** A day (`YYYY-MM-DD`) at the present time of day, in a format of Moment. */
  format(day: string, format: string): string;
  /**
   * A file in the app's own settings folder, read as JSON; undefined where there is none that can be read.
   */
  readConfig(path: string): Promise<unknown>;
}

/** What sections of daily notes are made from: the vault and the replica. */
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

/**
 * The calendar day (`YYYY-MM-DD`) of an ISO 8601 moment, by a clock that is so many minutes ahead of UTC,
 * such as 120 in a Berlin summer; null when it is not a moment.
 */
export function calendarDay(moment: string, offsetMinutes = 0): string | null {
  const date = new Date(Date.parse(moment) + offsetMinutes * MINUTE_MS);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10);
}

/** The calendar day so many days later; earlier where `count` is less than 0. */
export const daysAfter = (day: string, count: number): string => calendarDay(day, count * DAY_MINUTES) ?? day;

/** The calendar day that a moment falls on where the person is. */
export const localDay = ({ calendar }: Pick<DailyContext, 'calendar'>, moment: string): string | null =>
  calendarDay(moment, calendar.offsetAt(Date.parse(moment)));

export function today({ clock, calendar }: Pick<DailyContext, 'clock' | 'calendar'>): string {
  const now = clock.now();
  return new Date(now + calendar.offsetAt(now) * MINUTE_MS).toISOString().slice(0, 10);
}
