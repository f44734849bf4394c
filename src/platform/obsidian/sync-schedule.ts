import type { Plugin } from 'obsidian';

const MS_PER_MINUTE = 60_000;
const LOOKS_EVERY_MS = 30_000;

/** Asks for a sync every so many minutes by the clock; a change takes effect at once. A timer of that length would stand still while the device sleeps. */
export class SyncSchedule {
  private each = 0;
  private timer: number | null = null;
  private since = 0;

  constructor(
    private readonly plugin: Pick<Plugin, 'registerInterval'>,
    private readonly sync: () => void,
  ) {}

  /** When it asks next, in milliseconds since the epoch; null for never. */
  get nextAt(): number | null {
    return this.each === 0 ? null : Math.max(this.since + this.each, Date.now());
  }

  /** 0: never. The same number again leaves what has passed of it. */
  every(minutes: number): void {
    const each = minutes * MS_PER_MINUTE;
    if (each === this.each) return;
    this.each = each;
    this.since = Date.now();
    if (this.timer !== null) window.clearInterval(this.timer);
    this.timer = each === 0 ? null : this.plugin.registerInterval(window.setInterval(() => this.look(), LOOKS_EVERY_MS));
  }

  private look(): void {
    const now = Date.now();
    // The clock may have been set back.
    this.since = Math.min(this.since, now);
    // A timer may be early by a hair.
    if (now - this.since < this.each - LOOKS_EVERY_MS / 2) return;
    this.since = now;
    this.sync();
  }
}
