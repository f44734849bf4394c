import type { App as RealApp } from 'obsidian';
import { ObsidianAttachments } from '../../../src/obsidian/vault/attachment-files';
import { App } from '../../browser/app/app-model';
import { describeAttachments } from '../../contract/attachment-files-contract';
import { fileBytes } from '../../support/file-bytes';

const NAME = '0123456789abcdef-fedcba9876543210.png';
const FILE = {
  name: NAME,
  bytes: fileBytes.png('x'),
  folder: null,
  note: 'Readwise/Books/Walden.md',
  otherwise: 'Readwise/Attachments',
};

const open = (): { readonly app: App; readonly files: ObsidianAttachments } => {
  const app = new App();
  return { app, files: new ObsidianAttachments(app as unknown as RealApp) };
};

async function put(app: App, path: string, bytes: Uint8Array): Promise<void> {
  const folders = path.split('/').slice(0, -1);
  for (let depth = 1; depth <= folders.length; depth += 1) {
    const folder = folders.slice(0, depth).join('/');
    if (app.vault.disk.hasFolder(folder)) continue;
    // Hidden ones are on the disk only.
    if (folder.startsWith('.')) app.vault.disk.makeFolder(folder);
    else await app.vault.createFolder(folder);
  }
  const text = String.fromCharCode(...bytes);
  if (/(?:^|\/)\./.test(path)) app.vault.disk.write(path, text);
  else await app.vault.create(path, text);
}

const look = (app: App, path: string): Uint8Array | null => {
  const text = app.vault.disk.list().find((file) => file.path === path)?.text;
  return text === undefined ? null : Uint8Array.from(text, (character) => character.charCodeAt(0));
};

describeAttachments('ObsidianAttachments', () => {
  const { app, files } = open();
  return Promise.resolve({
    files,
    put: (path, bytes) => put(app, path, bytes),
    look: (path) => look(app, path),
  });
});

describe('ObsidianAttachments', () => {
  it.each([
    ['/', NAME],
    ['Files', `Files/${NAME}`],
    ['./', `Readwise/Books/${NAME}`],
    ['./Files', `Readwise/Books/Files/${NAME}`],
  ])('should follow the app’s own setting %s where the person chose no folder', async (setting, path) => {
    const { app, files } = open();
    await put(app, 'Readwise/Books/Walden.md', new Uint8Array());
    app.attachmentFolder = setting;
    expect(await files.write(FILE)).toBe('created');
    expect(look(app, path)).toEqual(FILE.bytes);
    expect(await files.write(FILE)).toBe('exists');
    expect(await files.names(() => true)).toHaveLength(2);
  });

  it('should have no file of its name when the app is closed in the midst of a write, and be whole after the next', async () => {
    const { app, files } = open();
    const rename = jest.spyOn(app.vault, 'rename').mockRejectedValue(new Error('The app is closed.'));
    await expect(files.write(FILE)).rejects.toThrow();
    rename.mockRestore();
    expect(await files.names((name) => name === NAME)).toEqual([]);
    expect(await files.write(FILE)).toBe('created');
    expect(app.vault.getFiles().map(({ name }) => name)).toEqual([NAME]);
    expect(look(app, app.vault.getFiles()[0]?.path ?? '')).toEqual(FILE.bytes);
  });
});
