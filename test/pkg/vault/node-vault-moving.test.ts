import fs, { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeVault } from '../../../pkg/vault/node-vault';
import { makeTemporaryFolder } from '../../support/temporary-folders';

const BOOK = { bookId: '7', documentId: null, partId: null };

const put = (folder: string, path: string, text: string): void => writeFileSync(join(folder, path), text);

describe('NodeVault in which another program is at work', () => {
  const note = (id: number): string => `---\nreadwise-id: ${String(id)}\n---\n`;

  it('should find a note that was moved or made after the vault was looked through', async () => {
    const folder = makeTemporaryFolder();
    for (const id of [7, 8]) put(folder, `${String(id)}.md`, note(id));
    const vault = new NodeVault({ folder });
    expect(await vault.survey()).toHaveLength(2);
    mkdirSync(join(folder, 'Mine'));
    renameSync(join(folder, '7.md'), join(folder, 'Mine/Seven.md'));
    put(folder, 'Nine.md', note(9));
    expect(await vault.locate(BOOK)).toEqual(['Mine/Seven.md']);
    expect((await vault.survey()).map(({ path }) => path).sort()).toEqual([
      '8.md',
      'Mine/Seven.md',
      'Nine.md',
    ]);
  });

  it('should find each of many notes that are moved one by one while they are asked for', async () => {
    const folder = makeTemporaryFolder();
    const ids = Array.from({ length: 20 }, (_, index) => index + 1);
    for (const id of ids) put(folder, `${String(id)}.md`, note(id));
    const vault = new NodeVault({ folder });
    await vault.survey();
    for (const id of ids) {
      renameSync(join(folder, `${String(id)}.md`), join(folder, `Moved ${String(id)}.md`));
      expect(await vault.locate({ bookId: String(id), documentId: null, partId: null })).toEqual([
        `Moved ${String(id)}.md`,
      ]);
    }
  });

  it('should find a note that was made after the vault was looked through, then read, then moved', async () => {
    const folder = makeTemporaryFolder();
    const vault = new NodeVault({ folder });
    expect(await vault.survey()).toEqual([]);
    put(folder, 'Theirs.md', note(7));
    await vault.read('Theirs.md');
    renameSync(join(folder, 'Theirs.md'), join(folder, 'Moved.md'));
    expect(await vault.locate(BOOK)).toEqual(['Moved.md']);
  });

  it('should move a note and change links to it when another note is no UTF-8 text, and name that once (I14, I16)', async () => {
    const folder = makeTemporaryFolder();
    const told: string[] = [];
    put(folder, 'Seven.md', note(7));
    put(folder, 'Linking.md', 'See [[Seven]].\n');
    writeFileSync(join(folder, 'Old.md'), Buffer.from([0x53, 0x65, 0x65, 0xff, 0xfe, 0x0a]));
    const vault = new NodeVault({ folder, onSkipped: (message) => told.push(message) });
    expect(await vault.rename('Seven.md', 'Eight.md')).toBe('renamed');
    expect(await vault.rename('Eight.md', 'Nine.md')).toBe('renamed');
    expect(await vault.read('Linking.md')).toBe('See [[Nine]].\n');
    expect(told).toEqual([expect.stringMatching(/left as they are\..*“Old.md”.*not UTF-8/)]);
  });

  it('should find, make and move the other notes when one may not be read, and name that once (I14, I16)', async () => {
    const folder = makeTemporaryFolder();
    const told: string[] = [];
    put(folder, 'Closed.md', note(5));
    put(folder, 'Seven.md', note(7));
    const open = fs.openSync;
    const spy = jest.spyOn(fs, 'openSync').mockImplementation((path, ...more) => {
      if (String(path).endsWith('Closed.md')) throw Object.assign(new Error('refused'), { code: 'EACCES' });
      return open(path, ...more);
    });
    try {
      const vault = new NodeVault({ folder, onSkipped: (message) => told.push(message) });
      expect(await vault.locate({ bookId: '7', documentId: null, partId: null })).toEqual(['Seven.md']);
      expect(await vault.create('New.md', note(8))).toBe('created');
      expect(await vault.rename('Seven.md', 'Eight.md')).toBe('renamed');
      expect(told).toEqual([expect.stringMatching(/“Closed\.md”: permission denied/)]);
      await expect(vault.read('Closed.md')).rejects.toThrow('permission denied');
    } finally {
      spy.mockRestore();
    }
  });
});
