import { format } from 'date-fns/format';
import { formatDistanceToNow } from 'date-fns/formatDistanceToNow';
import { isToday } from 'date-fns/isToday';

/** A moment (ISO 8601 or milliseconds) in local time: `2026-11-24 08:15`. */
export const localTime = (moment: string | number | Date): string =>
  format(new Date(moment), 'yyyy-MM-dd HH:mm');

/** A moment in local time: `09:15` today, else with its date. */
export const clockTime = (moment: string | number): string =>
  isToday(new Date(moment)) ? format(new Date(moment), 'HH:mm') : localTime(moment);

/** How long ago a moment (ISO 8601) was: `5 minutes ago`. */
export const timeAgo = (moment: string): string => formatDistanceToNow(new Date(moment), { addSuffix: true });
