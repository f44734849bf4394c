import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedStateError } from '../../../src/model/errors';
import type { StateStore } from '../../../src/model/ports';
import { openLevelStateStore } from '../../../pkg/state/level-state-store';
import { describeStateStore } from '../../contract/state-store-contract';
import { makeTemporaryFolder } from '../../support/temporary-folders';

function open(folder: string): Promise<StateStore> {
  return openLevelStateStore({ folder, beforeCommit: () => Promise.resolve() });
}

describeStateStore('LevelStateStore', () => open(join(makeTemporaryFolder(), 'store')));

describe('openLevelStateStore', () => {
  it('should find what was committed when it is opened again', async () => {
    const folder = join(makeTemporaryFolder(), 'store');
    const first = await open(folder);
    await first.commit([{ put: 'a', value: { b: 1 } }]);
    await first.close();
    const second = await open(folder);
    expect(await second.getMany(['a'])).toEqual([{ b: 1 }]);
    await second.close();
  });

  it('should say that another sync is running when the store is open elsewhere', async () => {
    const folder = join(makeTemporaryFolder(), 'store');
    const first = await open(folder);
    await expect(open(folder)).rejects.toMatchObject({
      name: 'StateError',
      kind: 'locked',
      message: expect.stringContaining('Another sync is running') as string,
    });
    await first.close();
  });

  it('should wait for a short look at the store to end', async () => {
    const folder = join(makeTemporaryFolder(), 'store');
    const look = await open(folder);
    const second = open(folder);
    // Its first try finds the store in use.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await look.close();
    await (await second).close();
  });

  it.each([
    ['CURRENT', (file: string) => writeFileSync(file, 'nonsense')],
    ['MANIFEST', (file: string) => writeFileSync(file, 'nonsense')],
    ['CURRENT', (file: string) => writeFileSync(file, 'MANIFEST-000077\n')],
    ['MANIFEST', (file: string) => rmSync(file)],
  ])(
    'should throw that the store is damaged when its %s is, with and without checksums',
    async (part, damage) => {
      for (const hasChecksums of [true, false]) {
        const folder = join(makeTemporaryFolder(), 'store');
        const first = await open(folder);
        await first.commit([{ put: 'a', value: 1 }]);
        await first.close();
        if (!hasChecksums) rmSync(join(folder, 'checksums.json'));
        damage(join(folder, readdirSync(folder).find((name) => name.startsWith(part)) ?? ''));
        await expect(open(folder)).rejects.toThrow(DamagedStateError);
      }
    },
  );

  it('should throw that the store is damaged when its log is cut or missing', async () => {
    for (const damage of [(file: string) => rmSync(file), (file: string) => truncateSync(file, 20)]) {
      const folder = join(makeTemporaryFolder(), 'store');
      const first = await open(folder);
      await first.commit([{ put: 'a', value: 1 }]);
      await first.close();
      damage(join(folder, readdirSync(folder).find((name) => name.endsWith('.log')) ?? ''));
      await expect(open(folder)).rejects.toThrow(DamagedStateError);
    }
  });

  it('should take nothing for damaged when its checksums are those of an earlier opening', async () => {
    const folder = join(makeTemporaryFolder(), 'store');
    const file = join(folder, 'checksums.json');
    await (await open(folder)).close();
    const earlier = readFileSync(file);
    const store = await open(folder);
    await store.commit([{ put: 'a', value: 1 }]);
    await store.close();
    writeFileSync(file, earlier);
    const again = await open(folder);
    expect(await again.getMany(['a'])).toEqual([1]);
    await again.close();
  });

  it('should never be taken for damaged when several open and close it in turn', async () => {
    const folder = join(makeTemporaryFolder(), 'store');
    const useIt = async (who: number): Promise<void> => {
      for (let round = 0; round < 5; round += 1) {
        const store = await open(folder);
        await store.update('count', (value) => (typeof value === 'number' ? value + 1 : 1));
        await store.commit([{ put: `by/${String(who)}`, value: 'x'.repeat(10_000) }]);
        await store.close();
      }
    };
    await Promise.all([1, 2, 3].map(useIt));
    const store = await open(folder);
    expect(await store.getMany(['count'])).toEqual([15]);
    await store.close();
  });

  it('should commit only after what it claims is on the disk', async () => {
    const order: string[] = [];
    const store = await openLevelStateStore({
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
