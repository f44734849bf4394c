import type { App, Plugin } from 'obsidian';

const MS_PER_MINUTE = 60_000;
const LOOKS_EVERY_MS = 30_000;
/**
 * The network that a device did not have when it woke is there by then, and the database that the system
 * closed can be opened.
 */
const AGAIN_MS = 10 * MS_PER_MINUTE;
/** After the start the app has other things to do. */
const FIRST_LOOK_MS = 5000;

/** On the device: when the last sync ended, in milliseconds since the epoch. */
const KEY = 'florilegium-schedule';

/**
 * Asks for a sync when the last one is so many minutes ago by the clock, whether or not the app was open
 * meanwhile; a change of the number takes effect at once. A timer of that length would stand still while the
 * device sleeps.
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
    // Of no sync, and of a clock that was wrong, it begins to count here.
    if (typeof stored === 'number' && stored <= Date.now()) this.since = stored;
    else this.ended();
    plugin.registerInterval(window.setTimeout(() => this.look(), FIRST_LOOK_MS));
  }

  /** When it asks next, in milliseconds since the epoch; null for never. */
  get nextAt(): number | null {
    return this.each ? Math.max(this.since + this.each, Date.now()) : null;
  }

  /** 0: never. The same number again leaves what has passed of it; another one counts from now. */
  every(minutes: number): void {
    const each = minutes * MS_PER_MINUTE;
    if (each === this.each) return;
    if (this.each !== null) this.since = Date.now();
    this.each = each;
    if (this.timer !== null) window.clearInterval(this.timer);
    this.timer =
      each === 0 ? null : this.plugin.registerInterval(window.setInterval(() => this.look(), LOOKS_EVERY_MS));
  }

  /** Asks at once, and counts from here until that sync ends. */
  ask(): void {
    this.since = Date.now();
    this.sync();
  }

  /** To be told of each sync that came to its end. */
  ended(): void {
    this.since = Date.now();
    this.plugin.app.saveLocalStorage(KEY, this.since);
  }

  /**
   * To be told of each sync that failed, or did not begin, for what may soon be over: the next is to come
   * before its time where syncs are far between.
   */
  failed(): void {
    this.since = Math.min(this.since, Date.now() - Math.max(0, (this.each ?? 0) - AGAIN_MS));
  }

  private look(): void {
    const now = Date.now();
    // The clock may have been set back.
    this.since = Math.min(this.since, now);
    // A timer may be early by a hair.
    if (!this.each || now - this.since < this.each - LOOKS_EVERY_MS / 2) return;
    this.ask();
  }
}
