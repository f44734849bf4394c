import type { Plugin } from 'obsidian';
import { parseSettings, type Settings } from '../../core/settings';

/**
 * The settings in `data.json`. A file that does not hold settings is never overwritten on its own: the defaults are read
 * in its place until it is mended, or a person says to start over.
 */
export class SettingsStore {
  private current: Settings = defaults();
  private found: readonly string[] = [];
  private readonly listeners = new Set<() => void>();

  constructor(private readonly plugin: Pick<Plugin, 'loadData' | 'saveData'>) {}

  get settings(): Settings {
    return this.current;
  }

  /** What is wrong with the file; empty when nothing is. */
  get problems(): readonly string[] {
    return this.found;
  }

  /** Reads the file: at the start, and whenever something outside has changed it. */
  async load(): Promise<void> {
    const result = await this.read();
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
    this.current = result.settings;
    await this.plugin.saveData(result.settings);
    this.announce();
  }

  /** Puts the defaults in the place of a file with problems. */
  async startOver(): Promise<void> {
    this.current = defaults();
    this.found = [];
    await this.plugin.saveData(this.current);
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
      return parseSettings(data);
    } catch (error) {
      return { ok: false, problems: [`data.json cannot be read: ${error instanceof Error ? error.message : String(error)}`] };
    }
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
