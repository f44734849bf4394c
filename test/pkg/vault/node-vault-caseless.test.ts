import '../../support/use-caseless-disk';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NodeVault } from '../../../pkg/vault/node-vault';
import { describeCaselessVault } from '../../contract/caseless-vault-contract';
import { describeVault, type VaultUnderTest } from '../../contract/vault-contract';
import { makeTemporaryFolder } from '../../support/temporary-folders';

function underTest(): Promise<VaultUnderTest> {
  const folder = makeTemporaryFolder();
  const files = (within: string): readonly string[] =>
    readdirSync(within, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  return Promise.resolve({
    vault: new NodeVault({ folder }),
    put: (path, text) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    // By the very name.
    look: (path) =>
      files(folder).includes(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : null,
    trash: () => files(join(folder, '.trash')).map((file) => readFileSync(file, 'utf8')),
  });
}

describeVault('NodeVault on a disk that ignores case', underTest);
describeCaselessVault('NodeVault', underTest);

describe('NodeVault on a disk that ignores case', () => {
  it('should find the conflict copy beside a note whose accents are encoded otherwise on the disk', async () => {
    const { vault, put } = await underTest();
    const [name, copy] = ['Zoë.md', 'Zoë (conflicted copy).md'];
    for (const path of [name, copy]) await put(path.normalize('NFD'), '---\nreadwise-id: 7\n---\n');
    expect(await vault.locate({ bookId: '7', documentId: null, partId: null })).toEqual([copy, name]);
  });
});
