import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StateStore } from '../../../src/model/ports';
import { openCurrentStore, replaceStore, type OpenStore } from '../../../pkg/state/current-store';
import { makeTemporaryFolder } from '../../support/temporary-folders';

const beforeCommit = (): Promise<void> => Promise.resolve();
const open = (folder: string): Promise<OpenStore> => openCurrentStore({ folder, beforeCommit });

const keysIn = (store: StateStore): Promise<readonly string[]> => store.keys({ prefix: '', limit: 100 });

/** A state folder whose store was closed, with two values in a table, and one in the log. */
async function withValues(): Promise<string> {
  const folder = makeTemporaryFolder();
  const { store } = await open(folder);
  for (const put of ['a', 'b']) await store.commit([{ put, value: `Value of ${put}.` }]);
  await store.close();
  const again = await open(folder);
  await again.store.commit([{ put: 'c', value: 'Value of c.' }]);
  await again.store.close();
  return folder;
}

const storesIn = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => name.startsWith('store'));

const fileIn = (folder: string, part: string): string =>
  join(folder, 'store', readdirSync(join(folder, 'store')).find((name) => name.includes(part)) ?? '');

const DAMAGES: readonly (readonly [string, (folder: string) => void])[] = [
  ['lacks its CURRENT', (folder) => rmSync(fileIn(folder, 'CURRENT'))],
  ['has rubbish for its CURRENT', (folder) => writeFileSync(fileIn(folder, 'CURRENT'), 'rubbish')],
  ['names another manifest', (folder) => writeFileSync(fileIn(folder, 'CURRENT'), 'MANIFEST-000099\n')],
  ['lacks its manifest', (folder) => rmSync(fileIn(folder, 'MANIFEST'))],
  ['has a cut manifest', (folder) => truncateSync(fileIn(folder, 'MANIFEST'), 20)],
];

describe('the store of a state folder', () => {
  it.each(DAMAGES)(
    'should give its place to an empty one and be deleted when it %s',
    async (_case, damage) => {
      const folder = await withValues();
      damage(folder);
      const opened = await open(folder);
      expect([opened.isReplacement, await keysIn(opened.store)]).toEqual([true, []]);
      expect(storesIn(folder)).toEqual(['store-2']);
      await opened.store.commit([{ put: 'd', value: 1 }]);
      await opened.store.close();

      const again = await open(folder);
      expect([again.isReplacement, await keysIn(again.store)]).toEqual([false, ['d']]);
      await again.store.close();
    },
  );

  it('should give its place to another while it is in use, when the damage shows only then', async () => {
    const folder = await withValues();
    const table = fileIn(folder, '.ldb');
    truncateSync(table, Math.floor(readFileSync(table).length / 2));
    // As after a run that was killed.
    rmSync(fileIn(folder, 'checksums'));
    const first = await open(folder);
    await expect(first.store.getMany(['a'])).rejects.toMatchObject({ name: 'DamagedStateError' });
    const second = await replaceStore(first, { folder, beforeCommit });
    expect([second.isReplacement, await keysIn(second.store), storesIn(folder)]).toEqual([
      true,
      [],
      ['store-2'],
    ]);
    await second.store.close();
  });

  it('should be deleted later when the run was killed before it could', async () => {
    const folder = await withValues();
    mkdirSync(join(folder, 'store-2'));
    const opened = await open(folder);
    expect([await keysIn(opened.store), storesIn(folder)]).toEqual([[], ['store-2']]);
    await opened.store.close();
  });

  it('should be used by one at a time, and stay whole, when another tries to open it meanwhile', async () => {
    const folder = await withValues();
    const current = (): string => readFileSync(fileIn(folder, 'CURRENT'), 'utf8');
    const first = await open(folder);
    const before = current();
    await expect(open(folder)).rejects.toMatchObject({ name: 'StateError', kind: 'locked' });
    expect(current()).toBe(before);
    expect(await keysIn(first.store)).toEqual(['a', 'b', 'c']);
    await first.store.close();
    const second = await open(folder);
    expect([await keysIn(second.store), second.isReplacement]).toEqual([['a', 'b', 'c'], false]);
    await second.store.close();
  });

  it('should not be used any more when it was given up while another waited for it', async () => {
    const folder = await withValues();
    const first = await open(folder);
    const waiting = open(folder);
    const second = await replaceStore(first, { folder, beforeCommit });
    await second.store.close();
    const third = await waiting;
    expect([third.number, third.isReplacement, storesIn(folder)]).toEqual([2, false, ['store-2']]);
    await third.store.close();
  });
});
