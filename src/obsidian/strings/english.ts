import { format, formatDistanceToNow, isToday } from 'date-fns';

/** `1,204`. */
export const number = (value: number): string => value.toLocaleString('en');

/** `1 note`, `1,204 notes`. Pass `many` when the plural is not `one` with an s. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;

/** `a, b, c`. */
export const list = (parts: readonly string[]): string => parts.join(', ');

/** A moment (ISO 8601 or milliseconds) in local time: `2026-11-24 08:15`. */
export const localTime = (moment: string | number | Date): string =>
  format(new Date(moment), 'yyyy-MM-dd HH:mm');

/** A moment in local time: `09:15` today, else with its date. */
export const clockTime = (moment: string | number): string =>
  isToday(new Date(moment)) ? format(new Date(moment), 'HH:mm') : localTime(moment);

/** How long ago a moment (ISO 8601) was: `5 minutes ago`. */
export const timeAgo = (moment: string): string => formatDistanceToNow(new Date(moment), { addSuffix: true });
