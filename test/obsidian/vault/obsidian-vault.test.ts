import type { App as RealApp } from 'obsidian';
import { ObsidianVault } from '../../../src/obsidian/vault/obsidian-vault';
import { isOperational } from '../../../src/model/errors';
import { App } from '../../browser/app/app-model';
import type { DiskOptions } from '../../browser/app/disk';
import { describeCaselessVault } from '../../contract/caseless-vault-contract';
import { describeVault, type VaultUnderTest } from '../../contract/vault-contract';

const NOTE = '---\nreadwise-id: 7\n---\nText\n';
const BOOK = { bookId: '7', documentId: null, partId: null };

interface OpenVault {
  readonly app: App;
  readonly vault: ObsidianVault;
}

function openVault(options: DiskOptions = {}): OpenVault {
  const app = new App(options);
  return { app, vault: new ObsidianVault(app as unknown as RealApp) };
}

async function put(app: App, path: string, text: string): Promise<void> {
  const folders = path.split('/').slice(0, -1);
  for (let depth = 1; depth <= folders.length; depth += 1) {
    const folder = folders.slice(0, depth).join('/');
    if (!app.vault.disk.hasFolder(folder)) await app.vault.createFolder(folder);
  }
  const file = app.vault.getFileByPath(path);
  if (file === null) await app.vault.create(path, text);
  else await app.vault.modify(file, text);
}

const look = (app: App, path: string): string | null =>
  app.vault.disk.list().find((file) => file.path === path)?.text ?? null;

function underTest(options: DiskOptions): Promise<VaultUnderTest> {
  const { app, vault } = openVault(options);
  return Promise.resolve({
    vault,
    put: (path, text) => put(app, path, text),
    look: (path) => look(app, path),
    trash: () =>
      app.vault.disk
        .list()
        .filter((file) => file.path.startsWith('.trash/'))
        .map((file) => file.text),
  });
}

/** Until the app has read what was written. */
const indexed = (app: App): Promise<void> =>
  new Promise((resolve) => app.metadataCache.on('resolved', resolve));

describeVault('ObsidianVault', () => underTest({}));
describeVault('ObsidianVault on a disk that ignores case', () => underTest({ ignoresCase: true }));
describeCaselessVault('ObsidianVault', () => underTest({ ignoresCase: true }));

