import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openOutboxFile } from '../../../pkg/state/outbox-file';
import { putOutboxEntry, readOutbox } from '../../../src/store/outbox-store';
import { describeStateStore } from '../../contract/state-store-contract';
import { aWaitingChange } from '../../support/builders';
import { makeTemporaryFolder } from '../../support/temporary-folders';

describeStateStore('OutboxFile', async () => (await openOutboxFile(makeTemporaryFolder())).outbox);

describe('the outbox of a state folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeTemporaryFolder();
  });
  const file = (): string => join(folder, 'outbox.json');
  const ids = async (): Promise<readonly string[]> =>
    (await readOutbox((await openOutboxFile(folder)).outbox)).map(({ id }) => id);

  async function fill(): Promise<void> {
    const { outbox } = await openOutboxFile(folder);
    for (const id of ['a', 'b']) await putOutboxEntry(outbox, aWaitingChange(id));
  }

  it('should be there for the next run, and leave nothing else in the folder (I15)', async () => {
    await fill();
    expect([await ids(), readdirSync(folder)]).toEqual([['a', 'b'], ['outbox.json']]);
  });

  it('should be kept aside whole, told once, when the file is not JSON (I15)', async () => {
    writeFileSync(file(), 'rubbish');
    const { outbox, setAside } = await openOutboxFile(folder);
    expect(await readOutbox(outbox)).toEqual([]);
    expect(readFileSync(setAside ?? '', 'utf8')).toBe('rubbish');
    expect((await openOutboxFile(folder)).setAside).toBeNull();
  });

  it('should keep the changes that can be read when one cannot, and the whole file aside (I15)', async () => {
    await fill();
    const text = readFileSync(file(), 'utf8').replace('"state": "waiting"', '"state": "wqiting"');
    writeFileSync(file(), text);
    const { setAside } = await openOutboxFile(folder);
    expect(readFileSync(setAside ?? '', 'utf8')).toBe(text);
    expect(await ids()).toEqual(['b']);
  });

  it('should have all or nothing of a change when the disk refuses it', async () => {
    await fill();
    const { outbox } = await openOutboxFile(folder);
    renameSync(file(), `${file()}.kept`);
    mkdirSync(file());
    const refused = putOutboxEntry(outbox, aWaitingChange('c'));
    await expect(refused).rejects.toMatchObject({ name: 'StateError', kind: 'disk' });
    expect((await readOutbox(outbox)).map(({ id }) => id)).toEqual(['a', 'b']);
    rmdirSync(file());
    renameSync(`${file()}.kept`, file());
    expect([await ids(), readdirSync(folder)]).toEqual([['a', 'b'], ['outbox.json']]);
  });
});
