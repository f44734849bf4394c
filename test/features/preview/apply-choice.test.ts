import type { SyncReport } from '../../../src/model/report';
import { keys } from '../../../src/store/keys';
import { readStatus } from '../../../src/features/status/library-overview';
import { settings } from '../../simulation/world';
import { CountingStateStore } from '../../support/counting-state-store';
import { FakeClock } from '../../support/fake-clock';
import { bookNote, Shelf } from '../../sync/attachments/shelf';
import { apply, look } from './choose';

describe('a choice of what a sync would do', () => {
  let shelf: Shelf;

  beforeEach(async () => {
    shelf = await Shelf.create();
  });

  afterEach(() => shelf.world.close());

  const preview = (): Promise<SyncReport> => shelf.sync({ dryRun: true });
  const keyOf = (id: number | undefined): string => `b:${String(id)}`;
  const chosen = (ids: readonly (number | undefined)[]): ReadonlySet<string> => new Set(ids.map(keyOf));
  const due = async (): Promise<number> =>
    (await readStatus({ ...shelf.device, clock: new FakeClock() })).due;

  it('should write only the chosen notes, and leave the others to the next sync', async () => {
    const ids = shelf.addBooks(3);
    const report = await preview();
    expect(report.plan?.map(({ note }) => note)).toEqual(ids.map(keyOf));
    expect(shelf.paths).toEqual([]);
    expect(await apply(shelf.world, shelf.device, { items: chosen([ids[1]]) })).toMatchObject({
      outcome: 'done',
      requests: 0,
      notes: { created: 1 },
    });
    expect(shelf.paths).toEqual([bookNote(2)]);
    expect(await due()).toBe(2);
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', notes: { created: 2 } });
    expect(shelf.device.vault.entries()).toEqual((await shelf.world.fresh()).vault.entries());
  });

  it('should write all that is due, without the service, when everything was chosen', async () => {
    shelf.addBooks(3);
    await preview();
    shelf.world.server.faults.when({}, { kind: 'status', status: 503 });
    expect(await apply(shelf.world, shelf.device, {})).toMatchObject({
      outcome: 'done',
      notes: { created: 3 },
    });
    expect(await due()).toBe(0);
  });

  it('should tell the texts before and after of a single note', async () => {
    const [id = 0] = shelf.addBooks(1);
    await preview();
    const made = await look(shelf.world, shelf.device, keyOf(id));
    expect(made?.before).toBe('');
    expect(made?.after).toContain('Passage 1.');
    expect(made?.after).not.toContain('%% florilegium');
    await shelf.sync();
    expect(await look(shelf.world, shelf.device, keyOf(id))).toBeNull();
    shelf.world.pass(300);
    shelf.world.library.addHighlight(id, { text: 'Another passage.', location: 9 });
    await preview();
    const changed = await look(shelf.world, shelf.device, keyOf(id));
    expect(changed?.before).not.toContain('Another passage.');
    expect(changed?.after).toContain('Another passage.');
    expect(shelf.note(bookNote(1))).not.toContain('Another passage.');
  });

  it('should merge with what the person wrote after they looked (I2)', async () => {
    const [id = 0] = shelf.addBooks(1);
    await shelf.sync();
    shelf.world.pass(300);
    shelf.world.library.addHighlight(id, { text: 'Another passage.', location: 9 });
    await preview();
    shelf.write(bookNote(1), 'A thought, just in time.');
    expect(await apply(shelf.world, shelf.device, { items: chosen([id]) })).toMatchObject({
      notes: { updated: 1 },
    });
    expect(shelf.note(bookNote(1))).toContain('A thought, just in time.');
    expect(shelf.note(bookNote(1))).toContain('Another passage.');
  });

  it('should not bring back a note that the person deleted after they looked (I3)', async () => {
    const [id = 0] = shelf.addBooks(1);
    await shelf.sync();
    shelf.world.pass(300);
    shelf.world.library.addHighlight(id, { text: 'Another passage.', location: 9 });
    await preview();
    shelf.device.vault.remove(bookNote(1));
    await apply(shelf.world, shelf.device, { items: chosen([id]) });
    expect(shelf.paths).toEqual([]);
  });

  it('should remove only notes that the person let go, and leave the others where they are (I4)', async () => {
    const ids = shelf.addBooks(6);
    await shelf.sync();
    shelf.emptyBooks(ids.slice(0, 4));
    const report = await preview();
    expect(report.plan?.filter(({ action }) => action === 'trash')).toHaveLength(4);
    expect(shelf.trash).toEqual([]);
    const remove = chosen(ids.slice(0, 2));
    // Even where everything was chosen but those.
    expect(await apply(shelf.world, shelf.device, { remove })).toMatchObject({
      outcome: 'done',
      notes: { trashed: 2 },
    });
    expect(shelf.paths).toHaveLength(4);
    expect(await due()).toBe(2);
    expect(await shelf.sync()).toMatchObject({ notes: { trashed: 2 } });
  });

  it('should go on holding back what the guard held and the person did not let go, however few are left (I4)', async () => {
    const ids = shelf.addBooks(15);
    await shelf.sync();
    shelf.emptyBooks(ids.slice(0, 12));
    const { hold } = await preview();
    expect(hold?.notes).toHaveLength(12);
    expect((await readStatus({ ...shelf.device, clock: new FakeClock() })).hold).toBeNull();
    const going = chosen(ids.slice(0, 9));
    expect(await apply(shelf.world, shelf.device, { items: going, remove: going, hold })).toMatchObject({
      notes: { trashed: 9 },
    });
    expect(
      (await readStatus({ ...shelf.device, clock: new FakeClock() })).hold?.notes.map(({ id }) => id),
    ).toEqual(ids.slice(9, 12).map(String));
    expect(await shelf.sync()).toMatchObject({ outcome: 'held', notes: { trashed: 0 } });
    expect(shelf.trash).toHaveLength(9);
    expect(await shelf.sync({ decision: { kind: 'keep-all' } })).toMatchObject({
      outcome: 'done',
      notes: { kept: 3 },
    });
    expect(await shelf.device.state.getMany([keys.hold])).toEqual([undefined]);
  });

  it('should put the id behind a name that an unchosen note still has', async () => {
    const [one = 0, two = 0] = shelf.addBooks(2);
    await shelf.sync();
    shelf.world.pass(300);
    shelf.world.library.retitleBook(one, 'Another title');
    shelf.world.library.retitleBook(two, 'Book 1');
    await preview();
    await apply(shelf.world, shelf.device, { items: chosen([two]) });
    const withId = `Readwise/Books/Book 1 (${String(two)}).md`;
    expect(shelf.paths).toEqual([withId, bookNote(1)]);
    await shelf.sync();
    expect(shelf.paths).toEqual(['Readwise/Books/Another title.md', withId]);
  });

  it('should have nothing left to do when another sync was faster', async () => {
    const ids = shelf.addBooks(2);
    await preview();
    await shelf.sync();
    const before = shelf.device.vault.entries();
    expect(await apply(shelf.world, shelf.device, { items: chosen(ids) })).toMatchObject({
      outcome: 'done',
      vaultWrites: 0,
    });
    expect(shelf.device.vault.entries()).toEqual(before);
  });

  it('should not claim that all is well when the device has lost what it showed (I14)', async () => {
    const [id] = shelf.addBooks(1);
    await preview();
    await shelf.device.state.commit([...shelf.device.state.texts().keys()].map((key) => ({ remove: key })));
    expect(await apply(shelf.world, shelf.device, { items: chosen([id]) })).toMatchObject({
      outcome: 'partial',
      failures: [{ id: String(id), problem: { code: 'item-lost' } }],
    });
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', notes: { created: 1 } });
  });

  it('should end in the same notes, and let nothing go that was not chosen, wherever the power goes out (I4, I6)', async () => {
    const ids = shelf.addBooks(15);
    await shelf.sync();
    shelf.emptyBooks(ids.slice(0, 12));
    shelf.world.library.retitleBook(ids[13] ?? 0, 'Another title');
    const { hold } = await preview();
    const going = chosen([...ids.slice(0, 9), ids[13]]);
    const choice = { items: going, remove: going, hold };
    const place = () => ({ vault: shelf.device.vault.copy(), state: shelf.device.state.copy() });
    const whole = place();
    const counter = new CountingStateStore(whole.state);
    await apply(shelf.world, { vault: whole.vault, state: counter }, choice);
    expect(whole.vault.trashEntries()).toHaveLength(9);
    for (let at = 1; at <= counter.commits; at += 1) {
      const { vault, state } = place();
      await apply(shelf.world, { vault, state: new CountingStateStore(state, at) }, choice).catch(
        (error: unknown) => expect(error).toMatchObject({ name: 'PowerLoss' }),
      );
      await apply(shelf.world, { vault, state }, choice);
      expect(vault.entries()).toEqual(whole.vault.entries());
      expect((await shelf.world.sync({ vault, state }, { maxDelete: null })).outcome).toBe('held');
      expect(vault.trashEntries()).toHaveLength(9);
    }
  });

  it('should write nothing when the templates cannot be used', async () => {
    shelf.addBooks(1);
    await preview();
    expect(
      await apply(shelf.world, shelf.device, {}, settings({ templates: { book: 'Nowhere.md' } })),
    ).toMatchObject({ outcome: 'failed', cause: 'settings' });
    expect(shelf.paths).toEqual([]);
  });
});
