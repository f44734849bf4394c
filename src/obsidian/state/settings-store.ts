import type { App, Plugin } from 'obsidian';
import { settingsProblemText } from '../../messages/settings-messages';
import { parseSettings, type Settings } from '../../model/settings';
import { HostError, hostCall } from '../host/host-error';
import { DEVICE_KEYS } from './device-keys';
import { SETTINGS_FILE } from '../strings/settings-strings';

/** Remembered because a sync with the defaults, while the file is missing, would move all notes. */
const KEY = DEVICE_KEYS.settings;

/** What is in the file, or in words why it cannot be used. */
type ReadFile =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly string[] };

function readSettings(value: unknown, options?: { readonly checksTimeZone: boolean }): ReadFile {
  const result = parseSettings(value, options);
  return result.ok ? result : { ok: false, problems: result.problems.map(settingsProblemText) };
}

/**
 * The settings in `data.json`. A file that is invalid or missing is never overwritten by itself: the defaults
 * stand in until it is fixed, or the user resets it.
 */
export class SettingsStore {
  private current: Settings = defaults();
  private currentProblems: readonly string[] = [];
  private readonly listeners = new Set<() => void>();

  /** The last queued write; never rejects. */
  private writes: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly plugin: Pick<Plugin, 'loadData' | 'saveData'>,
    private readonly device: Pick<App, 'loadLocalStorage' | 'saveLocalStorage'>,
  ) {}

  get settings(): Settings {
    return this.current;
  }

  get problems(): readonly string[] {
    return this.currentProblems;
  }

  /**
   * Reads the file; also before each run, because Obsidian does not report every change. The time zone need
   * not be checked while the plugin loads.
   */
  async load({ checksTimeZone = true } = {}): Promise<void> {
    await this.writes;
    const before = this.current;
    const known = JSON.stringify([before, this.currentProblems]);
    const result = await this.read({ checksTimeZone });
    // A save that is still being written wins.
    if (this.current !== before) return;
    this.current = result.ok ? result.settings : defaults();
    this.currentProblems = result.ok ? [] : result.problems;
    if (JSON.stringify([this.current, this.currentProblems]) !== known) this.notify();
  }

  /** Like `load`, but rejects when the file has problems. */
  async renew(): Promise<void> {
    await this.load();
    if (this.currentProblems.length > 0) throw new HostError(this.currentProblems.join('; '));
  }

  /** Saves changed settings; rejects invalid ones with an error that names the setting. */
  async save(changed: unknown): Promise<void> {
    if (this.currentProblems.length > 0) throw notOverwritten(this.currentProblems);
    const settings = accepted(changed);
    const before = this.current;
    if (JSON.stringify(settings) === JSON.stringify(before)) return;
    this.current = settings;
    try {
      await this.enqueue(() => this.put(settings, before));
    } catch (error) {
      if (this.current === settings) this.current = before;
      throw error;
    }
    this.notify();
  }

  /** Replaces a file with problems by the defaults. */
  async startOver(): Promise<void> {
    const settings = defaults();
    this.current = settings;
    this.currentProblems = [];
    await this.enqueue(() => this.write(settings));
    this.notify();
  }

  /** Returns a function that removes the listener. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private async read(options: { readonly checksTimeZone: boolean }): Promise<ReadFile> {
    try {
      const data: unknown = await this.plugin.loadData();
      if (data !== null && data !== undefined) this.device.saveLocalStorage(KEY, true);
      else if (this.device.loadLocalStorage(KEY) === true)
        return { ok: false, problems: [SETTINGS_FILE.missing] };
      return readSettings(data, options);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { ok: false, problems: [SETTINGS_FILE.unreadable(reason)] };
    }
  }

  /** Keeps what another device has saved meanwhile, except for what was changed here. */
  private async put(settings: Settings, before: Settings): Promise<void> {
    const stored = await this.read({ checksTimeZone: true });
    this.currentProblems = stored.ok ? [] : stored.problems;
    if (!stored.ok) throw notOverwritten(stored.problems);
    const merged = accepted({ ...stored.settings, ...changesIn(settings, before) });
    await this.write(merged);
    if (this.current === settings) this.current = merged;
  }

  private async write(settings: Settings): Promise<void> {
    await hostCall(this.plugin.saveData(settings));
    this.device.saveLocalStorage(KEY, true);
  }

  private enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.writes.then(work);
    this.writes = done.catch(() => undefined);
    return done;
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}

const notOverwritten = (problems: readonly string[]): Error =>
  new Error(SETTINGS_FILE.notOverwritten(problems.join('; ')));

const changesIn = (settings: Settings, before: Settings): object =>
  Object.fromEntries(
    Object.entries(settings).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, key)),
    ),
  );

function accepted(given: unknown): Settings {
  const result = readSettings(given);
  if (!result.ok) throw new Error(SETTINGS_FILE.notSaved(result.problems.join('; ')));
  return result.settings;
}

const defaults = (): Settings => accepted(null);
