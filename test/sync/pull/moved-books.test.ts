import { mayHaveMoved, movedBooksChanges, withWholeBooks } from '../../../src/sync/pull/moved-books';
import { pullHighlights } from '../../../src/readwise/pull';
import { goldenBook } from '../../readwise/support/golden-records';
import { page, scriptedService } from '../../readwise/support/scripted-service';
import { clientOn, collect } from '../../readwise/support/test-client';
import { MemoryStateStore } from '../../support/memory-state-store';

const book = (id: number, ...highlights: readonly unknown[]) => ({
  ...goldenBook,
  user_book_id: id,
  highlights,
});

describe('books that may have moved past a pull', () => {
  it('should be fetched whole, with what of them cannot be read, beside what the page brought', async () => {
    const client = clientOn(
      scriptedService(({ url }) => {
        const ids = new URL(url).searchParams.get('ids');
        return ids === null
          ? page([book(1, { id: 11 }), book(2), 'bad'], null)
          : page(
              ids
                .split(',')
                .map((id) =>
                  book(Number(id), { id: Number(`${id}1`) }, { id: Number(`${id}2`) }, { id: 'x' }),
                ),
            );
      }),
    );
    const [whole, ...others] = await collect(
      withWholeBooks(client, pullHighlights(client, { updatedAfter: '2026-01-01T00:00:00Z' })),
    );
    expect(others).toEqual([]);
    expect(whole?.books.map((one) => [one.book.id, one.highlights.map(({ id }) => id)])).toEqual([
      ['1', ['11']],
      ['2', []],
      ['1', ['11', '12']],
      ['2', ['21', '22']],
    ]);
    expect(whole?.quarantined.map(({ id }) => id)).toEqual(['(no id)', 'x', 'x']);
    expect(client.requests).toBe(2);
  });

  it('should ask for nothing when the page brought none', async () => {
    const client = clientOn(scriptedService(() => page([])));
    expect(await collect(withWholeBooks(client, pullHighlights(client, {})))).toHaveLength(1);
    expect(client.requests).toBe(1);
  });

  it('should be remembered when a pull took several pages, and forgotten with one that did not', async () => {
    const state = new MemoryStateStore();
    const pull = { since: null, cursor: null, startedAt: null, complete: true, count: null };
    for (const isPaged of [false, true, true, false]) {
      const changes = await movedBooksChanges(state, { ...pull, isPaged });
      expect(changes).toHaveLength((await mayHaveMoved(state)) === isPaged ? 0 : 1);
      await state.commit(changes);
      expect(await mayHaveMoved(state)).toBe(isPaged);
    }
    expect(await movedBooksChanges(state, pull)).toEqual([]);
  });
});
