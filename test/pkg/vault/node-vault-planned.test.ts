import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeVault } from '../../../pkg/vault/node-vault';
import { makeTemporaryFolder } from '../../support/temporary-folders';

/** How long ago the note was changed when it is read to be planned. */
const AGES = [0, 60_000];
const LONG_AGO = new Date(1_700_000_000_000);

describe.each(AGES)('NodeVault writing a note that was read %i ms after its last change', (age) => {
  let folder: string;
  let vault: NodeVault;
  const note = (): string => join(folder, 'A.md');
  const look = (): string => readFileSync(note(), 'utf8');

  beforeEach(async () => {
    folder = makeTemporaryFolder();
    writeFileSync(note(), 'one');
    utimesSync(note(), LONG_AGO, LONG_AGO);
    vault = new NodeVault({ folder });
    jest.useFakeTimers({ now: Date.now() + age, doNotFake: ['setImmediate', 'setTimeout', 'nextTick'] });
    expect(await vault.read('A.md')).toBe('one');
  });
  afterEach(() => jest.useRealTimers());

  it('should write what the merge makes of it when nobody changed it', async () => {
    expect(await vault.update('A.md', (text) => `${text} two`)).toBe('written');
    expect(look()).toBe('one two');
  });

  it.each(['as long as before', 'of another length'])(
    'should keep an edit %s when it was made before the write',
    async (kind) => {
      const edited = kind === 'as long as before' ? 'ONE' : 'one, mine';
      writeFileSync(note(), edited);
      expect(await vault.update('A.md', (text) => `${text} two`)).toBe('written');
      expect(look()).toBe(`${edited} two`);
    },
  );

  it('should keep an edit when the editor puts the old time back and the length is the same', async () => {
    writeFileSync(note(), 'ONE');
    utimesSync(note(), LONG_AGO, LONG_AGO);
    expect(await vault.update('A.md', (text) => `${text} two`)).toBe('written');
    expect(look()).toBe('ONE two');
  });

  it('should keep an edit when it is made while the note is merged', async () => {
    let isFirst = true;
    await vault.update('A.md', (text) => {
      if (isFirst) writeFileSync(note(), 'ONE');
      isFirst = false;
      return `${text} two`;
    });
    expect(look()).toBe('ONE two');
    expect(readdirSync(folder)).toEqual(['A.md']);
  });

  it('should see an edit when the merge would have changed nothing without it', async () => {
    writeFileSync(note(), 'ONE');
    expect(await vault.update('A.md', (text) => text.toLowerCase())).toBe('written');
    expect(look()).toBe('one');
  });
});
