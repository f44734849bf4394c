import { removeMarks } from '../../../src/features/unmark/remove-marks';
import { applyAdoption } from '../../../src/features/adopt/apply-adoption';
import { planAdoption } from '../../../src/features/adopt/plan-adoption';
import { mirrorNote } from '../../support/foreign-notes';
import { FakeClock } from '../../support/fake-clock';
import { EmptyingVault } from '../../support/emptying-vault';
import { settings, type Device } from '../../simulation/world';
import { Shelf, bookNote } from '../attachments/shelf';
import { planOf, undo } from './history-scene';

const WORDS = '\n\nWhat I think of it.\n';

describe('a sync that was killed while the app wrote a note, which it does by emptying it first', () => {
  let shelf: Shelf;
  beforeEach(async () => {
    shelf = await Shelf.create();
  });
  afterEach(() => shelf.world.close());

  function writeInAll(): void {
    for (const [path, text] of shelf.device.vault.entries()) shelf.device.vault.put(path, text + WORDS);
  }

  /**
   * What the next syncs make of it, for each write that may be the last, or every so many; the first is that
   * of a sync that was not killed.
   */
  async function endings({
    step = 1,
    first,
    ...options
  }: {
    readonly step?: number;
    readonly first?: (device: Pick<Device, 'vault' | 'state'>) => Promise<unknown>;
  } & Parameters<typeof shelf.sync>[0] = {}): Promise<readonly unknown[]> {
    const { world, device } = shelf;
    const now = world.now;
    const ends: unknown[] = [];
    for (let at = 0; ; at += step) {
      world.now = now;
      const [state, dying] = [device.state.copy(), new EmptyingVault(device.vault.entries(), at)];
      world.pass(60);
      await world
        .sync({ vault: dying, state }, options)
        .catch((error: unknown) => expect(error).toMatchObject({ message: 'killed' }));
      const isOver = dying.writes < at;
      const vault = new EmptyingVault(dying.entries(), 0);
      await first?.({ vault, state });
      for (let again = 0; again < 2; again += 1) {
        world.pass(60);
        await world.sync({ vault, state }, options);
      }
      ends.push(vault.entries());
      if (isOver) return ends;
    }
  }

  it('should bring every note back when notes with words of a person were changed, renamed and made (I2, I6)', async () => {
    const ids = shelf.addBooks(4);
    await shelf.sync();
    writeInAll();
    shelf.world.pass(60);
    for (const id of ids.slice(0, 2))
      shelf.world.library.addHighlight(id, { text: 'Marked since.', location: 2 });
    shelf.world.library.retitleBook(ids[2] ?? 0, 'Renamed');
    shelf.world.library.addHighlight(
      shelf.world.library.addBook({ title: 'New one', category: 'books' }).id,
      { text: 'New.', location: 1 },
    );
    const [whole, ...cut] = await endings();
    expect(cut.length).toBeGreaterThanOrEqual(4);
    expect(JSON.stringify(whole)).toContain('Marked since.');
    for (const end of cut) expect(end).toEqual(whole);
  });

  it.each([
    [
      'a sync that a broken template keeps from beginning',
      (device: Pick<Device, 'vault' | 'state'>) =>
        shelf.world.sync(device, { settings: settings({ templates: { book: 'Nowhere.md' } }) }),
    ],
    [
      'a sync whose token is refused',
      (device: Pick<Device, 'vault' | 'state'>) => shelf.world.sync(device, { token: 'refused' }),
    ],
    [
      'the writing of all notes anew',
      (device: Pick<Device, 'vault' | 'state'>) => shelf.world.render(device, settings()),
    ],
    [
      'an adoption',
      async (device: Pick<Device, 'vault' | 'state'>) => {
        const deps = { ...device, clock: new FakeClock({ startsAt: shelf.world.now }) };
        const { adoptions } = await planAdoption(deps, {
          settings: settings(),
          paths: ['Foreign/Book 1.md'],
        });
        expect((await applyAdoption(deps, { settings: settings(), chosen: adoptions })).adopted).toEqual([
          'Foreign/Book 1.md',
        ]);
      },
    ],
  ])('should bring every note back when %s comes first (I2, I6)', async (_, first) => {
    const [adopted = 0, ...ids] = shelf.addBooks(4);
    await shelf.sync();
    const untouched = shelf.note(bookNote(1));
    writeInAll();
    shelf.device.vault.put(bookNote(1), untouched);
    const [highlight] = shelf.world.library.books.liveHighlightsOf(adopted);
    shelf.device.vault.put(
      'Foreign/Book 1.md',
      mirrorNote({
        id: adopted,
        title: 'Book 1',
        author: '',
        category: 'books',
        url: '',
        highlights: [
          { id: 0, readerId: null, text: '', note: '', tags: [], color: '', ...highlight, location: 1 },
        ].map((one) => ({ ...one, tags: [] })),
      }),
    );
    for (const id of ids) shelf.world.library.addHighlight(id, { text: 'Marked since.', location: 2 });
    const [whole, ...cut] = await endings({ first });
    expect(JSON.stringify(whole).split('What I think of it.')).toHaveLength(4);
    for (const end of cut) expect(end).toEqual(whole);
  });

  it('should leave one note of each book, and none empty, when it was the first (I1)', async () => {
    shelf.addBooks(3);
    const [whole, ...cut] = await endings();
    expect(whole).toHaveLength(3);
    for (const end of cut) expect(end).toEqual(whole);
  });

  it('should leave one note of each highlight, and none empty, when a book has more of them than are looked at in one go (I1)', async () => {
    const [id = 0] = shelf.addBooks(1);
    for (let location = 2; location <= 60; location += 1)
      shelf.world.library.addHighlight(id, { text: `Passage ${String(location)}.`, location });
    const [whole, ...cut] = await endings({ step: 7, settings: settings({ notePerHighlight: true }) });
    expect(whole).toHaveLength(61);
    for (const end of cut) expect(end).toEqual(whole);
  });

  it('should bring every note back when more were being marked as deleted than are looked at in one go (I2)', async () => {
    const ids = shelf.addBooks(60);
    await shelf.sync();
    writeInAll();
    shelf.deleteBooks(ids);
    const [whole, ...cut] = await endings({ step: 13 });
    expect(JSON.stringify(whole).split('What I think of it.')).toHaveLength(61);
    for (const end of cut) expect(end).toEqual(whole);
  });

  it('should make a note anew when the run that had made it was changing it (I1)', async () => {
    const [id = 0] = shelf.addBooks(51);
    const vault = new EmptyingVault([], 51);
    await expect(shelf.world.sync({ vault, state: shelf.device.state })).rejects.toThrow('killed');
    shelf.device = { ...shelf.device, vault };
    shelf.world.library.addHighlight(id, { text: 'Marked since.', location: 2 });
    const [whole, ...cut] = await endings();
    expect(cut.length).toBeGreaterThan(1);
    for (const end of cut) expect(end).toEqual(whole);
  });

  it('should be taken back as a whole when the person undoes it at once', async () => {
    const ids = shelf.addBooks(3);
    await shelf.sync();
    writeInAll();
    const before = shelf.device.vault.entries();
    for (const id of ids.slice(0, 2))
      shelf.world.library.addHighlight(id, { text: 'Marked since.', location: 2 });
    shelf.world.pass(60);
    for (let at = 1; at <= 2; at += 1) {
      const [state, dying] = [shelf.device.state.copy(), new EmptyingVault(before, at)];
      await expect(shelf.world.sync({ vault: dying, state })).rejects.toThrow('killed');
      await undo({ vault: dying, state }, shelf.world);
      expect([at, dying.entries()]).toEqual([at, before]);
    }
  });

  it('should have lost nothing either when it was the removal of marks, and that is made again', async () => {
    shelf.addBooks(3);
    await shelf.sync();
    writeInAll();
    const unmark = (vault: EmptyingVault, state: typeof shelf.device.state) =>
      removeMarks(
        {
          vault,
          state,
          clock: new FakeClock(),
          texts: {
            paths: () => Promise.resolve(vault.entries().map(([path]) => path)),
            read: (path) => vault.read(path),
          },
        },
        { paths: null, keepsAnchors: false },
      );
    const ends: unknown[] = [];
    for (let at = 0; at <= 3; at += 1) {
      const [state, vault] = [shelf.device.state.copy(), new EmptyingVault(shelf.device.vault.entries(), at)];
      await unmark(vault, state).catch((error: unknown) =>
        expect(error).toMatchObject({ message: 'killed' }),
      );
      await unmark(vault, state);
      ends.push(vault.entries());
    }
    expect(JSON.stringify(ends[0])).toContain('What I think of it.');
    for (const end of ends) expect(end).toEqual(ends[0]);
  });

  it('should leave a note empty when the person emptied it', async () => {
    const [id] = shelf.addBooks(2);
    await shelf.sync();
    shelf.world.library.addHighlight(id ?? 0, { text: 'Marked since.', location: 2 });
    await shelf.sync();
    shelf.device.vault.put(bookNote(1), '');
    shelf.world.library.addHighlight(id ?? 0, { text: 'And since.', location: 3 });
    await shelf.sync();
    expect(shelf.note(bookNote(1))).toBe('');
  });
});

