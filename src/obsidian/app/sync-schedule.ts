import type { App, Plugin } from 'obsidian';
import { DEVICE_KEYS } from '../state/device-keys';

const MS_PER_MINUTE = 60_000;
const CHECK_EVERY_MS = 30_000;
/** Retry delay after a failure. After a wake-up, network and database are available again by then. */
const RETRY_AFTER_MS = 10 * MS_PER_MINUTE;
/** Obsidian is busy just after it starts. */
const FIRST_CHECK_MS = 5000;

const KEY = DEVICE_KEYS.schedule;

/**
 * Starts a sync at an interval since the last one, even across restarts. It polls the clock, because a long
 * timer stands still while the device sleeps.
 */
export class SyncSchedule {
  private interval: number | null = null;
  private timer: number | null = null;
  private lastSyncAt = 0;

  constructor(
    private readonly plugin: Pick<Plugin, 'registerInterval'> & {
      readonly app: Pick<App, 'loadLocalStorage' | 'saveLocalStorage'>;
    },
    private readonly sync: () => void,
  ) {
    const stored: unknown = plugin.app.loadLocalStorage(KEY);
    // Without a last sync, or with one in the future, the interval counts from now.
    if (typeof stored === 'number' && stored <= Date.now()) this.lastSyncAt = stored;
    else this.syncEnded();
    plugin.registerInterval(window.setTimeout(() => this.check(), FIRST_CHECK_MS));
  }

  /** When the next sync starts, in milliseconds since the epoch; null for never. */
  get nextAt(): number | null {
    return this.interval ? Math.max(this.lastSyncAt + this.interval, Date.now()) : null;
  }

  /** Changes the interval; 0 turns automatic syncs off. A different interval counts from now. */
  setMinutes(minutes: number): void {
    const interval = minutes * MS_PER_MINUTE;
    if (interval === this.interval) return;
    if (this.interval !== null) this.lastSyncAt = Date.now();
    this.interval = interval;
    if (this.timer !== null) window.clearInterval(this.timer);
    this.timer =
      interval === 0
        ? null
        : this.plugin.registerInterval(window.setInterval(() => this.check(), CHECK_EVERY_MS));
  }

  /** Starts a sync now. */
  start(): void {
    this.lastSyncAt = Date.now();
    this.sync();
  }

  /** Called after each sync that ended well. */
  syncEnded(): void {
    this.lastSyncAt = Date.now();
    this.plugin.app.saveLocalStorage(KEY, this.lastSyncAt);
  }

  /** Called after a failure that may soon pass: retries before a long interval is over. */
  syncFailed(): void {
    this.lastSyncAt = Math.min(
      this.lastSyncAt,
      Date.now() - Math.max(0, (this.interval ?? 0) - RETRY_AFTER_MS),
    );
  }

  private check(): void {
    const now = Date.now();
    this.lastSyncAt = Math.min(this.lastSyncAt, now);
    // Timers may fire slightly early.
    if (!this.interval || now - this.lastSyncAt < this.interval - CHECK_EVERY_MS / 2) return;
    this.start();
  }
}
