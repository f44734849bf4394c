import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtPlugin } from './built-programs';

describe('the plugin that these tests run', () => {
  let root: string;
  const put = async (path: string, minute: number): Promise<void> => {
    await writeFile(join(root, path), path);
    await utimes(join(root, path), minute * 60, minute * 60);
  };

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'built-plugin-'));
    for (const folder of ['src/core', 'templates', 'build'])
      await mkdir(join(root, folder), { recursive: true });
    for (const file of ['esbuild.config.mjs', 'package-lock.json', 'src/core/a.ts']) await put(file, 1);
    for (const folder of ['src/core', 'src', 'templates', 'build']) await utimes(join(root, folder), 60, 60);
  });
  afterEach(() => rm(root, { recursive: true }));

  it('should be the built file when that is newer than all that it is made of', async () => {
    await put('main.js', 2);
    expect(await builtPlugin(root)).toBe('main.js');
  });

  it('should be refused when it was not built', async () => {
    await expect(builtPlugin(root)).rejects.toThrow('main.js is not there');
  });

  it('should be refused by the name of a source that has changed since', async () => {
    await put('main.js', 2);
    await put('src/core/a.ts', 3);
    await expect(builtPlugin(root)).rejects.toThrow(/older than .*src.core.a\.ts/);
  });
});
