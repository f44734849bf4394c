import { type App, moment, normalizePath } from 'obsidian';

/** Names of days, and Obsidian's settings of daily notes, read from files because no API offers them. */
export class ViewCalendar {
  constructor(private readonly app: App) {}

  format(day: string, format: string): string {
    const now = new Date();
    const time = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(10);
    return moment.utc(`${day}${time}`).format(format);
  }

  async readConfig(path: string): Promise<unknown> {
    const { vault } = this.app;
    const file = normalizePath(`${vault.configDir}/${path}`);
    if (!(await vault.adapter.exists(file))) return undefined;
    try {
      return JSON.parse(await vault.adapter.read(file));
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }
}
