import { readStatus } from '../../../src/features/status/library-overview';
import { planRender } from '../../../src/sync/render-notes';
import { newDevice, settings, World, type Device } from '../../simulation/world';
import { undo } from '../journal/history-scene';

const FOLDER = 'Readwise/Books/Walden';
const WHOLE = `${FOLDER}.md`;
const [FIRST, SECOND, THIRD, FOURTH] = ['First', 'Second', 'Third', 'Fourth'].map(
  (name) => `${FOLDER}/${name}.md`,
) as [string, string, string, string];
const OTHERS = [FOURTH, SECOND, THIRD];

const ALL = { notePerHighlight: true };
const FAVORITES = { ...ALL, scope: { highlights: { any: { favorites: true } } } };

describe('the notes of single highlights that the settings leave out', () => {
  let world: World;
  let device: Device;
  let bookId: number;
  let ids: readonly number[];

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    bookId = world.library.addBook({ title: 'Walden', author: 'Thoreau' }).id;
    ids = ['First', 'Second', 'Third', 'Fourth'].map(
      (text, index) => world.library.addHighlight(bookId, { text, location: index + 1 }).id,
    );
    world.library.favourite(ids[0] ?? 0);
    await sync(ALL);
  });
  afterEach(() => world.close());

  const sync = (values: object, more: object = {}) => {
    world.pass(3600);
    return world.sync(device, { settings: settings(values), ...more });
  };
  const noteId = (index: number): string => `${String(bookId)}#rw${String(ids[index])}`;
  const read = (path: string): string => device.vault.entries().find(([each]) => each === path)?.[1] ?? '';
  const write = (path: string, words: string): void =>
    device.vault.put(path, read(path).replace('\n%% florilegium', `\n${words}\n\n%% florilegium`));
  const paths = (): readonly string[] => device.vault.entries().map(([path]) => path);
  const trash = (): readonly string[] => device.vault.trashEntries().map(([path]) => path);
  const pathsOf = (notes: readonly { readonly path: string }[] = []) => notes.map(({ path }) => path).sort();
  const listed = async (values: object = FAVORITES) => {
    const { state, vault } = device;
    const status = await readStatus({ state, vault, clock: world.clock(), settings: settings(values) });
    return pathsOf(status.leftOut);
  };

  it('should stay, as a dry run says, and be asked about once, when nobody said what becomes of them (I4, I5)', async () => {
    write(SECOND, 'Mine.');
    const before = OTHERS.map(read);
    const planned = await sync(FAVORITES, { dryRun: true });
    expect(pathsOf(planned.outOfScope)).toEqual(OTHERS);
    expect(planned.plan).toMatchObject([
      { path: WHOLE, action: 'update', blocksRemoved: 3 },
      { path: FIRST },
    ]);
    const report = await sync(FAVORITES);
    expect(report).toMatchObject({ outcome: 'done', vaultWrites: 1, notes: { trashed: 0, kept: 0 } });
    expect(pathsOf(report.outOfScope)).toEqual(OTHERS);
    expect(OTHERS.map(read)).toEqual(before);
    expect(await listed()).toEqual(OTHERS);
    for (const full of [false, true]) {
      world.library.addHighlight(bookId, { text: 'Later.', location: 9 });
      const again = await sync(FAVORITES, { full });
      expect(again).toMatchObject({ outcome: 'done', vaultWrites: 0 });
      expect(again).not.toHaveProperty('outOfScope');
    }
  });

  it('should stay, and be asked about, when the settings are applied without a sync', async () => {
    const host = { ...world.dependencies(device), clock: world.clock() };
    const planned = await planRender(host, { settings: settings(FAVORITES) });
    expect(pathsOf(planned.report.outOfScope)).toEqual(OTHERS);
    expect(pathsOf((await world.render(device, settings(FAVORITES))).outOfScope)).toEqual(OTHERS);
    const next = await sync(FAVORITES);
    expect(next).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    expect(next).not.toHaveProperty('outOfScope');
    expect(await listed()).toEqual(OTHERS);
  });

  it('should each go where the person sends it, and be asked about no more (I2, I4)', async () => {
    write(SECOND, 'Mine.');
    await sync(FAVORITES);
    const [second, third, fourth] = [1, 2, 3].map(noteId) as [string, string, string];
    const decision = { kind: 'each', remove: [second, third], keep: [], archive: [fourth] } as const;
    const report = await sync(FAVORITES, { decision });
    expect(report).toMatchObject({ outcome: 'done', notes: { trashed: 1, archived: 1, kept: 1 } });
    expect(trash()).toEqual([THIRD]);
    expect(paths()).toEqual([WHOLE, FIRST, SECOND, 'Readwise/Archive/Fourth.md'].sort());
    expect(read(SECOND)).toContain('readwise-status: left-out');
    expect(read(SECOND)).toContain('Mine.');
    expect(await listed()).toEqual([]);
    expect(await sync(FAVORITES, { full: true })).toMatchObject({ outcome: 'done', vaultWrites: 0 });
  });

  it('should stay for good when the person leaves them', async () => {
    const values = { ...FAVORITES, outOfScope: 'leave' };
    const before = OTHERS.map(read);
    const report = await sync(values);
    expect(report).toMatchObject({ outcome: 'done', vaultWrites: 1 });
    expect(report).not.toHaveProperty('outOfScope');
    expect(OTHERS.map(read)).toEqual(before);
    expect(await listed(values)).toEqual([]);
  });

  it('should go to the trash, and stay marked where they hold words, when the settings say so (I2, I4)', async () => {
    write(SECOND, 'Mine.');
    const values = { ...FAVORITES, outOfScope: 'trash' };
    const { plan = [] } = await sync(values, { dryRun: true });
    const reasonsOf = (wanted: string) =>
      plan.flatMap(({ action, path, reasons }) => (action === wanted ? [[path, ...reasons]] : []));
    expect(reasonsOf('keep')).toEqual([[SECOND, 'out-of-scope', 'edited', 'marked']]);
    expect(reasonsOf('trash').sort()).toEqual([FOURTH, THIRD].map((path) => [path, 'out-of-scope']));
    await sync(values);
    expect(trash()).toEqual([FOURTH, THIRD]);
    expect(read(SECOND)).toContain('readwise-status: left-out');
    expect(await sync(values)).toMatchObject({ vaultWrites: 0 });
  });

  it('should be held when they are many, and stay marked when the person keeps them (I4)', async () => {
    for (let location = 10; location < 20; location += 1)
      world.library.addHighlight(bookId, { text: `Passage ${String(location)}`, location });
    await sync(ALL);
    const guarded = { maxDelete: null };
    const values = { ...FAVORITES, outOfScope: 'trash' };
    const report = await sync(values, guarded);
    expect(report).toMatchObject({ outcome: 'held', notes: { trashed: 0 } });
    expect(report.hold?.notes).toHaveLength(13);
    // Who would rather be asked has nothing on hold.
    const asked = await sync(FAVORITES, guarded);
    expect(asked).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    expect(asked.outOfScope).toHaveLength(13);
    expect(await sync(values, guarded)).toMatchObject({ outcome: 'held' });
    await sync(values, { ...guarded, decision: { kind: 'keep-all' } });
    expect(read(SECOND)).toContain('readwise-status: left-out');
    expect(trash()).toEqual([]);
    expect(await sync(values, guarded)).toMatchObject({ outcome: 'done', vaultWrites: 0 });
  });

  it('should be taken up again, with what changed meanwhile and the words of the person, when the choice is widened (I1, I2)', async () => {
    write(SECOND, 'Mine.');
    await sync(FAVORITES);
    world.library.editHighlight(ids[1] ?? 0, { note: 'Seen again.' });
    await sync(FAVORITES);
    expect(read(SECOND)).not.toContain('Seen again.');
    const report = await sync(ALL);
    expect(report).toMatchObject({ outcome: 'done', notes: { created: 0 }, conflicts: [] });
    expect(report).not.toHaveProperty('outOfScope');
    expect(read(SECOND)).toContain('Seen again.');
    expect(read(SECOND)).toContain('Mine.');
    expect(await listed()).toEqual([]);
    const fresh = (await world.fresh({ settings: settings(ALL) })).vault.entries();
    expect(paths()).toEqual(fresh.map(([path]) => path));
    expect(device.vault.entries().filter(([path]) => path !== SECOND)).toEqual(
      fresh.filter(([path]) => path !== SECOND),
    );
    expect(await sync(ALL)).toMatchObject({ vaultWrites: 0 });
    // What is left out once more is a new question.
    expect(pathsOf((await sync(FAVORITES)).outOfScope)).toEqual(OTHERS);
  });

  it('should come back once from trash and archive, and stay away where the person deleted one, when the choice is widened (I3)', async () => {
    await sync(FAVORITES);
    const decision = { kind: 'each', remove: [noteId(1)], keep: [], archive: [noteId(2)] } as const;
    await sync(FAVORITES, { decision });
    device.vault.remove(FOURTH);
    expect(await listed()).toEqual([]);
    await sync(FAVORITES);
    await sync(ALL);
    expect(paths()).toEqual([WHOLE, FIRST, SECOND, THIRD].sort());
    expect(await sync(ALL)).toMatchObject({ vaultWrites: 0 });
  });

  it('should be back once the sync that removed them is undone, and stay until the person says where one goes', async () => {
    const values = { ...FAVORITES, outOfScope: 'trash' };
    const before = device.vault.entries();
    await sync(values);
    expect(trash()).toEqual(OTHERS);
    await undo(device, world);
    expect(device.vault.entries()).toEqual(before);
    const other = { ...values, tagPrefix: 'readwise/' };
    const report = await sync(other);
    expect(report).toMatchObject({ outcome: 'done', notes: { trashed: 0 } });
    expect(report).not.toHaveProperty('outOfScope');
    expect(paths()).toEqual(before.map(([path]) => path));
    const decision = { kind: 'each', remove: [noteId(1)], keep: [] } as const;
    expect(pathsOf((await sync(FAVORITES)).outOfScope)).toEqual(OTHERS);
    expect(await sync(FAVORITES, { decision })).toMatchObject({ notes: { trashed: 1 } });
    expect(paths()).toEqual([WHOLE, FIRST, FOURTH, THIRD].sort());
  });

  it('should be asked about on a second device that shares the vault, too, and nothing done twice', async () => {
    const second = { ...newDevice(), vault: device.vault };
    const syncSecond = (values: object) => {
      world.pass(3600);
      return world.sync(second, { settings: settings(values) });
    };
    await syncSecond(ALL);
    await sync(FAVORITES);
    const report = await syncSecond(FAVORITES);
    expect(report).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    expect(pathsOf(report.outOfScope)).toEqual(OTHERS);
    await sync(FAVORITES, { decision: { kind: 'each', remove: [noteId(1)], keep: [] } });
    expect(await syncSecond(FAVORITES)).toMatchObject({ outcome: 'done', vaultWrites: 0, failures: [] });
    await sync(ALL);
    expect(await syncSecond(ALL)).toMatchObject({ outcome: 'done', vaultWrites: 0, failures: [] });
    expect(paths()).toEqual([WHOLE, FIRST, ...OTHERS].sort());
  });

  it('should stay and be asked about when their highlights are changed, and go when these are deleted then (I4)', async () => {
    const values = { ...ALL, scope: { highlights: { none: { tags: ['b'] } } } };
    await sync(values);
    world.library.setHighlightTags(ids[1] ?? 0, ['b']);
    const report = await sync(values);
    expect(report).toMatchObject({ vaultWrites: 1 });
    expect(pathsOf(report.outOfScope)).toEqual([SECOND]);
    world.library.deleteHighlight(ids[1] ?? 0);
    expect(await sync(values)).toMatchObject({ notes: { trashed: 1 } });
    expect(await listed(values)).toEqual([]);
  });

  it('should stay and be asked about when discarded highlights are no longer wanted', async () => {
    const withDiscarded = { ...ALL, scope: { discarded: true } };
    world.library.discard(ids[1] ?? 0);
    await sync(withDiscarded);
    const report = await sync(ALL);
    expect(report).toMatchObject({ notes: { trashed: 0 } });
    expect(pathsOf(report.outOfScope)).toEqual([SECOND]);
    expect(paths()).toContain(SECOND);
  });
});
