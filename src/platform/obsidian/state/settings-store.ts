import type { App, Plugin } from 'obsidian';
import { parseSettings, type Settings } from '../../../core/settings';

const GONE = 'data.json is not there any more (a cloud may still bring it)';

/** On the device: the file was there. Clouds take files away for a while, and a sync by the defaults would move every note. */
const KEY = 'florilegium-settings';

/**
 * The settings in `data.json`. A file that does not hold settings, or that was there and is not any more, is never overwritten on its
 * own: the defaults are read in its place until it is mended, or a person says to start over.
 */
export class SettingsStore {
  private current: Settings = defaults();
  private found: readonly string[] = [];
  private readonly listeners = new Set<() => void>();

  /** Never rejects. */
  private writes: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly plugin: Pick<Plugin, 'loadData' | 'saveData'>,
    private readonly device: Pick<App, 'loadLocalStorage' | 'saveLocalStorage'>,
  ) {}

  get settings(): Settings {
    return this.current;
  }

  /** What is wrong with the file; empty when nothing is. */
  get problems(): readonly string[] {
    return this.found;
  }

  /** Reads the file: at the start, and whenever something outside has changed it. */
  async load(): Promise<void> {
    await this.writes;
    const before = this.current;
    const result = await this.read();
    // What was saved meanwhile is on its way to the file.
    if (this.current !== before) return;
    this.current = result.ok ? result.settings : defaults();
    this.found = result.ok ? [] : result.problems;
    this.announce();
  }

  /** Saves when something differs. A value that the settings cannot hold is refused with an error that names it. */
  async save(changed: unknown): Promise<void> {
    if (this.found.length > 0) throw new Error(`The settings file has a problem and was not overwritten: ${this.found.join('; ')}`);
    const result = parseSettings(changed);
    if (!result.ok) throw new Error(`The settings were not saved: ${result.problems.join('; ')}`);
    if (JSON.stringify(result.settings) === JSON.stringify(this.current)) return;
    const before = this.current;
    this.current = result.settings;
    try {
      await this.write(result.settings);
    } catch (error) {
      if (this.current === result.settings) this.current = before;
      throw error;
    }
    this.announce();
  }

  /** Puts the defaults in the place of a file with problems. */
  async startOver(): Promise<void> {
    this.current = defaults();
    this.found = [];
    await this.write(this.current);
    this.announce();
  }

  /** Answers with what stops the listening. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private async read(): Promise<ReturnType<typeof parseSettings>> {
    try {
      const data: unknown = await this.plugin.loadData();
      if (data !== null && data !== undefined) this.device.saveLocalStorage(KEY, true);
      else if (this.device.loadLocalStorage(KEY) === true) return { ok: false, problems: [GONE] };
      return parseSettings(data);
    } catch (error) {
      return { ok: false, problems: [`data.json cannot be read: ${error instanceof Error ? error.message : String(error)}`] };
    }
  }

  private write(settings: Settings): Promise<void> {
    const written = this.writes.then(() => this.plugin.saveData(settings));
    this.device.saveLocalStorage(KEY, true);
    this.writes = written.then(
      () => undefined,
      () => undefined,
    );
    return written;
  }

  private announce(): void {
    for (const listener of this.listeners) listener();
  }
}

function defaults(): Settings {
  const result = parseSettings(null);
  if (!result.ok) throw new Error(`The default settings are not valid: ${result.problems.join('; ')}`);
  return result.settings;
}
