import { mayHaveMoved, movedBooksChanges, withMovedBooks } from '../../../src/sync/pull/moved-books';
import { Replica } from '../../../src/store/replica';
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
      withMovedBooks(
        client,
        new MemoryStateStore(),
        pullHighlights(client, { updatedAfter: '2026-01-01T00:00:00Z' }),
      ),
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
    expect(
      await collect(withMovedBooks(client, new MemoryStateStore(), pullHighlights(client, {}))),
    ).toHaveLength(1);
    expect(client.requests).toBe(1);
  });

  it('should not be fetched when the replica has all that the page brought of them', async () => {
    const at = '2026-02-01T00:00:00Z';
    const first = (id: number) => ({ id, updated_at: at });
    const client = clientOn(
      scriptedService(({ url }) => {
        const ids = new URL(url).searchParams.get('ids');
        const later = { id: 21, updated_at: '2026-02-02T00:00:00Z' };
        return ids === null ? page([book(1, first(11)), book(2, later)]) : page([book(2, later, first(22))]);
      }),
    );
    const state = new MemoryStateStore();
    const replica = new Replica(state);
    for (const held of await collect(
      pullHighlights(clientOn(scriptedService(() => page([book(1, first(11)), book(2, first(21))]))), {}),
    ))
      await replica.takeHighlights(held, () => []);
    const [whole] = await collect(withMovedBooks(client, state, pullHighlights(client, {})));
    expect(whole?.books.map(({ book: { id } }) => id)).toEqual(['1', '2', '2']);
  });

  it('should be remembered when a second look took several pages, and forgotten with one that did not', async () => {
    const state = new MemoryStateStore();
    for (const isPaged of [false, true, true, false]) {
      const changes = await movedBooksChanges(state, isPaged);
      expect(changes).toHaveLength((await mayHaveMoved(state)) === isPaged ? 0 : 1);
      await state.commit(changes);
      expect(await mayHaveMoved(state)).toBe(isPaged);
    }
    expect(await movedBooksChanges(state, false)).toEqual([]);
  });
});
