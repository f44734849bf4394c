import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLevelStateStore, type OpenedStateStore } from '../../../src/node/state/level-state-store';
import { describeStateStore } from '../../contract/state-store-contract';
import { makeTemporaryFolder } from '../../support/temporary-folders';

function open(folder: string): Promise<OpenedStateStore> {
  return openLevelStateStore({ folder, beforeCommit: () => Promise.resolve() });
}

describeStateStore('LevelStateStore', async () => (await open(join(makeTemporaryFolder(), 'store'))).store);

describe('openLevelStateStore', () => {
  it('should find what was committed when it is opened again', async () => {
    const folder = join(makeTemporaryFolder(), 'store');
    const first = await open(folder);
    await first.store.commit([{ put: 'a', value: { b: 1 } }]);
    await first.store.close();
    const second = await open(folder);
    expect(await second.store.getMany(['a'])).toEqual([{ b: 1 }]);
    expect(second.movedAside).toBeNull();
    await second.store.close();
  });

  it('should say that another sync is running when the store is open elsewhere', async () => {
    const folder = join(makeTemporaryFolder(), 'store');
    const first = await open(folder);
    await expect(open(folder)).rejects.toMatchObject({
      name: 'StateError',
      kind: 'locked',
      message: expect.stringContaining('Another sync is running') as string,
    });
    await first.store.close();
  });

  it('should wait for a short look at the store to end', async () => {
    const folder = join(makeTemporaryFolder(), 'store');
    const look = await open(folder);
    const second = open(folder);
    // Its first try finds the store in use.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await look.store.close();
    await (await second).store.close();
  });

  it.each(['CURRENT', 'MANIFEST'])(
    'should put the store aside and begin a new one when its %s is damaged',
    async (part) => {
      const folder = join(makeTemporaryFolder(), 'store');
      const first = await open(folder);
      await first.store.commit([{ put: 'a', value: 1 }]);
      await first.store.close();
      const file = readdirSync(folder).find((name) => name.startsWith(part)) ?? '';
      writeFileSync(join(folder, file), 'nonsense');
      const second = await open(folder);
      expect(await second.store.getMany(['a'])).toEqual([undefined]);
      expect(second.movedAside).toBe(`${folder}.damaged-1`);
      expect(existsSync(`${folder}.damaged-1`)).toBe(true);
      await second.store.close();
    },
  );

  it.each(['CURRENT', 'MANIFEST'])(
    'should put the store aside and begin a new one when its %s leads to what is not there',
    async (part) => {
      const folder = join(makeTemporaryFolder(), 'store');
      await (await open(folder)).store.close();
      if (part === 'CURRENT') writeFileSync(join(folder, part), 'MANIFEST-000077\n');
      else for (const name of readdirSync(folder)) if (name.startsWith(part)) rmSync(join(folder, name));
      const second = await open(folder);
      expect(second.movedAside).toBe(`${folder}.damaged-1`);
      await second.store.close();
    },
  );

  it('should commit only after what it claims is on the disk', async () => {
    const order: string[] = [];
    const { store } = await openLevelStateStore({
      folder: join(makeTemporaryFolder(), 'store'),
      beforeCommit: async () => {
        order.push(`before: ${JSON.stringify(await store.getMany(['a']))}`);
      },
    });
    await store.commit([{ put: 'a', value: 1 }]);
    order.push(`after: ${JSON.stringify(await store.getMany(['a']))}`);
    expect(order).toEqual(['before: [null]', 'after: [1]']);
    await store.close();
  });

  it('should tell what to do when the disk refuses the folder', async () => {
    const file = join(makeTemporaryFolder(), 'file');
    writeFileSync(file, '');
    await expect(open(join(file, 'store'))).rejects.toMatchObject({ name: 'StateError' });
  });
});
