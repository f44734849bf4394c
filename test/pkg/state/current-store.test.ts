import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import type { StateStore } from '../../../src/model/ports';
import { openCurrentStore, replaceStore, type OpenStore } from '../../../pkg/state/current-store';
import { makeTemporaryFolder } from '../../support/temporary-folders';
import { putOutboxEntry, readOutbox } from '../../../src/store/outbox-store';
import { aWaitingChange } from '../../support/builders';
import { discardChange } from '../../../src/outbox/queue';

const beforeCommit = (): Promise<void> => Promise.resolve();
const open = (folder: string): Promise<OpenStore> => openCurrentStore({ folder, beforeCommit });

const idsIn = async (store: StateStore): Promise<readonly string[]> =>
  (await readOutbox(store)).map(({ id }) => id);

/** A state folder whose store was closed, with two changes that wait in a table, and one in the log. */
async function withChanges(): Promise<string> {
  const folder = makeTemporaryFolder();
  const { store } = await open(folder);
  for (const id of ['a', 'b']) await putOutboxEntry(store, aWaitingChange(id));
  await store.close();
  const again = await open(folder);
  await putOutboxEntry(again.store, aWaitingChange('c'));
  await again.store.close();
  return folder;
}

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
    'should give its place to another that has its outbox when it %s (I15)',
    async (_case, damage) => {
      const folder = await withChanges();
      damage(folder);
      const opened = await open(folder);
      expect(opened.notices).toEqual([{ code: 'state-damaged', setAside: join(folder, 'store'), lost: [] }]);
      expect(await idsIn(opened.store)).toEqual(['a', 'b', 'c']);
      await discardChange(opened.store, 'b');
      await opened.store.close();

      const again = await open(folder);
      expect([await idsIn(again.store), again.notices]).toEqual([['a', 'c'], []]);
      await again.store.close();
    },
  );

  it('should carry over what can still be read, and say where the rest lies, when a file of the values is damaged (I15)', async () => {
    const folder = await withChanges();
    const table = fileIn(folder, '.ldb');
    writeFileSync(table, Buffer.alloc(readFileSync(table).length, 'rubbish'));
    const opened = await open(folder);
    expect(opened.notices).toMatchObject([{ code: 'state-damaged', setAside: join(folder, 'store') }]);
    expect(await idsIn(opened.store)).toEqual(['c']);
    await opened.store.close();
    expect(existsSync(table) || existsSync(join(folder, 'store', 'lost'))).toBe(true);
  });

  it('should say once that the outbox could not be read, and leave it where it is, when LevelDB cannot repair it', async () => {
    const folder = await withChanges();
    writeFileSync(fileIn(folder, 'CURRENT'), 'rubbish');
    const refusing = jest.spyOn(ClassicLevel, 'repair').mockRejectedValue(new Error('no room'));
    const opened = await open(folder);
    refusing.mockRestore();
    expect(opened.notices).toEqual([{ code: 'state-damaged', setAside: join(folder, 'store'), lost: null }]);
    expect(existsSync(fileIn(folder, '.ldb'))).toBe(true);
    await opened.store.close();
    const again = await open(folder);
    expect(again.notices).toEqual([]);
    await again.store.close();
  });

  it('should give its place to another while it is in use, when the damage shows only then (I15)', async () => {
    const folder = await withChanges();
    const table = fileIn(folder, '.ldb');
    truncateSync(table, Math.floor(readFileSync(table).length / 2));
    // As after a run that was killed.
    rmSync(fileIn(folder, 'checksums'));
    const first = await open(folder);
    await expect(first.store.getMany(['outbox/a'])).rejects.toMatchObject({ name: 'DamagedStateError' });
    const second = await replaceStore(first, { folder, beforeCommit });
    expect(second.notices).toMatchObject([{ code: 'state-damaged', setAside: join(folder, 'store') }]);
    expect(await idsIn(second.store)).toEqual(['c']);
    await second.store.close();
  });

  it('should carry the outbox over later when the run was killed before it could', async () => {
    const folder = await withChanges();
    mkdirSync(join(folder, 'store-2'));
    const opened = await open(folder);
    expect(await idsIn(opened.store)).toEqual(['a', 'b', 'c']);
    await opened.store.close();
  });

  it('should be used by one at a time, and stay whole, when another tries to open it meanwhile', async () => {
    const folder = await withChanges();
    const current = (): string => readFileSync(fileIn(folder, 'CURRENT'), 'utf8');
    const first = await open(folder);
    const before = current();
    await expect(open(folder)).rejects.toMatchObject({ name: 'StateError', kind: 'locked' });
    expect(current()).toBe(before);
    expect(await idsIn(first.store)).toEqual(['a', 'b', 'c']);
    await first.store.close();
    const second = await open(folder);
    expect([await idsIn(second.store), second.notices]).toEqual([['a', 'b', 'c'], []]);
    await second.store.close();
  });

  it('should not be used any more when it was given up while another waited for it', async () => {
    const folder = await withChanges();
    const first = await open(folder);
    const waiting = open(folder);
    const second = await replaceStore(first, { folder, beforeCommit });
    await second.store.close();
    const third = await waiting;
    expect([third.number, third.notices, await idsIn(third.store)]).toEqual([2, [], ['a', 'b', 'c']]);
    await third.store.close();
  });
});
