import { calendarDay, type DayOf } from './daily-sections';
import type { Settings } from '../../model/settings';
import type { Clock, StateStore, Vault } from '../../model/ports';

/** What a host knows of a person's days. */
export interface Calendar {
  /** How many minutes the person's clock is ahead of UTC at a moment (milliseconds since the epoch). */
  offsetAt(time: number): number;
  /** A day (`YYYY-MM-DD`) at the present time of day, in a format of Moment. */
  format(day: string, format: string): string;
  /** A file in the app's own folder of settings, read as JSON; undefined where there is none that can be read. */
  readConfig(path: string): Promise<unknown>;
}

/** What every view is made from: the vault and the replica. */
export interface ViewContext {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly calendar: Calendar;
  readonly signal?: AbortSignal | undefined;
}

export const dayOfIn =
  ({ calendar }: Pick<ViewContext, 'calendar'>): DayOf =>
  (moment) =>
    calendarDay(moment, calendar.offsetAt(Date.parse(moment)));

export function todayIn({ clock, calendar }: Pick<ViewContext, 'clock' | 'calendar'>): string {
  const now = clock.now();
  return new Date(now + calendar.offsetAt(now) * 60_000).toISOString().slice(0, 10);
}
