import type { App, Plugin } from 'obsidian';

const MS_PER_MINUTE = 60_000;
const LOOKS_EVERY_MS = 30_000;
/**
 * Retry delay after a failure: by then the network is back after a wake-up, and the database can be reopened.
 */
const AGAIN_MS = 10 * MS_PER_MINUTE;
/** Obsidian is busy just after it starts. */
const FIRST_LOOK_MS = 5000;

/** Local storage key: when the last sync ended, in milliseconds since the epoch. */
const KEY = 'florilegium-schedule';

/**
 * Starts a sync when the last one is `minutes` ago by the clock, whether or not Obsidian was open meanwhile.
 * The clock is polled, because a long timer stands still while the device sleeps.
 */
export class SyncSchedule {
  private each: number | null = null;
  private timer: number | null = null;
  private since = 0;

  constructor(
    private readonly plugin: Pick<Plugin, 'registerInterval'> & {
      readonly app: Pick<App, 'loadLocalStorage' | 'saveLocalStorage'>;
    },
    private readonly sync: () => void,
  ) {
    const stored: unknown = plugin.app.loadLocalStorage(KEY);
    // Without a last sync, or with one in the future, the interval counts from now.
    if (typeof stored === 'number' && stored <= Date.now()) this.since = stored;
    else this.ended();
    plugin.registerInterval(window.setTimeout(() => this.look(), FIRST_LOOK_MS));
  }

  /** When the next sync starts, in milliseconds since the epoch; null for never. */
  get nextAt(): number | null {
    return this.each ? Math.max(this.since + this.each, Date.now()) : null;
  }

  /** Changes the interval; 0 turns automatic syncs off. A different interval counts from now. */
  every(minutes: number): void {
    const each = minutes * MS_PER_MINUTE;
    if (each === this.each) return;
    if (this.each !== null) this.since = Date.now();
    this.each = each;
    if (this.timer !== null) window.clearInterval(this.timer);
    this.timer =
      each === 0 ? null : this.plugin.registerInterval(window.setInterval(() => this.look(), LOOKS_EVERY_MS));
  }

  /** Starts a sync now. */
  ask(): void {
    this.since = Date.now();
    this.sync();
  }

  /** Called after each sync that ended well. */
  ended(): void {
    this.since = Date.now();
    this.plugin.app.saveLocalStorage(KEY, this.since);
  }

  /**
   * Called after each sync that failed, or could not start, for a reason that may soon be over: retries
   * before a long interval has passed.
   */
  failed(): void {
    this.since = Math.min(this.since, Date.now() - Math.max(0, (this.each ?? 0) - AGAIN_MS));
  }

  private look(): void {
    const now = Date.now();
    this.since = Math.min(this.since, now);
    // Timers may fire slightly early.
    if (!this.each || now - this.since < this.each - LOOKS_EVERY_MS / 2) return;
    this.ask();
  }
}