describe('an undo that was killed while the app wrote a note', () => {
  let shelf: Shelf;
  beforeEach(async () => {
    shelf = await Shelf.create();
  });
  afterEach(() => shelf.world.close());

  /** A sync has changed two notes, of which the person then wrote in one, renamed one, and taken one away. */
  async function syncOfAllKinds(): Promise<void> {
    const ids = shelf.addBooks(4);
    await shelf.sync();
    shelf.world.pass(60);
    for (const id of ids.slice(0, 2))
      shelf.world.library.addHighlight(id, { text: 'Marked since.', location: 2 });
    shelf.world.library.retitleBook(ids[2] ?? 0, 'Renamed');
    shelf.deleteBooks(ids.slice(3));
    await shelf.sync({ maxDelete: 5 });
    shelf.device.vault.put(bookNote(2), shelf.note(bookNote(2)).replace('\n---\n', `\n---\n${WORDS}\n\n`));
  }

  /**
   * What stands in the vault at the end, for each write that may be the last; the first is that of an undo
   * that was not killed.
   */
  async function endings(
    next: (places: {
      readonly vault: EmptyingVault;
      readonly state: typeof shelf.device.state;
    }) => Promise<unknown>,
  ): Promise<readonly (readonly (readonly [string, string])[])[]> {
    const ends: (readonly (readonly [string, string])[])[] = [];
    for (let at = 0; ; at += 1) {
      const [state, vault] = [shelf.device.state.copy(), new EmptyingVault(shelf.device.vault.entries(), at)];
      await undo({ vault, state }, shelf.world).catch((error: unknown) =>
        expect(error).toMatchObject({ message: 'killed' }),
      );
      const isOver = vault.writes < at;
      await next({ vault, state });
      ends.push(vault.entries());
      if (isOver) return ends;
    }
  }

  it('should end the same when it is made once more (I6)', async () => {
    await syncOfAllKinds();
    const [whole, ...cut] = await endings((places) => undo(places, shelf.world));
    expect(cut).toHaveLength(4);
    expect(JSON.stringify(whole)).toContain('What I think of it.');
    for (const end of cut) expect(end).toEqual(whole);
  });

  it('should be shown as still to be done, for the last note as well', async () => {
    await syncOfAllKinds();
    const plans: unknown[] = [];
    await endings(async (places) => {
      const plan = await planOf(places);
      plans.push((plan?.steps ?? []).length > 0);
    });
    expect(plans).toEqual([false, true, true, true, false]);
  });

  it('should have lost no word, and left no note empty, when a sync follows (I2)', async () => {
    await syncOfAllKinds();
    const all = await endings(async (places) => {
      await shelf.world.sync(places, { maxDelete: null });
      await shelf.world.sync(places, { maxDelete: null });
    });
    expect(all).toHaveLength(5);
    for (const end of all.map((each) => new Map(each))) {
      for (const [path, text] of end)
        expect([path, text]).toEqual([path, expect.stringContaining('Passage ')]);
      expect(end.get(bookNote(2))).toContain('What I think of it.');
    }
  });

  it('should leave a note empty when the person emptied it after that', async () => {
    await syncOfAllKinds();
    const [state, vault] = [shelf.device.state.copy(), new EmptyingVault(shelf.device.vault.entries(), 2)];
    await expect(undo({ vault, state }, shelf.world)).rejects.toThrow('killed');
    await shelf.world.sync({ vault, state }, { maxDelete: null });
    vault.put(bookNote(1), '');
    await shelf.world.sync({ vault, state }, { maxDelete: null });
    expect(vault.entries()).toContainEqual([bookNote(1), '']);
  });
});
