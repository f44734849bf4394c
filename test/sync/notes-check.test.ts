import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkLibrary } from '../../src/features/check/check-library';
import { NodeVault } from '../../pkg/vault/node-vault';
import { settings, World, type Device } from '../simulation/world';
import { MemoryStateStore } from '../support/memory-state-store';
import { makeTemporaryFolder } from '../support/temporary-folders';
import { bookNote, Shelf } from './attachments/shelf';

const NOTE = bookNote(1);
const OTHER = bookNote(2);

describe('a note whose file changed since it was written', () => {
  let shelf: Shelf;
  let book: number;
  let otherBook: number;
  /** The note as the first sync left it. */
  let older: string;
  let olderOther: string;

  beforeEach(async () => {
    shelf = await Shelf.create();
    [book = 0, otherBook = 0] = shelf.addBooks(3);
    await shelf.sync();
    older = shelf.note(NOTE);
    olderOther = shelf.note(OTHER);
  });
  afterEach(() => shelf.world.close());

  const passage = (text: string): void => {
    shelf.world.pass(300);
    shelf.world.library.addHighlight(book, { text, location: 9 });
  };
  const device = (): Device => shelf.device;
  const put = (text: string, path = NOTE): void => device().vault.put(path, text);
  const take = (): string => {
    const text = shelf.note(NOTE);
    device().vault.remove(NOTE);
    return text;
  };
  const expectCurrent = async (): Promise<void> =>
    expect(device().vault.entries()).toEqual((await shelf.world.fresh()).vault.entries());
  /** Paths of the notes that a sync opens. */
  const opened = async (options: Parameters<Shelf['sync']>[0] = {}): Promise<readonly string[]> => {
    const { vault } = device();
    const paths = new Set<string>();
    const read = vault.read.bind(vault);
    vault.read = (path) => {
      paths.add(path);
      return read(path);
    };
    await shelf.sync(options);
    vault.read = read;
    return [...paths].sort();
  };

  it('should be brought up to date, and then left alone, when an older version of it came back (I1, I5)', async () => {
    passage('Marked later.');
    await shelf.sync();
    put(older);
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', notes: { updated: 1 }, vaultWrites: 1 });
    await expectCurrent();
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', vaultWrites: 0 });
  });

  it('should keep what the person wrote in the older version (I2)', async () => {
    passage('Marked later.');
    await shelf.sync();
    put(older.replace('Passage 1.', 'Passage 1, as I recall.'));
    await shelf.sync();
    expect(shelf.note(NOTE)).toContain('as I recall');
    expect(shelf.note(NOTE)).toContain('Marked later.');
  });

  it('should be brought up to date when it was moved, and then an older version of it came back there (I1)', async () => {
    passage('Marked later.');
    await shelf.sync();
    device().vault.put('Mine/Moved.md', take());
    await shelf.sync();
    device().vault.put('Mine/Moved.md', older);
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', notes: { updated: 1 } });
    expect(
      device()
        .vault.entries()
        .find(([path]) => path === 'Mine/Moved.md')?.[1],
    ).toContain('Marked later.');
  });

  describe.each([
    { how: 'was swapped with another', from: [NOTE, OTHER], to: [OTHER, NOTE] },
    { how: 'took the place of one that moved on', from: [NOTE, OTHER], to: [OTHER, 'Mine/Moved.md'] },
  ])('that $how', ({ from, to }) => {
    beforeEach(async () => {
      passage('Marked later.');
      shelf.world.library.addHighlight(otherBook, { text: 'Marked there.', location: 9 });
      await shelf.sync();
      const texts = from.map((path) => shelf.note(path));
      for (const path of from) device().vault.remove(path);
      for (const [index, path] of to.entries()) device().vault.put(path, texts[index] ?? '');
    });

    it('should be brought up to date when an older version of it came back there (I1)', async () => {
      expect(await shelf.sync()).toMatchObject({ outcome: 'done', vaultWrites: 0 });
      put(older, OTHER);
      expect(await shelf.sync()).toMatchObject({ outcome: 'done', notes: { updated: 1 }, vaultWrites: 1 });
      expect(shelf.note(OTHER)).toContain('Marked later.');
      expect(await shelf.sync()).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    });

    it('should be brought up to date by the second sync when an older version came back before the first (I1)', async () => {
      put(older, OTHER);
      await shelf.sync();
      await shelf.sync();
      expect(shelf.note(OTHER)).toContain('Marked later.');
    });

    it('should not hide an older version of the other one when the sync that saw this wrote in it (I1)', async () => {
      passage('Marked last.');
      await shelf.sync();
      expect(shelf.note(OTHER)).toContain('Marked last.');
      await shelf.sync();
      put(olderOther, to[1]);
      await shelf.sync();
      expect(shelf.note(to[1] ?? '')).toContain('Marked there.');
    });

    it('should be opened once more and then no more, without a commit, when nothing is new (I5, I12)', async () => {
      await shelf.sync();
      expect(await opened()).toEqual([...to].sort());
      const stored = new Map(device().state.texts());
      expect(await opened()).toEqual([]);
      expect(new Map(device().state.texts())).toEqual(stored);
    });

    it('should leave no trace in the state when the sync is only planned', async () => {
      const stored = new Map(device().state.texts());
      await shelf.sync({ dryRun: true });
      const places = (texts: ReadonlyMap<string, string>): readonly unknown[] =>
        [...texts].filter(([key]) => key.startsWith('note/') || key.startsWith('files/'));
      expect(places(new Map(device().state.texts()))).toEqual(places(stored));
    });
  });

  it('should be left to the next sync when it is written again while the sync runs (I13)', async () => {
    passage('Marked later.');
    await shelf.sync();
    const newer = shelf.note(NOTE);
    put(older);
    let isFirst = true;
    const report = await shelf.sync({
      through: (client) => ({
        send: (request) => {
          // Another device has newer data than this sync gets.
          if (isFirst) put(newer.replace('%% florilegium 1 n=', '%% florilegium 1 n=0'));
          isFirst = false;
          return client.send(request);
        },
      }),
    });
    expect(report).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', vaultWrites: 1 });
    await expectCurrent();
  });

  it('should be the only one that is opened, once, when the person wrote in it (I12)', async () => {
    shelf.write(NOTE, 'My words.');
    expect(await opened()).toEqual([NOTE]);
    expect(await opened()).toEqual([]);
  });

  it('should be opened with all others when the sync is full', async () => {
    expect(await opened({ full: true })).toEqual([NOTE, OTHER, bookNote(3)]);
  });

  it('should cost no more than opening the notes once when what was known of their files is lost', async () => {
    const { state } = device();
    const known = await state.keys({ prefix: 'files/', limit: 100 });
    expect(known.length).toBeGreaterThan(0);
    await state.clear('files/');
    expect(await opened()).toEqual([NOTE, OTHER, bookNote(3)]);
    expect(await opened()).toEqual([]);
  });

  it('should be looked at when the sync that made it was cut off before it kept the marks of the files (I6)', async () => {
    const { state } = device();
    const before = await state.list({ prefix: 'files/', limit: 100 });
    book = shelf.world.library.addBook({ title: 'New', category: 'books' }).id;
    shelf.world.library.addHighlight(book, { text: 'Marked first.', location: 1 });
    await shelf.sync();
    const made = 'Readwise/Books/New.md';
    older = shelf.note(made);
    passage('Marked later.');
    await shelf.sync();
    await state.commit(before.map(({ key, value }) => ({ put: key, value })));
    device().vault.put(made, older);
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', notes: { updated: 1 } });
    expect(shelf.note(made)).toContain('Marked later.');
  });

  it('should be told by a check of the library until a sync has looked at it', async () => {
    passage('Marked later.');
    await shelf.sync();
    const clock = shelf.world.clock();
    const faults = async (): Promise<readonly unknown[]> =>
      (await checkLibrary({ ...device(), clock, settings: settings() })).findings.map(({ fault, path }) => [
        fault,
        path,
      ]);
    expect(await faults()).toEqual([]);
    put(older);
    expect(await faults()).toEqual([['stale', NOTE]]);
    await shelf.sync();
    expect(await faults()).toEqual([]);
  });
});

