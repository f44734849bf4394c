import { told } from '../support/told';
import type { SyncReport } from '../../src/model/report';
import type { SyncOptions } from '../../src/sync/context/sync-options';
import { newDevice, settings, World, type Device } from '../simulation/world';
import { keys } from '../../src/store/keys';
import { amount } from '../support/amount';
import { CountingStateStore } from '../support/counting-state-store';

/** Of the commits at which the power may go out, each so many. */
const STEP = amount('CRASH_STEP', { quick: 3, full: 1 });
const THEIRS = { token: 'canary-token-of-another' };

/** The state as text, for looking through. */
async function stateText({ state }: Device): Promise<string> {
  return JSON.stringify(await state.list({ prefix: '', limit: 10_000 }));
}

describe('a token of another account', () => {
  let mine: World;
  let other: World;
  let device: Device;

  beforeEach(async () => {
    mine = await World.create();
    other = await World.create({ ...THEIRS, seed: 2 });
    // The service gives each id once, whoever's it is.
    for (let index = 0; index < 1000; index += 1) other.library.ids.nextBook();
    fill(mine, 'Mine');
    fill(other, 'Theirs');
    mine.pass(3600);
    device = newDevice();
  });
  afterEach(() => Promise.all([mine.close(), other.close()]));

  function fill(world: World, name: string): void {
    for (let index = 0; index < 8; index += 1) {
      world.library.addHighlight(
        world.library.addBook({ title: `${name} ${String(index)}`, category: 'books' }).id,
        { text: `Passage of ${name}.` },
      );
      world.library.addDocument({
        title: `${name} read ${String(index)}`,
        category: 'article',
        location: 'new',
      });
    }
  }

  const syncTheirs = (where: Device, options: Partial<SyncOptions> = {}): Promise<SyncReport> =>
    other.sync(where, { ...THEIRS, ...options });
  const notesOfMine = ({ vault }: Device): ReturnType<Device['vault']['entries']> =>
    vault.entries().filter(([path]) => path.includes('Mine'));
  const asked = (world: World): readonly string[] => world.server.requests.entries.map(({ url }) => url);

  it.each([
    { name: 'the state is there', lose: (known: Device): Device => known },
    {
      name: 'the state is lost',
      lose: (known: Device): Device => ({ vault: known.vault, state: newDevice().state }),
    },
  ])('should change nothing and say what to do when $name (I4)', async ({ lose }) => {
    await mine.sync(device);
    const known = lose(device);
    const [notes, state] = [known.vault.entries(), new CountingStateStore(known.state)];
    for (let round = 0; round < 2; round += 1) {
      const report = await other.sync({ vault: known.vault, state }, { ...THEIRS, maxDelete: 1000 });
      expect(report).toMatchObject({ outcome: 'failed', cause: 'account', vaultWrites: 0 });
      expect(told(report.failures)[0]).toMatch(
        /another Readwise account.*Nothing was changed.*follow the new account/,
      );
      expect(report.requests).toBeLessThanOrEqual(6);
    }
    expect(known.vault.entries()).toEqual(notes);
    expect(known.vault.trashEntries()).toEqual([]);
    // Only that it failed.
    expect(state.commits).toBe(2);
    expect((await mine.sync(known)).outcome).toBe('done');
    expect(known.vault.entries()).toEqual(notes);
  });

  it("should follow the new account when the person relinks the vault, and leave the old one's notes alone", async () => {
    await mine.sync(device);
    const before = device.vault.entries();
    expect((await syncTheirs(device)).cause).toBe('account');
    const report = await syncTheirs(device, { confirmation: 'relink', maxDelete: null });
    expect(report).toMatchObject({ outcome: 'done', notes: { created: 16, trashed: 0 } });
    expect(device.vault.entries()).toEqual(expect.arrayContaining([...before]));
    expect(await stateText(device)).not.toContain('Mine');
    for (const seconds of [61, 61, 61]) {
      other.pass(seconds);
      expect(await syncTheirs(device, { maxDelete: null })).toMatchObject({
        outcome: 'done',
        vaultWrites: 0,
      });
    }
    // Back again: its own notes are found, nothing is doubled.
    expect((await mine.sync(device)).cause).toBe('account');
    expect(await mine.sync(device, { confirmation: 'relink' })).toMatchObject({
      outcome: 'done',
      notes: { created: 0 },
    });
    expect(device.vault.entries()).toHaveLength(32);
  });

  it('should take up what an interrupted relinking left, wherever the power went out, and delete nothing (I6)', async () => {
    await mine.sync(device);
    const before = device.vault.entries();
    mine.pass(300);
    for (const { id } of mine.library.books.books()) mine.library.addHighlight(id, { text: 'New.' });
    const expected = { vault: device.vault.copy(), state: device.state.copy() };
    await mine.sync(expected);
    const counter = new CountingStateStore(device.state.copy());
    await other.sync({ vault: device.vault.copy(), state: counter }, { ...THEIRS, confirmation: 'relink' });
    for (let at = 1; at <= counter.commits; at += STEP) {
      const interrupted = { vault: device.vault.copy(), state: device.state.copy() };
      await other
        .sync(
          { vault: interrupted.vault, state: new CountingStateStore(interrupted.state, at) },
          { ...THEIRS, confirmation: 'relink' },
        )
        .catch((error: unknown) => expect(error).toMatchObject({ name: 'PowerLoss' }));
      const undecided = { vault: interrupted.vault.copy(), state: interrupted.state.copy() };
      const report = await mine.sync(undecided, { maxDelete: null });
      expect(notesOfMine(undecided)).toEqual(report.cause === 'account' ? before : expected.vault.entries());
      const [back, forth] = [
        { vault: interrupted.vault.copy(), state: interrupted.state.copy() },
        interrupted,
      ];
      await mine.sync(back, { confirmation: 'relink', maxDelete: null });
      expect(notesOfMine(back)).toEqual(expected.vault.entries());
      await syncTheirs(forth, { confirmation: 'relink', maxDelete: null });
      expect(forth.vault.entries()).toHaveLength(32);
      expect([back.vault.trashEntries(), forth.vault.trashEntries()]).toEqual([[], []]);
    }
  });

  it('should miss nothing when the account before had nothing (I7)', async () => {
    const empty = await World.create({ token: 'canary-token-of-nobody' });
    empty.pass(7200);
    await empty.sync(device, { token: 'canary-token-of-nobody' });
    expect((await mine.sync(device)).outcome).toBe('done');
    expect(device.vault.entries()).toEqual((await mine.fresh()).vault.entries());
    await empty.close();
  });

  it('should go on as before when the same account has a new token, with one more request', async () => {
    await mine.sync(device);
    const renewed = await World.create({ token: 'canary-token-renewed' });
    fill(renewed, 'Mine');
    const report = await renewed.sync(device, { token: 'canary-token-renewed', maxDelete: null });
    expect(report.outcome).toBe('done');
    expect(asked(renewed)[0]).toMatch(/export\/\?includeDeleted=true&ids=\d+(%2C\d+){4}$/);
    const first = asked(renewed).length;
    await renewed.sync(device, { token: 'canary-token-renewed' });
    expect(asked(renewed).slice(first).join('\n')).not.toContain('ids=');
    await renewed.close();
  });

  it('should fetch everything again, and write nothing, when another version stored the state', async () => {
    await mine.sync(device);
    const value = { version: 1, mark: 'of an earlier version' };
    await device.state.commit([{ put: keys.account, value }]);
    const before = asked(mine).length;
    expect(await mine.sync(device)).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    expect(asked(mine).slice(before)).toContainEqual(
      expect.stringMatching(/export\/\?includeDeleted=true$/) as string,
    );
    expect(device.vault.entries()).toEqual((await mine.fresh()).vault.entries());
    expect((await mine.sync(device)).requests).toBeLessThanOrEqual(5);
  });

  it('should know the account on a new device by documents alone, though most were deleted meanwhile', async () => {
    const documents = await World.create();
    const ids = Array.from(
      { length: 5 },
      (_, index) =>
        documents.library.addDocument({
          title: `Read ${String(index)}`,
          category: 'article',
          location: 'new',
        }).id,
    );
    await documents.sync(device);
    documents.pass(300);
    ids.slice(0, 4).forEach((id) => documents.library.deleteDocument(id));
    expect(
      (await documents.sync({ vault: device.vault, state: newDevice().state }, { maxDelete: null })).outcome,
    ).toBe('done');
    await documents.close();
  });

  it('should know the account by books that were deleted at the service', async () => {
    const books = await World.create();
    const { id } = books.library.addBook({ title: 'Walden', category: 'books' });
    books.library.addHighlight(id, { text: 'Simplify, simplify.' });
    await books.sync(device);
    books.pass(300);
    books.library.deleteBook(id);
    expect(
      await books.sync({ vault: device.vault, state: newDevice().state }, { maxDelete: null }),
    ).toMatchObject({ outcome: 'done', notes: { trashed: 1 } });
    await books.close();
  });

  it('should ask again, and change nothing, when the service cannot be asked which account it is', async () => {
    await mine.sync(device);
    const notes = device.vault.entries();
    other.server.faults.when({}, { kind: 'status', status: 503 });
    expect(await syncTheirs(device)).toMatchObject({ outcome: 'failed', cause: 'service', vaultWrites: 0 });
    other.server.faults.clear();
    expect((await syncTheirs(device)).cause).toBe('account');
    expect(device.vault.entries()).toEqual(notes);
  });

  it('should ask when the address is another, too', async () => {
    await mine.sync(device);
    const elsewhere = settings({ baseUrl: 'http://127.0.0.1:8080' });
    const first = asked(mine).length;
    expect((await mine.sync(device, { settings: elsewhere })).outcome).toBe('done');
    expect(asked(mine)[first]).toContain('ids=');
  });
});
