import { EXIT, exitCodeOf } from '../../../pkg/exit-code';
import type { Resolution } from '../../../src/merge/resolve-conflict';
import type { SyncReport } from '../../../src/model/report';
import { checkLibrary } from '../../../src/features/check/check-library';
import { openConflicts, settleConflict } from '../../../src/features/conflicts/open-conflicts';
import { findLocalChanges } from '../../../src/features/hand-changes/local-changes';
import { readStatus } from '../../../src/features/status/library-overview';
import { newDevice, settings, World, type Device } from '../../simulation/world';
import { undo } from '../../sync/journal/history-scene';

const MINE = 'title: My own words';
const BOX = /> \[!warning\][^\n]*\n(?:>[^\n]*\n)+/;

describe('a property that the person and Readwise both changed', () => {
  let world: World;
  let device: Device;
  let id: string;
  let report: SyncReport;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    ({ id } = world.library.addDocument({ title: 'As it was', tags: ['nature'] }));
    await sync();
    edit((text) => text.replace('title: As it was', MINE));
    serviceSays({ title: 'It is [[new]]' });
    report = await sync();
  });
  afterEach(() => world.close());

  const path = (): string => device.vault.entries()[0]?.[0] ?? '';
  const note = (): string => device.vault.entries()[0]?.[1] ?? '';
  const edit = (change: (text: string) => string): void => {
    const before = note();
    expect(change(before)).not.toBe(before);
    device.vault.put(path(), change(before));
  };
  const sync = (options: Parameters<World['sync']>[1] = {}): Promise<SyncReport> => {
    world.pass(300);
    return world.sync(device, options);
  };
  function serviceSays(change: Parameters<World['library']['editDocument']>[1]): void {
    world.pass(300);
    world.library.editDocument(id, change);
  }
  const conflictsNow = async () => (await openConflicts(device)).flatMap(({ conflicts }) => conflicts);
  async function settle(resolution: Resolution): Promise<void> {
    const [conflict] = await conflictsNow();
    if (conflict === undefined) throw new Error('There is no conflict');
    expect(await settleConflict(device.vault, { path: path(), conflict, resolution })).not.toBeNull();
  }
  const offered = async (): Promise<readonly string[]> => {
    const allowed = settings({ sendBack: { title: true, tags: true } });
    const { changes } = await findLocalChanges(world.dependencies(device), allowed);
    return changes.map(({ mine }) => mine);
  };

  it('should stand there with both values, be a conflict of the sync, and be named by status and check', async () => {
    expect(report.conflicts).toEqual([{ id, path: path(), block: 'title' }]);
    expect(exitCodeOf(report)).toBe(EXIT.held);
    expect(note()).toContain(MINE);
    expect(BOX.exec(note())?.[0]).toContain('> ```yaml\n> title: "It is [[new]]"\n> ```\n');
    const clock = world.clock();
    const conflict = { block: 'title', isProperty: true, mine: 'My own words', theirs: 'It is [[new]]' };
    const { conflicts } = await readStatus({ ...device, clock, settings: settings() });
    expect(conflicts).toEqual([{ path: path(), ...conflict }]);
    const { findings } = await checkLibrary({ ...device, clock, settings: settings() });
    expect(findings).toEqual([
      { fault: 'conflict', path: path(), about: ['title', 'My own words', 'It is [[new]]'] },
    ]);
  });

  it('should be told by a dry run as the sync then tells it', async () => {
    serviceSays({ title: 'Newer.' });
    world.pass(300);
    const planned = await world.sync(device, { dryRun: true });
    expect(exitCodeOf(planned)).toBe(EXIT.held);
    expect((await sync()).conflicts).toEqual(planned.conflicts);
    expect(note().match(/\[!warning\]/g)).toHaveLength(1);
    expect(await conflictsNow()).toMatchObject([{ theirs: 'Newer.' }]);
  });

  it('should be told once, whatever else changes, and by every device (I5)', async () => {
    expect(await sync()).toMatchObject({ conflicts: [], vaultWrites: 0 });
    serviceSays({ author: 'Thoreau' });
    expect(await sync()).toMatchObject({ conflicts: [], vaultWrites: 1 });
    expect(await conflictsNow()).toHaveLength(1);
    const other = { ...newDevice(), vault: device.vault };
    world.pass(300);
    expect(await world.sync(other)).toMatchObject({ conflicts: [], vaultWrites: 0 });
    expect(await openConflicts(other)).toHaveLength(1);
  });

  it('should not be offered to be sent before it is decided, and then be offered', async () => {
    expect(await offered()).toEqual([]);
    await settle('mine');
    expect(await offered()).toEqual(['My own words']);
  });

  it.each<[string, () => Promise<void> | void]>([
    ['with mine', () => settle('mine')],
    ['when the person takes the box out', () => edit((text) => text.replace(BOX, ''))],
  ])('should be settled %s, and leave the next sync nothing to do', async (_way, act) => {
    await act();
    expect([note().includes(MINE), BOX.test(note())]).toEqual([true, false]);
    expect(await conflictsNow()).toEqual([]);
    expect(await sync()).toMatchObject({ conflicts: [], vaultWrites: 0 });
    serviceSays({ title: 'Newer.' });
    expect((await sync()).conflicts).toHaveLength(1);
  });

  it('should be as on a device that never knew of it when it is settled with theirs', async () => {
    await settle('theirs');
    expect(note()).toBe((await world.fresh()).vault.entries()[0]?.[1]);
    expect(await offered()).toEqual([]);
    expect(await sync()).toMatchObject({ vaultWrites: 0 });
  });

  it('should be settled when the person writes the other value, or Readwise takes theirs', async () => {
    edit((text) => text.replace(MINE, 'title: "It is [[new]]"'));
    expect(await conflictsNow()).toEqual([]);
    edit((text) => text.replace('title: "It is [[new]]"', MINE));
    serviceSays({ title: 'My own words' });
    expect((await sync()).conflicts).toEqual([]);
    expect(note()).toBe((await world.fresh()).vault.entries()[0]?.[1]);
  });

  it('should keep what the person wrote into the box, which is a text of theirs from then on (I2)', async () => {
    edit((text) => text.replace('It is [[new]]', 'It is [[new]] and odd'));
    expect(await conflictsNow()).toEqual([]);
    serviceSays({ title: 'Newer.' });
    await sync();
    expect(note()).toContain('It is [[new]] and odd');
    expect(await conflictsNow()).toMatchObject([{ theirs: 'Newer.' }]);
  });

  it('should be none when only a setting changed what Readwise’s value looks like', async () => {
    edit((text) => text.replace('  - nature\n', '  - nature\n  - mine\n'));
    const prefixed = await sync({ settings: settings({ tagPrefix: 'readwise/' }) });
    expect(prefixed).toMatchObject({ conflicts: [], outcome: 'done' });
    expect(note()).toContain('  - nature\n  - mine\n');
    // That of the title is still open.
    expect(await conflictsNow()).toMatchObject([{ block: 'title' }]);
  });

  it('should be open no more when undo took the change back, and be open again after the next change', async () => {
    await undo(device, world);
    expect([note().includes(MINE), await conflictsNow()]).toEqual([true, []]);
    serviceSays({ title: 'Newer.' });
    await sync();
    expect(await conflictsNow()).toMatchObject([{ theirs: 'Newer.' }]);
  });
});
