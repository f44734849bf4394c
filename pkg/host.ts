import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import moment from 'moment';
import type { Clock } from '../src/model/ports';
import { knownTimeZone } from '../src/model/time-zone';
import { errorCode } from './errors';

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (ms, signal) => {
    signal?.throwIfAborted();
    try {
      await setTimeout(ms, undefined, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
};

/** The time zone of this machine. */
export const machineTimeZone = (): string =>
  knownTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Names of days in English, and the app's settings for daily notes in the vault. */
export class NodeCalendar {
  constructor(private readonly vault: string) {}

  format(day: string, format: string): string {
    const now = new Date();
    const time = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(10);
    return moment.utc(`${day}${time}`).format(format);
  }

  readConfig(path: string): Promise<unknown> {
    try {
      return Promise.resolve(JSON.parse(readFileSync(join(this.vault, '.obsidian', path), 'utf8')));
    } catch (error) {
      // An unreadable file counts as missing.
      if (error instanceof SyntaxError || errorCode(error) !== null) return Promise.resolve(undefined);
      throw error;
    }
  }
}
