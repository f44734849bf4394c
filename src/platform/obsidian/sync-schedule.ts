import type { Plugin } from 'obsidian';

const MS_PER_MINUTE = 60_000;

/** Asks for a sync every so many minutes; a change takes effect at once. */
export class SyncSchedule {
  private minutes = 0;
  private timer: number | null = null;

  constructor(
    private readonly plugin: Pick<Plugin, 'registerInterval'>,
    private readonly sync: () => void,
  ) {}

  /** 0: never. The same number again leaves the running interval alone. */
  every(minutes: number): void {
    if (minutes === this.minutes) return;
    this.minutes = minutes;
    if (this.timer !== null) window.clearInterval(this.timer);
    this.timer = minutes === 0 ? null : this.plugin.registerInterval(window.setInterval(this.sync, minutes * MS_PER_MINUTE));
  }
}
