import type { Scope } from '../../core/library/item';
import { searching, type SearchHit } from '../../core/views/search';
import { SearchIndex } from '../../core/views/search-index';
import type { Clock, StateStore } from '../../ports';
import { Mutex } from '../mutex';
import { libraryRecords } from '../replica/library-records';
import { Pace } from '../../pace';
import { watchedState } from './watched-state';
import { recordOf } from '../state/read-one';

export interface HighlightSearchOptions {
  readonly withState: <Result>(use: (state: StateStore) => Promise<Result>) => Promise<Result>;
  readonly clock: Clock;
  readonly scope: () => Scope;
}

/** An index that nobody asked for so long is given up. */
const UNUSED_MS = 20 * 60_000;

/** Searches the replica. The index is built at the first question, in slices, and follows every change that it hears of. */
export class HighlightSearch {
  private index: SearchIndex | null = null;
  private scope = '';
  /** Highlights that were in the index when it was built. */
  private built = 0;
  private usedAt = 0;
  /** Items that have changed since they were put into the index; null where there is none and none is being built. */
  private stale: Set<string> | null = null;
  private readonly turns = new Mutex();

  constructor(private readonly options: HighlightSearchOptions) {}

  /** Whether an answer comes at once. */
  get isReady(): boolean {
    return this.index !== null;
  }

  /** The store by which the search hears of changes, for whoever writes to it. */
  watch(state: StateStore): StateStore {
    if (this.index !== null && this.options.clock.monotonic() - this.usedAt > UNUSED_MS) {
      this.index = null;
      this.stale = null;
    }
    return watchedState(state, (items) => {
      for (const { itemKey } of items) this.stale?.add(itemKey);
      return [];
    });
  }

  /** The best answers; none where nobody wants them any longer. */
  find(
    query: string,
    {
      isWanted = () => true,
      signal,
    }: { readonly isWanted?: () => boolean; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<readonly SearchHit[]> {
    return this.turns.run(async () => {
      this.usedAt = this.options.clock.monotonic();
      const pace = new Pace(this.options.clock, signal);
      const index = this.fitIndex() ?? (await this.options.withState((state) => this.current(state, pace)));
      return (await pace.finish(searching(index, query), isWanted)) ?? [];
    });
  }

  /** The index, where it is as the replica is now. */
  private fitIndex(): SearchIndex | null {
    return this.stale?.size === 0 ? this.usableIndex() : null;
  }

  private usableIndex(): SearchIndex | null {
    // By then, half of it is of no use any more.
    const isFull = this.index !== null && this.index.taken > this.built * 2 + 1000;
    return isFull || this.scope !== JSON.stringify(this.options.scope()) ? null : this.index;
  }

  private async current(state: StateStore, pace: Pace): Promise<SearchIndex> {
    const index = this.usableIndex() ?? (await this.build(state, pace));
    const stale = this.stale ?? new Set<string>();
    for (const itemKey of stale) {
      stale.delete(itemKey);
      const record = await recordOf(state, itemKey);
      if (record === null) index.remove(itemKey);
      else await pace.finish(index.adding(record));
    }
    this.index = index;
    return index;
  }

  private async build(state: StateStore, pace: Pace): Promise<SearchIndex> {
    this.index = null;
    this.stale = new Set();
    const scope = this.options.scope();
    this.scope = JSON.stringify(scope);
    const index = new SearchIndex({ scope });
    for await (const record of libraryRecords(state, pace)) await pace.finish(index.adding(record));
    this.built = index.taken;
    return index;
  }
}
