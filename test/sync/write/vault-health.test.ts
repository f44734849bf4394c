import { told } from '../../support/told';
import { readStatus } from '../../../src/features/status/library-overview';
import { newDevice, settings, World, type Device } from '../../simulation/world';
import { FakeClock } from '../../support/fake-clock';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeVault } from '../../../pkg/vault/node-vault';
import { MemoryStateStore } from '../../support/memory-state-store';

const BOOKS = 12;
type Notes = ReturnType<Device['vault']['entries']>;

describe('a vault that is only partly there', () => {
  let world: World;
  let device: Device;
  let bookIds: readonly number[];

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    bookIds = Array.from(
      { length: BOOKS },
      (_, index) => world.library.addBook({ title: `Book ${String(index)}`, category: 'books' }).id,
    );
    markPassages('Opening');
    await world.sync(device);
    world.pass(3600);
  });
  afterEach(() => world.close());

  const markPassages = (text: string): void =>
    bookIds.forEach((id) => void world.library.addHighlight(id, { text: `${text} of ${String(id)}.` }));
  const texts = (notes: Notes): string => notes.map(([, text]) => text).join('\n');

  /** Takes notes out of sight, and gives them for bringing back. */
  function hide(notes: Notes): Notes {
    for (const [path] of notes) device.vault.remove(path);
    return notes;
  }
  const bringBack = (notes: Notes): void => notes.forEach(([path, text]) => device.vault.put(path, text));
  it.each([BOOKS, 7])(
    'should stop, write nothing, and catch up when the notes are back, when %i of twelve notes are not there',
    async (count) => {
      const hidden = hide(device.vault.entries().slice(0, count));
      const left = device.vault.entries();
      markPassages('More');
      const { id } = world.library.addBook({ title: 'New book', category: 'books' });
      world.library.addHighlight(id, { text: 'Never seen.' });
      for (const dryRun of [true, false, false]) {
        const report = await world.sync(device, { dryRun });
        expect(report).toMatchObject({ outcome: 'failed', cause: 'vault', vaultWrites: 0 });
        expect(told(report.failures)[0]).toMatch(
          new RegExp(`^${String(count)} of the 12 notes .*“Readwise/Books/Book 0.md”.*mounted.*accept that`),
        );
      }
      expect(device.vault.entries()).toEqual(left);
      bringBack(hidden);
      expect((await world.sync(device)).outcome).toBe('done');
      expect(device.vault.entries()).toEqual((await world.fresh()).vault.entries());
    },
  );

  it('should stop when most notes are not there, though only one that is there would change', async () => {
    hide(device.vault.entries().slice(0, 7));
    const left = device.vault.entries();
    expect(left[0]?.[0]).toContain('Book 5');
    world.library.addHighlight(bookIds[5] ?? 0, { text: 'The only news.' });
    expect(await world.sync(device)).toMatchObject({ outcome: 'failed', cause: 'vault', vaultWrites: 0 });
    expect(device.vault.entries()).toEqual(left);
  });

  it('should remove nothing while notes are missing (I4)', async () => {
    const hidden = hide(device.vault.entries().slice(2));
    bookIds.forEach((id) => world.library.deleteBook(id));
    expect(await world.sync(device)).toMatchObject({
      outcome: 'failed',
      cause: 'vault',
      notes: { trashed: 0 },
    });
    expect(device.vault.trashEntries()).toEqual([]);
    expect(device.vault.entries()).toHaveLength(BOOKS - hidden.length);
  });

  it('should stop when the folder is empty, though the person moved most notes elsewhere', async () => {
    device.vault
      .entries()
      .slice(5)
      .forEach(([path, text]) => {
        device.vault.remove(path);
        device.vault.put(path.replace('Readwise/', 'Shelf/'), text);
      });
    markPassages('More');
    await world.sync(device);
    world.pass(3600);
    const hidden = hide(device.vault.entries().filter(([path]) => path.startsWith('Readwise/')));
    expect(hidden).toHaveLength(5);
    markPassages('Even more');
    expect(await world.sync(device)).toMatchObject({ outcome: 'failed', cause: 'vault', vaultWrites: 0 });
  });

  it('should make no second notes and call none deleted when all are to be restored (I1)', async () => {
    const hidden = hide(device.vault.entries());
    const { vault, deletedNotes } = await readStatus({
      ...device,
      settings: settings(),
      clock: new FakeClock(),
    });
    expect(vault).toMatchObject({ code: 'vault-incomplete', missing: BOOKS });
    expect(deletedNotes).toEqual([]);
    for (const dryRun of [true, false])
      expect(await world.sync(device, { restore: { kind: 'all' }, dryRun })).toMatchObject({
        cause: 'vault',
      });
    bringBack(hidden);
    expect(await world.sync(device)).toMatchObject({ outcome: 'done', vaultWrites: 0 });
  });

  it('should know notes that the person moved all at once', async () => {
    for (const [path, text] of hide(device.vault.entries()))
      device.vault.put(path.replace('Readwise/Books/', 'Shelf/'), text);
    markPassages('More');
    expect(await world.sync(device)).toMatchObject({
      outcome: 'done',
      notes: { updated: BOOKS, created: 0 },
    });
  });

  it('should go on when the person deleted a few, and leave those away (I3)', async () => {
    hide(device.vault.entries().slice(0, 6));
    markPassages('More');
    expect(await world.sync(device)).toMatchObject({ outcome: 'done', notes: { created: 0, updated: 6 } });
    expect(device.vault.entries()).toHaveLength(6);
  });

  it('should go on when the person says that they deleted them, count anew, and leave those away (I3)', async () => {
    const deleted = hide(device.vault.entries().slice(0, 7)).map(([path]) => path);
    bookIds.slice(5, 10).forEach((id) => void world.library.addHighlight(id, { text: 'More.' }));
    expect((await world.sync(device)).cause).toBe('vault');
    expect(await world.sync(device, { confirmation: 'accept-missing' })).toMatchObject({
      outcome: 'done',
      notes: { created: 0, updated: 5 },
    });
    expect(
      (await readStatus({ settings: settings(), ...device, clock: new FakeClock() })).deletedNotes.map(
        ({ path }) => path,
      ),
    ).toEqual(deleted);
    world.pass(3600);
    markPassages('Even more');
    expect(await world.sync(device)).toMatchObject({ outcome: 'done', notes: { created: 0, updated: 5 } });
    expect(device.vault.entries()).toHaveLength(5);
    hide(device.vault.entries().slice(0, 3));
    world.pass(3600);
    markPassages('Still more');
    expect((await world.sync(device)).cause).toBe('vault');
  });

  describe('with notes that were taken for deleted and are back', () => {
    const [CHOSEN, TAKEN] = ['accept-missing', undefined] as const;

    it.each([
      ['a quiet sync', CHOSEN, {}],
      ['a quiet sync', TAKEN, {}],
      ['a full sync', TAKEN, { full: true }],
    ] as const)(
      'should bring them up to date with %s, when the word was %s (I1)',
      async (_name, confirmation, options) => {
        const hidden = hide(device.vault.entries().slice(0, confirmation === undefined ? 2 : 8));
        markPassages('More');
        expect((await world.sync(device, { confirmation })).outcome).toBe('done');
        bringBack(hidden);
        world.pass(3600);
        expect(await world.sync(device, options)).toMatchObject({ notes: { updated: hidden.length } });
        expect(texts(device.vault.entries()).match(/More of/g)).toHaveLength(BOOKS);
        expect(device.vault.entries()).toEqual((await world.fresh()).vault.entries());
        expect(await world.sync(device)).toMatchObject({ outcome: 'done', vaultWrites: 0 });
      },
    );

    it('should find them in another folder, and leave away what is not back (I3)', async () => {
      const [moved] = hide(device.vault.entries().slice(0, 2));
      markPassages('More');
      await world.sync(device);
      device.vault.put('Shelf/Mine.md', moved?.[1] ?? '');
      world.pass(3600);
      expect(await world.sync(device)).toMatchObject({ notes: { updated: 1, created: 0 } });
      expect(texts(device.vault.entries()).match(/More of/g)).toHaveLength(BOOKS - 1);
    });
  });

  it.each([false, true])(
    'should stop when nothing is new, too, and before anything is asked for, when dryRun is %s',
    async (dryRun) => {
      hide(device.vault.entries());
      expect(await world.sync(device, { dryRun })).toMatchObject({ cause: 'vault', requests: 0 });
    },
  );

  it('should not look through the vault when nothing is new (I12)', async () => {
    device.vault.survey = () => Promise.reject(new Error('looked'));
    expect((await world.sync(device)).outcome).toBe('done');
  });

  it('should open no other note when one changes (I12)', async () => {
    const read = device.vault.read.bind(device.vault);
    device.vault.read = (path) =>
      path.endsWith('Book 3.md') ? read(path) : Promise.reject(new Error(`opened ${path}`));
    world.library.addHighlight(bookIds[3] ?? 0, { text: 'The only news.' });
    expect(await world.sync(device)).toMatchObject({ outcome: 'done', notes: { updated: 1 } });
  });

  it('should leave a note waiting, by name, when only a placeholder of it is here', async () => {
    const [hidden] = [hide(device.vault.entries().slice(0, 1))];
    device.vault.put('Readwise/Books/.Book 0.md.icloud', 'placeholder');
    markPassages('More');
    for (let round = 0; round < 2; round += 1) {
      const report = await world.sync(device);
      expect(report).toMatchObject({ outcome: 'partial', notes: { created: 0, failed: 1 } });
      expect(report.failures[0]?.path).toBe('Readwise/Books/Book 0.md');
      expect(told(report.failures)[0]).toMatch('“Readwise/Books/Book 0.md” is not on this device');
    }
    device.vault.remove('Readwise/Books/.Book 0.md.icloud');
    bringBack(hidden);
    expect(await world.sync(device)).toMatchObject({ outcome: 'done', notes: { updated: 1 } });
    expect(device.vault.entries()).toEqual((await world.fresh()).vault.entries());
  });

  it('should make no second note beside a placeholder when the state is lost, too', async () => {
    hide(device.vault.entries().slice(0, 1));
    device.vault.put('Readwise/Books/.Book 0.md.icloud', 'placeholder');
    const before = device.vault.entries();
    const report = await world.sync({ vault: device.vault, state: newDevice().state });
    expect(report).toMatchObject({ outcome: 'partial', notes: { created: 0, failed: 1 } });
    expect(device.vault.entries()).toEqual(before);
  });
});

