import { liveItem } from '../../../model/item';
import { Pace } from '../../../model/pace';
import type { ItemRecord } from '../../../model/record';
import type { Rule } from '../../../model/rule-schema';
import { libraryRecords, readLibrary, type LibraryEntry } from '../../../store/library';
import type { AppEngine } from '../../app/app-engine';
import { SAMPLE_ITEM } from './sample-item';

/** The items with notes, read once while the settings are open and the same things and highlights are chosen. */
export class LibraryItems {
  private abort = new AbortController();
  private reading: { readonly of: string; readonly entries: Promise<readonly LibraryEntry[]> } | null = null;

  constructor(private readonly engine: AppEngine) {}

  /** All items, with these rules; null when the settings are closed meanwhile. */
  async all(rules: readonly Rule[]): Promise<readonly LibraryEntry[] | null> {
    const { signal } = this.abort;
    const of = JSON.stringify([
      this.engine.settings.scope,
      rules.flatMap(({ then }) => then.highlights ?? []),
    ]);
    if (this.reading?.of !== of) this.reading = { of, entries: this.read(rules, signal) };
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

  private async read(rules: readonly Rule[], signal: AbortSignal): Promise<readonly LibraryEntry[]> {
    const { host, settings } = this.engine;
    const entries: LibraryEntry[] = [];
    await this.engine.withState((state) =>
      readLibrary(
        { clock: host.clock, state },
        { scope: settings.scope, rules, signal, take: (entry) => entries.push(entry) },
      ),
    );
    return entries;
  }
}
