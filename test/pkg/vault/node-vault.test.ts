import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { NodeVault } from '../../../pkg/vault/node-vault';
import { describeVault } from '../../contract/vault-contract';
import { makeTemporaryFolder } from '../../support/temporary-folders';

const BOOK = { bookId: '7', documentId: null, partId: null };
const DEAD_PROCESS = 2 ** 22 + 1;

function put(folder: string, path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function look(folder: string, path: string): string | null {
  return existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : null;
}

function open(folder: string): NodeVault {
  return new NodeVault({ folder });
}

describeVault('NodeVault', () => {
  const folder = makeTemporaryFolder();
  return Promise.resolve({
    vault: open(folder),
    put: (path, text) => put(folder, path, text),
    look: (path) => look(folder, path),
    trash: () =>
      readdirSync(join(folder, '.trash'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
  });
});

describe('NodeVault reading', () => {
  it('should find no note below a file that has the name of a folder', async () => {
    const folder = makeTemporaryFolder();
    put(folder, 'Readwise', 'a file');
    expect(await open(folder).read('Readwise/Note.md')).toBeNull();
  });
});

describe('NodeVault writing', () => {
  it('should merge again when the person saves the note while it is merged', async () => {
    const folder = makeTemporaryFolder();
    put(folder, 'A.md', 'one');
    let isFirst = true;
    await open(folder).update('A.md', (text) => {
      if (isFirst) put(folder, 'A.md', 'one, mine');
      isFirst = false;
      return `${text}, theirs`;
    });
    expect(look(folder, 'A.md')).toBe('one, mine, theirs');
    expect(readdirSync(folder)).toEqual(['A.md']);
  });

  it('should give up by name and leave the note when another program keeps changing it', async () => {
    const folder = makeTemporaryFolder();
    put(folder, 'A.md', '');
    let saves = 0;
    const update = open(folder).update('A.md', () => {
      put(folder, 'A.md', String((saves += 1)));
      return 'theirs';
    });
    await expect(update).rejects.toThrow('“A.md”: another program keeps changing it');
    expect(look(folder, 'A.md')).toBe(String(saves));
    expect(readdirSync(folder)).toEqual(['A.md']);
  });

  it('should keep the permissions of a note, and leave a write-protected one alone', async () => {
    const folder = makeTemporaryFolder();
    writeFileSync(join(folder, 'A.md'), 'one', { mode: 0o600 });
    writeFileSync(join(folder, 'B.md'), 'one', { mode: 0o400 });
    await open(folder).update('A.md', () => 'two');
    expect(statSync(join(folder, 'A.md')).mode & 0o777).toBe(0o600);
    await expect(open(folder).update('B.md', () => 'two')).rejects.toThrow('write-protected');
    expect(look(folder, 'B.md')).toBe('one');
  });

  it('should leave a note alone when it is not UTF-8', async () => {
    const folder = makeTemporaryFolder();
    const bytes = Buffer.from([0x4d, 0xfc, 0x6e]);
    put(folder, 'A.md', bytes);
    await expect(open(folder).update('A.md', (text) => `${text}!`)).rejects.toThrow('not UTF-8');
    expect(readFileSync(join(folder, 'A.md'))).toEqual(bytes);
  });

  it('should name the note and the remedy when its name is too long for the disk', async () => {
    const folder = makeTemporaryFolder();
    const path = `${'x'.repeat(300)}.md`;
    await expect(open(folder).create(path, 'text')).rejects.toMatchObject({
      name: 'VaultError',
      code: 'ENAMETOOLONG',
      path,
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('should name the file in the way when a part of the path is no folder', async () => {
    const folder = makeTemporaryFolder();
    put(folder, 'Readwise', 'a file');
    await expect(open(folder).create('Readwise/A.md', 'text')).rejects.toMatchObject({ name: 'VaultError' });
  });

  it('should remove what a run that is over left behind, and nothing else', async () => {
    const folder = makeTemporaryFolder();
    put(folder, `Deep/.florilegium-${DEAD_PROCESS}-ab12-1.tmp`, 'half');
    put(folder, `Deep/.florilegium-${process.pid}-ab12-1.tmp`, 'of a living run');
    put(folder, 'Deep/.florilegium-notes', 'of the person');
    await open(folder).locate(BOOK);
    expect(readdirSync(join(folder, 'Deep')).sort()).toEqual(
      ['.florilegium-notes', `.florilegium-${process.pid}-ab12-1.tmp`].sort(),
    );
  });
});

describe('NodeVault confinement', () => {
  it.each(['outside', 'hidden'])(
    'should write nothing when a folder is a link to somewhere %s',
    async (kind) => {
      const folder = makeTemporaryFolder();
      const target = kind === 'outside' ? makeTemporaryFolder() : join(folder, '.obsidian');
      mkdirSync(target, { recursive: true });
      symlinkSync(target, join(folder, 'Readwise'));
      const vault = open(folder);
      await expect(vault.create('Readwise/A.md', 'x')).rejects.toMatchObject({ name: 'VaultPathError' });
      await expect(vault.create('Readwise/New/A.md', 'x')).rejects.toMatchObject({ name: 'VaultPathError' });
      expect(readdirSync(target)).toEqual([]);
    },
  );

  it('should not read or write through a note that is a link', async () => {
    const folder = makeTemporaryFolder();
    const outside = join(makeTemporaryFolder(), 'secret.md');
    writeFileSync(outside, '---\nreadwise-id: 7\n---\n');
    symlinkSync(outside, join(folder, 'A.md'));
    await expect(open(folder).update('A.md', () => 'x')).rejects.toMatchObject({ name: 'VaultPathError' });
    await expect(open(folder).has('A.md')).rejects.toMatchObject({ name: 'VaultPathError' });
    expect(await open(folder).create('A.md', 'x')).toBe('exists');
    expect(await open(folder).locate(BOOK)).toEqual([]);
    expect(readFileSync(outside, 'utf8')).toContain('readwise-id');
  });

  it('should not trash out of the vault when .trash is a link', async () => {
    const folder = makeTemporaryFolder();
    symlinkSync(makeTemporaryFolder(), join(folder, '.trash'));
    put(folder, 'A.md', 'text');
    await expect(open(folder).moveToTrash('A.md')).rejects.toMatchObject({ name: 'VaultPathError' });
    expect(look(folder, 'A.md')).toBe('text');
  });
});

describe('NodeVault locating', () => {
  it.each([
    'readwise-id: 7',
    'readwise-id: "7"',
    "readwise-id:   '7'  ",
    'readwise-id: 7 # the book',
    '"readwise-id": 7',
    'title: [broken: {yaml\nreadwise-id: 7\n: : :',
    'title: x\r\nreadwise-id: 7\r',
    `long: ${'x'.repeat(20_000)}\nreadwise-id: 7`,
  ])('should find the note when its properties are %j', async (properties) => {
    const folder = makeTemporaryFolder();
    put(folder, 'A.md', `---\n${properties}\n---\nText`);
    expect(await open(folder).locate(BOOK)).toEqual(['A.md']);
  });

  it.each(['a:\n  readwise-id: 7', 'my-readwise-id: 7', 'readwise-id: 77', 'readwise-id:', 'readwise-id:7'])(
    'should not find the note when its properties are %j',
    async (properties) => {
      const folder = makeTemporaryFolder();
      put(folder, 'A.md', `---\n${properties}\n---\nText`);
      expect(await open(folder).locate(BOOK)).toEqual([]);
    },
  );

  it('should pass over the trash, hidden folders, linked folders and other files', async () => {
    const folder = makeTemporaryFolder();
    const text = '---\nreadwise-id: 7\n---\n';
    for (const path of ['.trash/A.md', '.obsidian/A.md', 'A.txt', 'Real/B.md']) put(folder, path, text);
    symlinkSync(join(folder, 'Real'), join(folder, 'Linked'));
    expect(await open(folder).locate(BOOK)).toEqual(['Real/B.md']);
  });

  it('should give NFC paths that can be read and written when the disk spells them otherwise', async () => {
    const folder = makeTemporaryFolder();
    put(folder, 'Bu\u0308cher/A.md', '---\nreadwise-id: 7\n---\n');
    const vault = open(folder);
    expect(await vault.locate(BOOK)).toEqual(['B\u00fccher/A.md']);
    expect(await vault.update('B\u00fccher/A.md', (text) => `${text}more`)).toBe('written');
    expect(look(folder, 'Bu\u0308cher/A.md')).toBe('---\nreadwise-id: 7\n---\nmore');
  });
});

describe('NodeVault renaming', () => {
  it('should keep links, embeds and markdown links of other notes intact', async () => {
    const folder = makeTemporaryFolder();
    put(folder, 'Readwise/Old.md', 'See [[Old#^rw1]].');
    put(folder, 'Mine.md', '[[Old|x]] ![[Old#^rw1]] [y](Readwise/Old.md) `[[Old]]` [[Older]]');
    put(folder, 'Unrelated.md', 'Old');
    const vault = open(folder);
    expect(await vault.rename('Readwise/Old.md', 'Readwise/New one.md')).toBe('renamed');
    expect(look(folder, 'Mine.md')).toBe(
      '[[New one|x]] ![[New one#^rw1]] [y](Readwise/New%20one.md) `[[Old]]` [[Older]]',
    );
    expect(look(folder, 'Readwise/New one.md')).toBe('See [[New one#^rw1]].');
    expect(await vault.rename('Readwise/New one.md', 'Third.md')).toBe('renamed');
    expect(look(folder, 'Mine.md')).toBe('[[Third|x]] ![[Third#^rw1]] [y](Third.md) `[[Old]]` [[Older]]');
  });

  it('should end in the same bytes when a rename is cut short after the links and done again', async () => {
    const folder = makeTemporaryFolder();
    put(folder, 'Old.md', 'text');
    put(folder, 'Mine.md', '[[New]]');
    expect(await open(folder).rename('Old.md', 'New.md')).toBe('renamed');
    expect([look(folder, 'Mine.md'), look(folder, 'New.md'), look(folder, 'Old.md')]).toEqual([
      '[[New]]',
      'text',
      null,
    ]);
  });

  it('should overwrite nothing when two names that differ in case are one file on a disk that tells them apart', async () => {
    const folder = makeTemporaryFolder();
    put(folder, 'old.md', 'text');
    linkSync(join(folder, 'old.md'), join(folder, 'Old.md'));
    expect(await open(folder).rename('old.md', 'Old.md')).toBe('exists');
    expect(readdirSync(folder).sort()).toEqual(['Old.md', 'old.md']);
  });
});
