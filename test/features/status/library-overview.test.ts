import type { StateStore } from '../../../src/model/ports';
import { keys, prefixes } from '../../../src/store/keys';
import { identityOfItem, readOverview, readStatus } from '../../../src/features/status/library-overview';
import { FakeClock } from '../../support/fake-clock';
import { MemoryStateStore } from '../../support/memory-state-store';
import { MemoryVault } from '../../support/memory-vault';
import { newDevice, settings, World } from '../../simulation/world';
import { fileBytes } from '../../support/file-bytes';
import { MemoryAttachments } from '../../support/memory-attachments';

const context = (state: StateStore, signal?: AbortSignal) => ({ state, clock: new FakeClock({}), signal });

/** The same store, which notes what is read of it at once. */
function watched(store: StateStore): {
  readonly state: StateStore;
  readonly reads: { readonly prefix: string; readonly limit: number }[];
} {
  const reads: { readonly prefix: string; readonly limit: number }[] = [];
  return {
    reads,
    state: {
      getMany: (wanted) => store.getMany(wanted),
      list: (options) => {
        reads.push({ prefix: options.prefix, limit: options.limit });
        return store.list(options);
      },
      keys: (range) => store.keys(range),
      commit: (changes) => store.commit(changes),
      update: (key, edit) => store.update(key, edit),
      clear: (prefix) => store.clear(prefix),
      close: () => store.close(),
    },
  };
}

describe('readOverview', () => {
  it('should say the same as the status does', async () => {
    const world = await World.create();
    const device = newDevice();
    for (const title of ['Walden', 'Essays'])
      world.library.addHighlight(world.library.addBook({ title, category: 'books' }).id, { text: 'One.' });
    world.library.addDocument({ title: 'Out of scope', category: 'rss', location: 'feed' });
    await world.sync(device);
    await device.state.commit([
      {
        put: keys.due('b:9'),
        value: { failure: { path: 'Nine.md', problem: { code: 'error', message: 'taken' } } },
      },
      {
        put: keys.wanted('book', '77'),
        value: {
          items: [],
          tries: 0,
          notBefore: 0,
          newest: 0,
          unreadable: [{ endpoint: 'highlights', id: '77', problem: 'no text' }],
        },
      },
    ]);
    const [{ counts, due, failures }, status] = [
      await readOverview(context(device.state)),
      await readStatus({ settings: settings(), ...context(device.state), vault: device.vault }),
    ];
    expect([status.items, status.due, status.retries]).toEqual([
      counts.items,
      due,
      failures.map(({ id, path, problem }) => ({ id, path, problem })),
    ]);
    expect([counts, failures.length]).toEqual([{ items: 3, notes: 2 }, 2]);
    await world.close();
  });

  it('should count all that failed, also where it names only some of it', async () => {
    const state = new MemoryStateStore();
    const numbers = Array.from({ length: 600 }, (_, index) => String(index + 1));
    await state.commit([
      ...numbers.map((id) => ({
        put: keys.due(`b:${id}`),
        value: {
          failure: { path: `${id}.md`, problem: { code: 'error', message: 'the disk is full' } },
        },
      })),
      {
        put: keys.wanted('book', '77'),
        value: {
          items: [],
          tries: 0,
          notBefore: 0,
          newest: 0,
          unreadable: [{ endpoint: 'highlights', id: '77', problem: 'no text' }],
        },
      },
    ]);
    const { failing, failures } = await readOverview(context(state));
    expect([failing, failures.length]).toEqual([601, 500]);
  });

  it('should not count for writing what is held for a person to decide', async () => {
    const state = new MemoryStateStore();
    const notes = ['1', '2#rw5', 'x'].map((id) => ({ id, path: `${id}.md`, action: 'trash', reasons: [] }));
    await state.commit([
      ...['b:1', 'b:2', 'd:x', 'b:3'].map((itemKey) => ({ put: keys.due(itemKey), value: {} })),
      { put: keys.hold, value: { reason: { code: 'held-before', wanted: 3 }, notes } },
    ]);
    expect((await readOverview(context(state))).due).toBe(1);
    expect(
      (await readStatus({ settings: settings(), ...context(state), vault: new MemoryVault() })).due,
    ).toBe(1);
  });

  it('should look at no record of a library of 25,000 items, and read little at once (I12)', async () => {
    const store = new MemoryStateStore();
    await store.commit(
      Array.from({ length: 25_000 }, (_, index) => ({
        put: keys.note(`b:${String(index)}`),
        value: { path: `Book ${String(index)}.md` },
      })),
    );
    const { state, reads } = watched(store);
    expect((await readOverview(context(state))).counts.notes).toBe(25_000);
    expect(reads.filter(({ prefix }) => prefix === prefixes.item)).toEqual([]);
    expect(Math.max(...reads.map(({ limit }) => limit))).toBeLessThanOrEqual(500);
    expect(reads.length).toBeLessThan(60);
  });

  it('should name what failed: by its note, else by its title, else as a record', async () => {
    const world = await World.create();
    const device = newDevice();
    const { id } = world.library.addBook({ title: 'Walden', category: 'books' });
    world.library.addHighlight(id, { text: 'One.', location: 1 });
    await world.sync(device);
    const itemKey = `b:${String(id)}`;
    await device.state.commit([
      {
        put: keys.due(itemKey),
        value: { failure: { path: null, problem: { code: 'error', message: 'odd' } } },
      },
      {
        put: keys.due('b:9'),
        value: { failure: { path: 'Nine.md', problem: { code: 'error', message: 'taken' } } },
      },
      { put: keys.due('b:8'), value: {} },
      {
        put: keys.wanted('book', '7'),
        value: {
          items: [],
          tries: 0,
          notBefore: 0,
          newest: 0,
          unreadable: [{ endpoint: 'highlights', id: '77', bookId: '7', problem: 'no text' }],
        },
      },
    ]);
    const { due, failures } = await readOverview(context(device.state));
    expect(due).toBe(3);
    expect(failures.map(({ itemKey: key, path, title }) => [key, path, title])).toEqual([
      [itemKey, null, 'Walden'],
      ['b:9', 'Nine.md', ''],
      [null, null, ''],
    ]);
    expect(failures[2]?.problem).toMatchObject({ code: 'unreadable-record', id: '77', bookId: '7' });
    expect(await identityOfItem(device.state, itemKey)).toEqual({
      bookId: String(id),
      documentId: null,
      partId: null,
    });
    expect(await identityOfItem(device.state, 'b:404')).toBeNull();
    await world.close();
  });

  it('should count the items whose attachments come with a later sync, not those that could not be had', async () => {
    const world = await World.create();
    const device = { ...newDevice(), files: new MemoryAttachments() };
    for (let number = 1; number <= 203; number += 1) {
      const { id } = world.library.addBook({
        title: `Book ${String(number)}`,
        category: 'books',
        coverImageUrl: `https://images.example.org/files/${String(number)}`,
      });
      world.library.addHighlight(id, { text: 'One.' });
      if (number < 203) world.server.web.set(String(number), fileBytes.jpg(String(number)));
    }
    const options = { settings: settings({ attachments: { covers: true } }) };
    await world.sync(device, options);
    expect(await readOverview(context(device.state))).toMatchObject({ files: 3 });
    world.pass(60);
    await world.sync(device, options);
    expect(await readOverview(context(device.state))).toMatchObject({ files: 0 });
    await world.close();
  });
});