describe('known notes of which none changed', () => {
  let shelf: Shelf;

  beforeEach(async () => {
    shelf = await Shelf.create();
    shelf.addBooks(3);
    await shelf.sync();
  });
  afterEach(() => shelf.world.close());

  /** Whether a sync reads from the state where each note is. */
  const looksAtEach = async (): Promise<boolean> => {
    const { state } = shelf.device;
    const list = state.list.bind(state);
    let isAsked = false;
    state.list = (range) => {
      isAsked ||= range.prefix === 'note/';
      return list(range);
    };
    await shelf.sync();
    state.list = list;
    return isAsked;
  };
  const take = (path: string): string => {
    const text = shelf.note(path);
    shelf.device.vault.remove(path);
    return text;
  };

  it('should not be looked up one by one when nothing is new (I12)', async () => {
    expect(await looksAtEach()).toBe(false);
    shelf.write(OTHER, 'My words.');
    expect(await looksAtEach()).toBe(true);
    expect(await looksAtEach()).toBe(false);
  });

  it('should not be looked up one by one when the person deleted one long ago (I12)', async () => {
    take(NOTE);
    expect(await looksAtEach()).toBe(true);
    expect(await looksAtEach()).toBe(false);
  });

  it('should not be looked up one by one when the person moved one long ago (I12)', async () => {
    shelf.device.vault.put('Mine/Moved.md', take(NOTE));
    expect(await looksAtEach()).toBe(true);
    expect(await looksAtEach()).toBe(false);
  });

  it.each([NOTE, 'Mine/Back.md'])(
    'should have one more that is brought up to date when a deleted one came back to %s (I1)',
    async (path) => {
      const [{ id = 0 } = {}] = [...shelf.world.library.books.books()];
      const older = take(NOTE);
      shelf.world.pass(300);
      shelf.world.library.addHighlight(id, { text: 'Marked later.', location: 9 });
      await shelf.sync();
      expect(await looksAtEach()).toBe(false);
      shelf.device.vault.put(path, older);
      expect((await shelf.sync()).notes).toMatchObject({ updated: 1 });
      expect(shelf.note(path)).toContain('Marked later.');
    },
  );
});

describe('a note on a disk', () => {
  it('should be brought up to date when a backup put an older version there, with its time (I1)', async () => {
    const world = await World.create();
    const folder = makeTemporaryFolder();
    const state = new MemoryStateStore();
    const sync = async () => {
      world.pass(300);
      const vault = new NodeVault({ folder });
      const report = await world.sync({ vault, state });
      await vault.flush();
      return report;
    };
    const { id } = world.library.addBook({ title: 'Walden', category: 'books' });
    world.library.addHighlight(id, { text: 'I went to the woods.' });
    await sync();
    const file = join(folder, 'Readwise/Books/Walden.md');
    const [older, { atime, mtime }] = [readFileSync(file, 'utf8'), statSync(file)];
    world.library.addHighlight(id, { text: 'Simplify, simplify.' });
    await sync();
    const current = readFileSync(file, 'utf8');
    writeFileSync(file, older);
    utimesSync(file, atime, mtime);
    expect((await sync()).notes).toMatchObject({ updated: 1 });
    expect(readFileSync(file, 'utf8')).toBe(current);
    expect(await sync()).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    await world.close();
  });
});
