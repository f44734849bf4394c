import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ViewFiles as NodeFiles } from '../../../src/node/view-files';
import { ViewFiles as AppFiles } from '../../../src/obsidian/vault/text-files';
import type { TextFiles } from '../../../src/features/daily/run-view';
import { App } from '../../browser/app/app-model';
import { makeTemporaryFolder } from '../../support/temporary-folders';
import { MemoryFiles } from './views-scene';

describe.each<readonly [string, () => TextFiles]>([
  ['memory', () => new MemoryFiles()],
  ['the terminal', () => new NodeFiles(makeTemporaryFolder())],
  ['the app', () => new AppFiles(new App() as never)],
])('text files in %s', (_, make) => {
  it('should be made with their folders, and never over another', async () => {
    const files = make();
    expect(await files.read('A/B/Library.base')).toBeNull();
    expect(await files.create('A/B/Library.base', 'one')).toBe('created');
    expect(await files.create('A/B/Library.base', 'two')).toBe('exists');
    expect(await files.read('A/B/Library.base')).toBe('one');
  });

  it('should be changed where they are there and the change is one', async () => {
    const files = make();
    expect(await files.update('Library.base', () => 'x')).toBe('missing');
    await files.create('Library.base', 'one');
    expect(await files.update('Library.base', (text) => text)).toBe('unchanged');
    expect(await files.update('Library.base', (text) => `${text}, two`)).toBe('written');
    expect(await files.read('Library.base')).toBe('one, two');
  });
});

describe('text files in the app', () => {
  it('should be as they were when the disk is full', async () => {
    const app = new App();
    const files = new AppFiles(app as never);
    await files.create('Library.base', 'one');
    app.vault.disk.fill();
    await expect(files.create('Second.base', 'two')).rejects.toMatchObject({
      name: 'HostError',
      message: expect.stringContaining('ENOSPC') as string,
    });
    await expect(
      files.update('Library.base', (text) => text.replace('one', 'two and three')),
    ).rejects.toThrow('ENOSPC');
    expect(
      app.vault.disk.list().flatMap(({ path, text }) => (path.startsWith('.trash') ? [] : [[path, text]])),
    ).toEqual([['Library.base', 'one']]);
  });
});

describe('text files in the terminal', () => {
  it.each(['../out.base', '/etc/out.base', '.hidden/out.base', 'note.md', 'A//B.base'])(
    'should refuse the path %j (I9)',
    async (path) => {
      await expect(new NodeFiles(makeTemporaryFolder()).create(path, 'x')).rejects.toMatchObject({
        name: 'VaultPathError',
      });
    },
  );

  it('should not follow a link out of the vault (I9)', async () => {
    const [vault, outside] = [makeTemporaryFolder(), makeTemporaryFolder()];
    symlinkSync(outside, join(vault, 'Out'));
    await expect(new NodeFiles(vault).create('Out/Library.base', 'x')).rejects.toMatchObject({
      name: 'VaultPathError',
    });
    writeFileSync(join(outside, 'secret'), 'kept');
    symlinkSync(join(outside, 'secret'), join(vault, 'Library.base'));
    expect(await new NodeFiles(vault).read('Library.base')).toBeNull();
    expect(await new NodeFiles(vault).update('Library.base', () => 'x')).toBe('missing');
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('kept');
  });

  it('should hear whoever changes the file at the same time', async () => {
    const vault = makeTemporaryFolder();
    mkdirSync(join(vault, 'A'));
    const file = join(vault, 'A/Library.base');
    writeFileSync(file, 'one');
    let turns = 0;
    const result = await new NodeFiles(vault).update('A/Library.base', (text) => {
      turns += 1;
      if (turns === 1) writeFileSync(file, 'theirs');
      return `${text}!`;
    });
    expect([result, readFileSync(file, 'utf8'), turns]).toEqual(['written', 'theirs!', 2]);
  });
});
