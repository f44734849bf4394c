import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createTextFile as createInFolder } from '../../../pkg/vault/vault-files';
import { createTextFile as createInApp } from '../../../src/obsidian/vault/files';
import { App } from '../../browser/app/app-model';
import { makeTemporaryFolder } from '../../support/temporary-folders';

describe('createTextFile', () => {
  it('should make a file with its folders, and never over another, in the app', async () => {
    const app = new App();
    expect(await createInApp(app as never, 'A/B/Library.base', 'one')).toBe('created');
    expect(await createInApp(app as never, 'A/B/Library.base', 'two')).toBe('exists');
    app.vault.disk.fill();
    await expect(createInApp(app as never, 'Second.base', 'two')).rejects.toMatchObject({
      name: 'HostError',
      message: expect.stringContaining('ENOSPC') as string,
    });
    expect(
      app.vault.disk.list().flatMap(({ path, text }) => (path.startsWith('.trash') ? [] : [[path, text]])),
    ).toEqual([['A/B/Library.base', 'one']]);
  });

  it('should make a file with its folders, and never over another, in the terminal', async () => {
    const vault = makeTemporaryFolder();
    expect(await createInFolder(vault, 'A/B/Library.base', 'one')).toBe('created');
    expect(await createInFolder(vault, 'A/B/Library.base', 'two')).toBe('exists');
    expect(readFileSync(join(vault, 'A/B/Library.base'), 'utf8')).toBe('one');
  });

  it.each(['../out.base', '/etc/out.base', '.hidden/out.base', 'A//B.base'])(
    'should refuse the path %j (I9)',
    async (path) => {
      await expect(createInFolder(makeTemporaryFolder(), path, 'x')).rejects.toMatchObject({
        name: 'VaultPathError',
      });
    },
  );

  it('should not follow a link out of the vault (I9)', async () => {
    const [vault, outside] = [makeTemporaryFolder(), makeTemporaryFolder()];
    symlinkSync(outside, join(vault, 'Out'));
    await expect(createInFolder(vault, 'Out/Library.base', 'x')).rejects.toMatchObject({
      name: 'VaultPathError',
    });
  });
});
