import type { StateStore, Vault } from '../../../src/model/ports';
import { prefixes } from '../../../src/store/keys';
import { putPlace } from '../../../src/store/note-places';
import { vaultWith } from '../../../src/sync/vault-with';
import { identityOfItem, readOverview, readStatus } from '../../../src/features/status/library-overview';
import { FakeClock } from '../../support/fake-clock';
import { MemoryStateStore } from '../../support/memory-state-store';
import { newDevice, settings } from '../../simulation/world';
import { DiskError } from '../../support/flaky-vault';
import { fileBytes } from '../../support/file-bytes';
import { MemoryAttachments } from '../../support/memory-attachments';
import { bookNote, Shelf } from '../../sync/attachments/shelf';

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

/** A vault that can hold neither the notes that are `full` nor tell whether those are there that are `odd`. */
const failing = (
  vault: Vault,
  { full, odd = /^$/ }: { readonly full: RegExp; readonly odd?: RegExp },
): Vault =>
  vaultWith(vault, {
    create: (path, text) =>
      full.test(path) ? Promise.reject(new DiskError('The disk is full.')) : vault.create(path, text),
    has: (path) => (odd.test(path) ? Promise.reject(new DiskError('It is odd.')) : vault.has(path)),
  });

describe('readOverview', () => {
  let shelf: Shelf;

  beforeEach(async () => {
    shelf = await Shelf.create();
  });
  afterEach(() => shelf.world.close());

  const overview = () => readOverview(context(shelf.device.state));
  const status = () =>
    readStatus({ settings: settings(), ...context(shelf.device.state), vault: shelf.device.vault });
  const syncFailing = (closed: Parameters<typeof failing>[1]) =>
    shelf.world.sync({ ...shelf.device, vault: failing(shelf.device.vault, closed) });

  /** The service tells of a highlight whose text cannot be read. */
  const addUnreadable = (): { readonly bookId: string; readonly id: string } => {
    const book = shelf.world.library.addBook({ title: 'Unreadable', category: 'books' });
    const { id } = shelf.world.library.addHighlight(book.id, { text: 'Spoiled.' });
    const change = (body: string): string => body.replaceAll('"text":"Spoiled."', '"text":{}');
    shelf.world.server.faults.when({ path: '/api/v2/export/' }, { kind: 'changed-body', change });
    return { bookId: String(book.id), id: String(id) };
  };

  it('should say the same as the status does', async () => {
    shelf.addBooks(3);
    shelf.world.library.addDocument({ title: 'Out of scope', category: 'rss', location: 'feed' });
    addUnreadable();
    await syncFailing({ full: /Book 3/ });
    const [{ counts, due, failures }, { items, ...told }] = [await overview(), await status()];
    expect([told.due, items]).toEqual([due, counts.items]);
    expect(told.retries).toEqual(failures.map(({ id, path, problem }) => ({ id, path, problem })));
    expect([counts, due, failures.length]).toEqual([{ items: 5, notes: 2 }, 1, 2]);
  });

  it('should count all that failed, also where it names only some of it', async () => {
    shelf.addBooks(501);
    addUnreadable();
    await syncFailing({ full: /Book/ });
    const { failing: count, failures } = await overview();
    expect([count, failures.length]).toEqual([502, 500]);
  });

  it('should not count for writing what is held for a person to decide', async () => {
    const options = { settings: settings({ notePerHighlight: true }) };
    const ids = shelf.addBooks(15);
    await shelf.sync(options);
    shelf.emptyBooks(ids.slice(0, 12));
    shelf.addBooks(1);
    const full = failing(shelf.device.vault, { full: /./ });
    const report = await shelf.world.sync({ ...shelf.device, vault: full }, { ...options, maxDelete: null });
    expect(report).toMatchObject({ outcome: 'held', notes: { failed: 2 } });
    expect(report.hold?.notes.length).toBe(24);
    expect([(await overview()).due, (await status()).due]).toEqual([1, 1]);
  });

  it('should look at no record of a library of 25,000 items, and read little at once (I12)', async () => {
    const store = new MemoryStateStore();
    await store.commit(
      Array.from({ length: 25_000 }, (_, index) =>
        putPlace(`b:${String(index)}`, { path: `Book ${String(index)}.md` }),
      ),
    );
    const { state, reads } = watched(store);
    expect((await readOverview(context(state))).counts.notes).toBe(25_000);
    expect(reads.filter(({ prefix }) => prefix === prefixes.item)).toEqual([]);
    expect(Math.max(...reads.map(({ limit }) => limit))).toBeLessThanOrEqual(500);
    expect(reads.length).toBeLessThan(60);
  });

  it('should name what failed: by its note, else by its title, else as a record', async () => {
    const [first = 0, second = 0] = shelf.addBooks(2);
    const unreadable = addUnreadable();
    await syncFailing({ full: /Book 1/, odd: /Book 2/ });
    const { due, failures } = await overview();
    expect(due).toBe(2);
    expect(failures.map(({ itemKey, path, title }) => [itemKey, path, title])).toEqual([
      [`b:${String(first)}`, bookNote(1), ''],
      [`b:${String(second)}`, null, 'Book 2'],
      [null, null, ''],
    ]);
    expect(failures[2]?.problem).toMatchObject({ code: 'unreadable-record', ...unreadable });
    expect(await identityOfItem(shelf.device.state, `b:${String(first)}`)).toEqual({
      bookId: String(first),
      documentId: null,
      partId: null,
    });
    expect(await identityOfItem(shelf.device.state, 'b:404')).toBeNull();
  });

  it('should count the items whose attachments come with a later sync, not those that could not be had', async () => {
    const { world } = shelf;
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
  });
});
