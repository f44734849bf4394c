import type { RestoreRequest } from '../../../src/sync/context/sync-options';
import { readStatus } from '../../../src/features/status/library-overview';
import { PATH, PlainNotes } from '../adopt/plain-notes';

/** Moves all notes into a folder, as a person does between two syncs. */
function moveAll({ house: { device, paths } }: PlainNotes): readonly string[] {
  for (const path of paths) void device.vault.rename(path, `Moved/${path.slice(path.lastIndexOf('/') + 1)}`);
  return device.vault.entries().map(([path]) => path);
}

async function deletedNotes({ house, values }: PlainNotes): Promise<readonly string[]> {
  const { deletedNotes } = await readStatus({ ...house.deps, settings: values });
  return deletedNotes.map(({ path }) => path);
}

const restoring = (plain: PlainNotes, restore: RestoreRequest) =>
  plain.house.sync({ settings: plain.values, restore });

describe('a note that was made plain', () => {
  it.each([
    ['after it was made plain', true],
    ['before, without a sync in between', false],
  ])(
    'should not count as deleted, nor come a second time, when it was moved %s (I1)',
    async (_, isPlainFirst) => {
      const plain = await PlainNotes.create();
      if (isPlainFirst) await plain.makePlain();
      const paths = moveAll(plain);
      if (!isPlainFirst) await plain.makePlain();
      expect(await deletedNotes(plain)).toEqual([]);
      plain.edit(0, { note: 'Mine, thrice.' });
      expect((await plain.sync({ dryRun: true })).plan).toMatchObject([
        { action: 'skip', reasons: ['made-plain'] },
      ]);
      expect(await plain.sync()).toMatchObject({ outcome: 'done', vaultWrites: 0 });
      expect(await deletedNotes(plain)).toEqual([]);
      expect(await restoring(plain, { kind: 'all' })).toMatchObject({ outcome: 'done', vaultWrites: 0 });
      expect(plain.house.paths).toEqual(paths);
      await plain.house.world.close();
    },
  );

  it('should stay plain when the move that brought it back is undone', async () => {
    const plain = await PlainNotes.create();
    await plain.makePlain();
    const paths = moveAll(plain);
    await plain.moveIn();
    await plain.undo();
    expect(await deletedNotes(plain)).toEqual([]);
    expect(await restoring(plain, { kind: 'all' })).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    expect(plain.house.paths).toEqual(paths);
    await plain.house.world.close();
  });

  it('should get a second one only when a person names its item', async () => {
    const plain = await PlainNotes.create();
    await plain.makePlain();
    const [moved = ''] = moveAll(plain);
    const restore = { kind: 'items', ids: [String(plain.book.id)] } as const;
    expect(await restoring(plain, restore)).toMatchObject({ notes: { created: 1 } });
    expect(plain.house.paths).toEqual([moved, PATH].sort());
    await plain.house.world.close();
  });

  it('should stay plain when only the other notes of its item were deleted and come back', async () => {
    const plain = await PlainNotes.create({ notePerHighlight: true });
    const { house } = plain;
    const parts = house.paths.filter((path) => path !== PATH);
    house.device.vault.remove(PATH);
    await plain.sync();
    await plain.makePlain();
    const moved = moveAll(plain);
    expect(moved).toHaveLength(parts.length);
    expect(await deletedNotes(plain)).toEqual([PATH]);
    expect(await restoring(plain, { kind: 'all' })).toMatchObject({ notes: { created: 1 } });
    expect(house.paths).toEqual([...moved, PATH].sort());
    await house.world.close();
  });

  it('should not make its item’s note plain, too, when it was only a copy', async () => {
    const plain = await PlainNotes.create();
    const { house } = plain;
    house.device.vault.put('Copy.md', house.note(PATH));
    await plain.makePlain(['Copy.md']);
    plain.edit(0, { note: 'Mine, thrice.' });
    expect(await plain.sync()).toMatchObject({ notes: { updated: 1, created: 0 } });
    await house.world.close();
  });
});
