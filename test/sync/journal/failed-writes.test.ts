import { planUndo } from '../../../src/features/undo/plan-undo';
import { undoLastRun } from '../../../src/features/undo/undo-last-run';
import { removeMarks } from '../../../src/features/unmark/remove-marks';
import { vaultWith } from '../../../src/sync/vault-with';
import type { Vault } from '../../../src/model/ports';
import type { SyncReport } from '../../../src/model/report';
import { newDevice, settings, World, type Device } from '../../simulation/world';
import { FakeClock } from '../../support/fake-clock';
import { DiskError, flakyVault } from '../../support/flaky-vault';

const WORDS = 'What I think of it.';

describe('a note that a full disk left empty when it could not be written', () => {
  let world: World;
  let device: Device;
  let path: string;
  let bookId: number;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    bookId = world.library.addBook({ title: 'Walden', category: 'books' }).id;
    world.library.addHighlight(bookId, { text: 'Simplify, simplify.', location: 1 });
    await world.sync(device);
    path = device.vault.entries()[0]?.[0] ?? '';
    device.vault.put(path, `${device.vault.entries()[0]?.[1] ?? ''}\n${WORDS}\n`);
    world.pass(60);
    world.library.addHighlight(bookId, { text: 'Only that day dawns.', location: 2 });
  });
  afterEach(() => world.close());

  /** Has no room for any note until the sync is over. */
  const fullDisk = (): Vault =>
    vaultWith(device.vault, {
      update: (at) => {
        device.vault.put(at, '');
        return Promise.reject(new DiskError(`Could not write ${at}: the disk is full.`));
      },
    });

  async function expectWordsBack(): Promise<void> {
    world.pass(60);
    expect((await world.sync(device)).outcome).toBe('done');
    const [[, note = ''] = [], ...others] = device.vault.entries();
    expect(others).toEqual([]);
    expect(note).toContain(WORDS);
    expect(note).toContain('Only that day dawns.');
  }

  it('should have its words again in the first sync that has room, and not count as deleted before (I2)', async () => {
    const refused = { outcome: 'failed', failures: [{ problem: { code: 'not-put-back', path } }] };
    expect(await world.sync({ ...device, vault: fullDisk() })).toMatchObject(refused);
    expect(await world.sync({ ...device, vault: fullDisk() })).toMatchObject(refused);
    await expectWordsBack();
  });

  it('should be written in the same sync when the disk has room again (I2)', async () => {
    const report = await world.sync({ ...device, vault: flakyVault(device.vault, new Set([1])) });
    expect(report).toMatchObject({ outcome: 'done', notes: { updated: 1, failed: 0 } });
    await expectWordsBack();
  });

  it('should have its words again after an undo that could not write it, also when undo is tried again (I2)', async () => {
    expect((await world.sync(device)).outcome).toBe('done');
    const deps = world.dependencies({ ...device, vault: fullDisk() });
    const run = (await planUndo(deps))?.run ?? 0;
    const undo = (): Promise<SyncReport> => undoLastRun(deps, { run, settings: settings() });
    expect(await undo()).toMatchObject({ outcome: 'partial', failures: [{ path }] });
    expect(await undo()).toMatchObject({ outcome: 'failed', failures: [{ problem: { path } }] });
    await expectWordsBack();
  });

  it('should have its words again after its marks could not be removed (I2)', async () => {
    const { state } = device;
    const texts = {
      paths: () => Promise.resolve([path]),
      read: (at: string) => device.vault.read(at),
    };
    const context = { vault: fullDisk(), state, texts, clock: new FakeClock() };
    const result = await removeMarks(context, { paths: [path], keepsAnchors: false });
    expect(result).toMatchObject({ changed: 0, failures: [{ path }] });
    await expectWordsBack();
  });
});
