import type { App, Plugin } from 'obsidian';
import { parseSettings, type Settings } from '../../model/settings';
import { HostError } from '../host/host-error';

const GONE = 'data.json is not there any more (a cloud may still bring it)';

/**
 * On the device: the file was there. Clouds take files away for a while, and a sync by the defaults would
 * move every note.
 */
const KEY = 'florilegium-settings';

/**
 * The settings in `data.json`. A file that does not hold settings, or that was there and is not any more, is
 * never overwritten on its own: the defaults are read in its place until it is mended, or a person says to
 * start over.
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

  /**
   * Reads the file: at the start, whenever something outside has changed it, and before each run, because the
   * app does not tell of every such change.
   */
  async load(): Promise<void> {
    await this.writes;
    const before = this.current;
    const known = JSON.stringify([before, this.found]);
    const result = await this.read();
    // What was saved meanwhile is on its way to the file.
    if (this.current !== before) return;
    this.current = result.ok ? result.settings : defaults();
    this.found = result.ok ? [] : result.problems;
    if (JSON.stringify([this.current, this.found]) !== known) this.announce();
  }

  /** As `load`; rejects where there is a problem. */
  async renew(): Promise<void> {
    await this.load();
    if (this.found.length > 0) throw new HostError(this.found.join('; '));
  }

  /**
   * Saves when something differs. A value that the settings cannot hold is refused with an error that names
   * it.
   */
  async save(changed: unknown): Promise<void> {
    if (this.found.length > 0) throw notOverwritten(this.found);
    const settings = accepted(changed);
    const before = this.current;
    if (JSON.stringify(settings) === JSON.stringify(before)) return;
    this.current = settings;
    try {
      await this.inTurn(() => this.put(settings, before));
    } catch (error) {
      if (this.current === settings) this.current = before;
      throw error;
    }
    this.announce();
  }

  /** Puts the defaults in the place of a file with problems. */
  async startOver(): Promise<void> {
    const settings = defaults();
    this.current = settings;
    this.found = [];
    await this.inTurn(() => this.write(settings));
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
      return {
        ok: false,
        problems: [`data.json cannot be read: ${error instanceof Error ? error.message : String(error)}`],
      };
    }
  }

  /** What another device has saved meanwhile stays, but for what is changed here. */
  private async put(settings: Settings, before: Settings): Promise<void> {
    const there = await this.read();
    this.found = there.ok ? [] : there.problems;
    if (!there.ok) throw notOverwritten(there.problems);
    const both = accepted({ ...there.settings, ...changesIn(settings, before) });
    await this.write(both);
    if (this.current === settings) this.current = both;
  }

  private async write(settings: Settings): Promise<void> {
    await this.plugin.saveData(settings);
    this.device.saveLocalStorage(KEY, true);
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.writes.then(work);
    this.writes = done.catch(() => undefined);
    return done;
  }

  private announce(): void {
    for (const listener of this.listeners) listener();
  }
}

const notOverwritten = (problems: readonly string[]): Error =>
  new Error(`The settings file has a problem and was not overwritten: ${problems.join('; ')}`);

const changesIn = (settings: Settings, before: Settings): object =>
  Object.fromEntries(
    Object.entries(settings).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, key)),
    ),
  );

function accepted(given: unknown): Settings {
  const result = parseSettings(given);
  if (!result.ok) throw new Error(`The settings were not saved: ${result.problems.join('; ')}`);
  return result.settings;
}

const defaults = (): Settings => accepted(null);