describe('ObsidianVault', () => {
  it('should answer exists when a name differs only in case', async () => {
    const { app, vault } = openVault();
    await put(app, 'Readwise/Meditations.md', 'mine');
    expect(await vault.create('Readwise/meditations.md', 'theirs')).toBe('exists');
  });

  it('should answer exists when a name differs only in how some disks write a letter in capitals', async () => {
    const { app, vault } = openVault();
    await put(app, 'Readwise/STRASSE.md', 'mine');
    expect(await vault.create('Readwise/Straße.md', 'theirs')).toBe('exists');
  });

  it('should answer exists when the file is on the disk and the app has not seen it yet', async () => {
    const { app, vault } = openVault();
    app.vault.disk.write('New.md', 'from another device');
    expect(await vault.create('New.md', 'theirs')).toBe('exists');
    expect(look(app, 'New.md')).toBe('from another device');
  });

  it('should take a note that the app has not seen yet for no other whose name differs only in case, on a disk that tells them apart (I2)', async () => {
    const { app, vault } = openVault();
    await put(app, 'Log/LOG.md', 'mine');
    app.vault.disk.write('Log/Log.md', 'from another device');
    expect(await vault.read('Log/Log.md')).toBe('from another device');
    expect(await vault.update('Log/Log.md', (text) => `${text} and more`)).toBe('written');
    app.vault.disk.makeFolder('LOG');
    expect(await vault.spelled('LOG/New.md')).toBe('LOG/New.md');
    expect(look(app, 'Log/LOG.md')).toBe('mine');
  });

  it('should read and change a note that another program has just made, and that the app has not seen yet (I1)', async () => {
    const { app, vault } = openVault();
    app.vault.disk.write('New.md', NOTE);
    expect(await vault.has('New.md')).toBe(true);
    expect(await vault.read('New.md')).toBe(NOTE);
    expect(await vault.update('New.md', (text) => text)).toBe('unchanged');
    expect(await vault.update('New.md', (text) => `${text}More\n`)).toBe('written');
    expect(look(app, 'New.md')).toBe(`${NOTE}More\n`);
  });

  it('should not take a note for there that the app still shows and the disk has lost', async () => {
    const { app, vault } = openVault();
    await put(app, 'A.md', NOTE);
    await indexed(app);
    app.vault.disk.remove('A.md');
    expect(await vault.has('A.md')).toBe(false);
    app.vault.disk.write('.A.md.icloud', 'placeholder');
    await expect(vault.has('A.md')).rejects.toMatchObject({ name: 'NoteNotHereError', path: 'A.md' });
  });

  describe('where many names of a folder were asked about', () => {
    async function askOften(): Promise<ReturnType<typeof openVault>> {
      const opened = openVault();
      await put(opened.app, 'Books/Known.md', NOTE);
      opened.app.vault.disk.write('Books/Unseen.md', NOTE);
      opened.app.vault.disk.write('Books/.Away.md.icloud', 'placeholder');
      for (let name = 0; name < 20; name += 1)
        expect(await opened.vault.has(`Books/${String(name)}.md`)).toBe(false);
      return opened;
    }

    it('should still know the notes that are there when the app has not seen them or they are only in the cloud', async () => {
      const { vault } = await askOften();
      expect(await vault.has('Books/Known.md')).toBe(true);
      expect(await vault.has('Books/Unseen.md')).toBe(true);
      await expect(vault.has('Books/Away.md')).rejects.toMatchObject({ name: 'NoteNotHereError' });
    });

    it('should overwrite nothing when another program makes a note after that', async () => {
      const { app, vault } = await askOften();
      app.vault.disk.write('Books/New.md', 'theirs');
      expect(await vault.create('Books/New.md', NOTE)).toBe('exists');
      expect(await vault.read('Books/New.md')).toBe('theirs');
      expect(look(app, 'Books/New.md')).toBe('theirs');
    });
  });

  it('should find no note to read, change or move when another program has just taken it away and the app still shows it', async () => {
    const { app, vault } = openVault();
    await put(app, 'A.md', NOTE);
    await indexed(app);
    app.vault.disk.remove('A.md');
    expect(await vault.read('A.md')).toBeNull();
    expect(await vault.update('A.md', (text) => `${text}.`)).toBe('missing');
    expect(await vault.rename('A.md', 'B.md')).toBe('missing');
    expect(await vault.moveToTrash('A.md')).toBe('missing');
  });

  it('should know a note again after it was changed when a mark of the order of bytes stands before it', async () => {
    const { app, vault } = openVault();
    await put(app, 'A.md', `\ufeff${NOTE}`);
    await indexed(app);
    expect(await vault.locate(BOOK)).toEqual(['A.md']);
    expect(await vault.update('A.md', (text) => `${text}More\n`)).toBe('written');
    expect(await vault.locate(BOOK)).toEqual(['A.md']);
  });

  it('should move notes one after the other, also when a person moves another meanwhile', async () => {
    const { app, vault } = openVault();
    for (const path of ['A.md', 'B.md', 'Mine.md']) await put(app, path, NOTE);
    const mine = app.vault.getFileByPath('Mine.md');
    const moves = [
      vault.rename('A.md', 'Deep/A.md'),
      ...(mine === null ? [] : [app.fileManager.renameFile(mine, 'My own.md')]),
      vault.rename('B.md', 'Deep/B.md'),
    ];
    await Promise.all(moves);
    await vault.rename('Deep/A.md', 'Deep/C.md');
    expect(app.vault.disk.paths()).toEqual(expect.arrayContaining(['Deep/B.md', 'Deep/C.md', 'My own.md']));
  });

  it('should follow a note when the person renames it between two questions', async () => {
    const { app, vault } = openVault();
    await put(app, 'A.md', NOTE);
    await indexed(app);
    expect(await vault.locate(BOOK)).toEqual(['A.md']);
    const file = app.vault.getFileByPath('A.md');
    if (file !== null) await app.vault.rename(file, 'Mine.md');
    expect(await vault.locate(BOOK)).toEqual(['Mine.md']);
  });

  it('should follow a note when the person changes its id or throws it away', async () => {
    const { app, vault } = openVault();
    expect(await vault.locate(BOOK)).toEqual([]);
    await put(app, 'A.md', NOTE);
    await indexed(app);
    expect(await vault.locate(BOOK)).toEqual(['A.md']);
    const file = app.vault.getFileByPath('A.md');
    if (file !== null) await app.fileManager.trashFile(file);
    expect(await vault.locate(BOOK)).toEqual([]);
  });

  it('should find a note when a slip elsewhere in its properties makes them unreadable', async () => {
    const { app, vault } = openVault();
    await put(app, 'A.md', '---\ntitle: "open\nreadwise-id: 7 # mine\n---\nText\n');
    await indexed(app);
    expect(await vault.locate(BOOK)).toEqual(['A.md']);
  });

  it('should tell what the disk refuses from a mistake of its own when a file is held by another program', async () => {
    const { app, vault } = openVault();
    await put(app, 'A.md', NOTE);
    for (const path of ['A.md', 'B.md']) app.vault.disk.refuse(path, 'EBUSY: resource busy or locked');
    const attempts = [
      vault.read('A.md'),
      vault.update('A.md', (text) => `${text}.`),
      vault.rename('A.md', 'C.md'),
      vault.moveToTrash('A.md'),
      vault.create('B.md', 'new'),
    ];
    for (const { status, ...rest } of await Promise.allSettled(attempts)) {
      expect(status).toBe('rejected');
      expect('reason' in rest && isOperational(rest.reason) ? rest.reason.message : '').toContain('EBUSY');
    }
  });

  it('should leave no note behind that was cut short when the disk is full', async () => {
    const { app, vault } = openVault();
    await put(app, 'Other.md', 'Mine');
    app.vault.disk.fill();
    await expect(vault.create('A.md', NOTE)).rejects.toMatchObject({
      name: 'HostError',
      message: expect.stringContaining('ENOSPC') as string,
    });
    expect(look(app, 'A.md')).toBeNull();
    app.vault.disk.makeRoom();
    expect(await vault.create('A.md', NOTE)).toBe('created');
    expect([look(app, 'A.md'), look(app, 'Other.md')]).toEqual([NOTE, 'Mine']);
  });

  it('should leave in a note what stood there when the disk is full (I2)', async () => {
    const { app, vault } = openVault();
    await put(app, 'A.md', `${NOTE}My own words\n`);
    app.vault.disk.fill();
    await expect(
      vault.update('A.md', (text) => text.replace('Text', 'A much longer text of the service')),
    ).rejects.toThrow('ENOSPC');
    expect(look(app, 'A.md')).toBe(`${NOTE}My own words\n`);
  });

  it('should find the other notes when one cannot be read and is not indexed', async () => {
    const { app, vault } = openVault();
    await put(app, 'A.md', NOTE);
    await put(app, 'Locked.md', 'Mine');
    app.vault.disk.refuse('Locked.md', 'EACCES: permission denied');
    expect(await vault.locate(BOOK)).toEqual(['A.md']);
  });

  it('should not write when a merge of the current text changes nothing', async () => {
    const { app, vault } = openVault();
    await put(app, 'A.md', 'text');
    const writes: string[] = [];
    app.vault.on('modify', (file: { readonly path: string }) => writes.push(file.path));
    await vault.update('A.md', (text) => text);
    expect(writes).toEqual([]);
  });
});
