import { readLibrary, type LibraryEntry } from '../../store/read-library';
import type { AppEngine } from '../app-engine';

interface Reading {
  readonly scope: string;
  readonly entries: LibraryEntry[];
  readonly done: Promise<void>;
}

/** The items of the library, read once for as long as the settings are open and the scope stays the same. */
export class LibraryIndex {
  private abort = new AbortController();
  private reading: Reading | null = null;

  constructor(private readonly engine: AppEngine) {}

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
    const { host, settings } = this.engine;
    const { scope } = settings;
    const mark = JSON.stringify(scope);
    if (this.reading?.scope === mark) return this.reading;
    this.close();
    const entries: LibraryEntry[] = [];
    const { signal } = this.abort;
    const take = (entry: LibraryEntry): void => void entries.push(entry);
    const done = this.engine.withState((state) =>
      readLibrary({ clock: host.clock, state }, { scope, signal, take }),
    );
    this.reading = { scope: mark, entries, done };
    return this.reading;
  }
}
