import type { Plugin } from 'obsidian';

const MS_PER_MINUTE = 60_000;

/** Asks for a sync every so many minutes; a change takes effect at once. */
export class SyncSchedule {
  private minutes = 0;
  private timer: number | null = null;
  private since = 0;

  constructor(
    private readonly plugin: Pick<Plugin, 'registerInterval'>,
    private readonly sync: () => void,
  ) {}

  /** When it asks next, in milliseconds since the epoch; null for never. */
  get nextAt(): number | null {
    const each = this.minutes * MS_PER_MINUTE;
    return each === 0 ? null : this.since + each * Math.ceil((Date.now() - this.since + 1) / each);
  }

  /** 0: never. The same number again leaves the running interval alone. */
  every(minutes: number): void {
    if (minutes === this.minutes) return;
    this.minutes = minutes;
    this.since = Date.now();
    if (this.timer !== null) window.clearInterval(this.timer);
    this.timer = minutes === 0 ? null : this.plugin.registerInterval(window.setInterval(this.sync, minutes * MS_PER_MINUTE));
  }
}
