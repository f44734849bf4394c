import type { SettingsStore } from '../state/settings-store';
import type { LibraryEntry, SettingsEngine } from './engine';

interface Reading {
  readonly scope: string;
  readonly entries: LibraryEntry[];
  readonly done: Promise<void>;
}

/** The items of the library, read once for as long as the settings are open and the scope stays the same. */
export class LibraryIndex {
  private abort = new AbortController();
  private reading: Reading | null = null;

  constructor(
    private readonly engine: Pick<SettingsEngine, 'readLibrary'>,
    private readonly store: SettingsStore,
  ) {}

  /** Every item; null when the settings are closed meanwhile. */
  async all(): Promise<readonly LibraryEntry[] | null> {
    const { entries, done } = this.open();
    const { signal } = this.abort;
    try {
      await done;
      return entries;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  /** Forgets what it knows. */
  close(): void {
    this.abort.abort(new Error('The settings were closed'));
    this.abort = new AbortController();
    this.reading = null;
  }

  private open(): Reading {
    const { scope } = this.store.settings;
    const mark = JSON.stringify(scope);
    if (this.reading?.scope === mark) return this.reading;
    this.close();
    const entries: LibraryEntry[] = [];
    const done = this.engine.readLibrary({
      scope,
      signal: this.abort.signal,
      take: (entry) => entries.push(entry),
    });
    this.reading = { scope: mark, entries, done };
    return this.reading;
  }
}
