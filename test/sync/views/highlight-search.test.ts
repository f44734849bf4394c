import { HighlightSearch } from '../../../src/sync/views/highlight-search';
import type { Clock } from '../../../src/ports';
import { sampleRecord } from '../../core/views/sample-records';
import { settings } from '../../property/world';
import { MemoryStateStore } from '../../support/memory-state-store';

/** A clock on which every look takes a few milliseconds; counts how often somebody let others have their turn. */
class TiredClock implements Clock {
  turns = 0;
  longest = 0;
  private elapsed = 0;
  private since = 0;

  now(): number {
    return this.elapsed;
  }

  monotonic(): number {
    this.elapsed += 4;
    this.longest = Math.max(this.longest, this.elapsed - this.since);
    return this.elapsed;
  }

  sleep(): Promise<void> {
    this.turns += 1;
    this.since = this.elapsed;
    return Promise.resolve();
  }

  pass(ms: number): void {
    this.elapsed += ms;
    this.since = this.elapsed;
  }
}

describe('HighlightSearch', () => {
  const record = (book: number, text: string, highlights = 1) =>
    sampleRecord(book, {
      title: `Book ${String(book)}`,
      highlights: Array.from({ length: highlights }, () => ({ text })),
    });

  async function scene(records: readonly ReturnType<typeof record>[]) {
    const store = new MemoryStateStore();
    await store.commit(records.map((one) => ({ put: `item/${one.key}`, value: one })));
    const clock = new TiredClock();
    let scope = settings().scope;
    let reads = 0;
    const search = new HighlightSearch({
      withState: (use) => ((reads += 1), use(store)),
      clock,
      scope: () => scope,
    });
    const find = async (query: string): Promise<readonly string[]> =>
      (await search.find(query)).map(({ highlight }) => highlight.anchor);
    return {
      search,
      find,
      clock,
      state: search.watch(store),
      reads: () => reads,
      discarded: () => (scope = { ...scope, discarded: true }),
    };
  }

  it('should be built in slices, also where one book has thousands of highlights', async () => {
    const { find, clock, search } = await scene([
      record(1, 'pond', 3000),
      ...Array.from({ length: 30 }, (_, index) => record(index + 2, 'woods')),
    ]);
    expect(search.isReady).toBe(false);
    expect(await find('pond')).toHaveLength(50);
    expect(search.isReady).toBe(true);
    expect(clock.turns).toBeGreaterThan(10);
    expect(clock.longest).toBeLessThan(50);
  });

  it('should find a change that comes at any moment of a search', async () => {
    for (let moment = 0; moment < 40; moment += 1) {
      const { find, search, state } = await scene([record(1, 'pond'), record(2, 'woods')]);
      await find('pond');
      await state.commit([{ put: 'item/b:1', value: record(1, 'heath') }]);
      const searching = search.find('heath');
      for (let turn = 0; turn < moment; turn += 1) await Promise.resolve();
      await Promise.all([searching, state.commit([{ put: 'item/b:1', value: record(1, 'meadow') }])]);
      expect([moment, await find('meadow')]).toEqual([moment, ['rw1001']]);
    }
  });

  it('should find what has changed since it was built, and no more what went', async () => {
    const { find, state } = await scene([record(1, 'pond'), record(2, 'woods')]);
    expect([await find('pond'), await find('lake')]).toEqual([['rw1001'], []]);
    await state.commit([
      { put: 'item/b:1', value: record(1, 'lake') },
      { remove: 'item/b:2' },
      { put: 'due/b:1', value: 1 },
    ]);
    expect([await find('pond'), await find('lake'), await find('woods')]).toEqual([[], ['rw1001'], []]);
  });

  it('should be built anew when the scope has changed', async () => {
    const hidden = record(1, 'pond');
    const { find, discarded } = await scene([
      { ...hidden, highlights: hidden.highlights.map((one) => ({ ...one, discarded: true })) },
    ]);
    expect(await find('pond')).toEqual([]);
    discarded();
    expect(await find('pond')).toEqual(['rw1001']);
  });

  it('should give up the index when nobody has asked for long', async () => {
    const { find, search, state, clock } = await scene([record(1, 'pond')]);
    await find('pond');
    search.watch(state);
    expect(search.isReady).toBe(true);
    clock.pass(3_600_000);
    search.watch(state);
    expect(search.isReady).toBe(false);
    expect(await find('pond')).toEqual(['rw1001']);
  });

  it('should give nothing for a query that is wanted no longer', async () => {
    const { search } = await scene([record(1, 'pond')]);
    expect(await search.find('pond', { isWanted: () => false })).toEqual([]);
  });
});
