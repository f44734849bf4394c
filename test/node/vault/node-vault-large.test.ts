import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeVault } from '../../../src/node/vault/node-vault';
import { makeTemporaryFolder } from '../../support/temporary-folders';

const BOOK = { bookId: '7', documentId: null, partId: null };
const NOTES = 4000;

const textOf = (id: number): string => `---\nreadwise-id: ${String(id)}\n---\nText\n`;

describe('NodeVault in a large vault that an earlier run looked through', () => {
  let folder: string;
  let cacheFile: string;
  const open = (): NodeVault => new NodeVault({ folder, cacheFile });
  const put = (path: string, text: string): void => writeFileSync(join(folder, path), text);
  /** What a sync asks: it reads the note where it was last seen, and then where notes of the item are. */
  const locate = async (vault: NodeVault, lastPath = 'Readwise/Note 7.md'): Promise<readonly string[]> => {
    await vault.read(lastPath);
    return vault.locate(BOOK, lastPath);
  };

  beforeAll(async () => {
    folder = makeTemporaryFolder();
    cacheFile = join(makeTemporaryFolder(), 'notes.json');
    mkdirSync(join(folder, 'Readwise'));
    for (let id = 0; id < NOTES; id += 1) put(`Readwise/Note ${String(id)}.md`, textOf(id));
    const first = open();
    expect(await first.locate(BOOK)).toEqual(['Readwise/Note 7.md']);
    await first.close();
  });

  it('should find a note where it was last seen without a look at the others', async () => {
    put('Copy.md', textOf(7));
    const vault = open();
    expect(await locate(vault)).toEqual(['Readwise/Note 7.md']);
    await vault.survey();
    expect(await locate(vault)).toEqual(['Copy.md', 'Readwise/Note 7.md']);
    rmSync(join(folder, 'Copy.md'));
  });

  it('should find a note anywhere when it is not where it was last seen', async () => {
    renameSync(join(folder, 'Readwise/Note 7.md'), join(folder, 'Moved.md'));
    expect(await locate(open())).toEqual(['Moved.md']);
    put('Readwise/Note 7.md', textOf(999_999));
    expect(await locate(open())).toEqual(['Moved.md']);
    renameSync(join(folder, 'Moved.md'), join(folder, 'Readwise/Note 7.md'));
  });

  it('should name broken notes once it has looked through the vault', async () => {
    put('Readwise/Note 8.md', '---\nreadwise-id: 8\ntitle: "not closed\n---\n');
    const vault = open();
    await locate(vault);
    expect(await vault.brokenNotes()).toEqual([]);
    await vault.survey();
    expect(await vault.brokenNotes()).toMatchObject([{ path: 'Readwise/Note 8.md' }]);
  });

  it('should keep what earlier runs know of the vault when it wrote without a look through it', async () => {
    const vault = open();
    await locate(vault);
    await vault.update('Readwise/Note 7.md', (text) => `${text}More\n`);
    await vault.close();
    const next = open();
    expect(await locate(next)).toEqual(['Readwise/Note 7.md']);
    expect(await next.survey()).toHaveLength(NOTES);
  });
});
