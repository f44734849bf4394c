import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NodeAttachments } from '../../../pkg/vault/attachment-files';
import { describeAttachments } from '../../contract/attachment-files-contract';
import { fileBytes } from '../../support/file-bytes';
import { makeTemporaryFolder } from '../../support/temporary-folders';

const NAME = '0123456789abcdef-fedcba9876543210.png';
const FILE = {
  name: NAME,
  bytes: fileBytes.png('x'),
  folder: 'Media',
  note: '',
  otherwise: 'Readwise/Attachments',
};

function put(folder: string, path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), bytes);
}

describeAttachments('NodeAttachments', () => {
  const folder = makeTemporaryFolder();
  return Promise.resolve({
    files: new NodeAttachments(folder),
    put: (path, bytes) => put(folder, path, bytes),
    look: (path) =>
      existsSync(join(folder, path)) ? Uint8Array.from(readFileSync(join(folder, path))) : null,
  });
});

describe('NodeAttachments', () => {
  it('should put files into the given other folder where the person chose none', async () => {
    const folder = makeTemporaryFolder();
    expect(await new NodeAttachments(folder).write({ ...FILE, folder: null })).toBe('created');
    expect(readdirSync(join(folder, 'Readwise/Attachments'))).toEqual([NAME]);
  });

  it.each(['../Outside', '.hidden', '/etc', 'Link'])(
    'should write nothing outside or into hidden folders: %s (I9)',
    async (chosen) => {
      const [folder, outside] = [makeTemporaryFolder(), makeTemporaryFolder()];
      symlinkSync(outside, join(folder, 'Link'));
      await expect(new NodeAttachments(folder).write({ ...FILE, folder: chosen })).rejects.toMatchObject({
        name: 'VaultPathError',
      });
      expect([readdirSync(folder), readdirSync(outside)]).toEqual([['Link'], []]);
    },
  );

  it.each(['../x.png', 'a/b.png', '.x.png', 'x', ''])('should refuse %j as a name (I9)', async (name) => {
    await expect(new NodeAttachments(makeTemporaryFolder()).write({ ...FILE, name })).rejects.toMatchObject({
      name: 'VaultPathError',
    });
  });

  it('should say in words what the disk refuses', async () => {
    const folder = makeTemporaryFolder();
    writeFileSync(join(folder, 'Media'), 'a file');
    await expect(new NodeAttachments(folder).write(FILE)).rejects.toMatchObject({
      name: 'VaultError',
      message: expect.stringContaining('Media') as string,
    });
  });
});