describe('a vault on a disk whose notes were emptied where they stand', () => {
  const BOOKS = 120;

  let world: World;
  let folder: string;
  let state: MemoryStateStore;

  beforeEach(async () => {
    world = await World.create({ pageSizes: { exportBooks: 10 } });
    folder = mkdtempSync(join(tmpdir(), 'vault-'));
    state = new MemoryStateStore();
  });

  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    await world.close();
  });

  async function sync() {
    world.pass(3600);
    const vault = new NodeVault({ folder });
    try {
      return await world.sync({ vault, state });
    } finally {
      await vault.flush();
    }
  }

  it('should be known for partly there before a note is written, though the first that are due are whole', async () => {
    const ids = Array.from(
      { length: BOOKS },
      (_, index) =>
        world.library.addBook({ title: `Book ${String(index).padStart(3, '0')}`, category: 'books' }).id,
    );
    const mark = (): void =>
      ids.forEach((id) => void world.library.addHighlight(id, { text: `Of ${String(id)}.` }));
    mark();
    expect(await sync()).toMatchObject({ outcome: 'done', notes: { created: BOOKS } });
    const books = join(folder, 'Readwise/Books');
    const emptied = readdirSync(books).sort().slice(0, 80);
    for (const name of emptied) writeFileSync(join(books, name), '');
    mark();
    expect(await sync()).toMatchObject({ outcome: 'failed', cause: 'vault', notes: { updated: 0 } });
    expect([...state.texts().values()].filter((text) => text.includes('absence'))).toEqual([]);
  });
});
