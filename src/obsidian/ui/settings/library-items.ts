import { liveItem } from '../../../model/item';
import { Pace } from '../../../model/pace';
import type { ItemRecord } from '../../../model/record';
import { libraryRecords, readLibrary, type LibraryEntry } from '../../../store/library';
import type { AppEngine } from '../../app/app-engine';
import { SAMPLE_ITEM } from './sample-item';

/** The items in scope, read once while the settings are open and the scope stays the same. */
export class LibraryItems {
  private abort = new AbortController();
  private reading: { readonly scope: string; readonly entries: Promise<readonly LibraryEntry[]> } | null =
    null;

  constructor(private readonly engine: AppEngine) {}

  /** All items; null when the settings are closed meanwhile. */
  async all(): Promise<readonly LibraryEntry[] | null> {
    const scope = JSON.stringify(this.engine.settings.scope);
    if (this.reading?.scope !== scope) {
      this.close();
      this.reading = { scope, entries: this.read(this.abort.signal) };
    }
    const { signal } = this.abort;
    try {
      return await this.reading.entries;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  /** The first item, or a sample when there is none. */
  first(): Promise<ItemRecord> {
    const { host, settings } = this.engine;
    return this.engine.withState(async (state) => {
      for await (const record of libraryRecords(state, new Pace(host.clock)))
        if (liveItem(record, settings.scope) !== null) return record;
      return SAMPLE_ITEM;
    });
  }

  close(): void {
    this.abort.abort(new Error('The settings were closed'));
    this.abort = new AbortController();
    this.reading = null;
  }

  private async read(signal: AbortSignal): Promise<readonly LibraryEntry[]> {
    const { host, settings } = this.engine;
    const entries: LibraryEntry[] = [];
    await this.engine.withState((state) =>
      readLibrary(
        { clock: host.clock, state },
        { scope: settings.scope, signal, take: (entry) => entries.push(entry) },
      ),
    );
    return entries;
  }
}
