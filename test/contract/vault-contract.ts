import type { Vault } from '../../src/model/ports';

/**
 * A vault to test, with the person's own hands on it: what they put there and find there, past the adapter.
 */
export interface VaultUnderTest {
  readonly vault: Vault;
  /** The person saves a file (any path, hidden ones included), making folders as needed. */
  readonly put: (path: string, text: string) => Promise<void> | void;
  /** The person looks: null when there is no such file. */
  readonly look: (path: string) => Promise<string | null> | string | null;
  /** Texts of everything in the trash. */
  readonly trash: () => Promise<readonly string[]> | readonly string[];
}

const BOOK = { bookId: '41023871', documentId: null, partId: null };
const DOCUMENT = { bookId: null, documentId: '01hw3abc', partId: null };

function note(properties: string): string {
  return `---\n${properties}\n---\nText\n`;
}

/** The contract of `Vault`: every adapter's test calls this with a maker of fresh, empty vaults. */
export function describeVault(name: string, makeVault: () => Promise<VaultUnderTest>): void {
  describe(`${name} as a Vault`, () => {
    describeReadingAndCreating(makeVault);
    describeUpdating(makeVault);
    describeLocating(makeVault);
    describeFileMarks(makeVault);
    describeSurveying(makeVault);
    describeLinks(makeVault);
    describeRenaming(makeVault);
    describeTrashing(makeVault);
    describeConfinement(makeVault);
  });
}

function describeReadingAndCreating(makeVault: () => Promise<VaultUnderTest>): void {
  it('should answer null when there is no such note', async () => {
    const { vault } = await makeVault();
    expect(await vault.read('Readwise/None.md')).toBeNull();
  });

  it('should know which notes are there, and take no folder for one', async () => {
    const { vault, put } = await makeVault();
    await put('Readwise/A.md', '');
    await put('Folder.md/B.md', 'text');
    const paths = ['Readwise/A.md', 'Readwise/None.md', 'None/A.md', 'Folder.md', 'Folder.md/B.md'];
    expect(await Promise.all(paths.map((path) => vault.has(path)))).toEqual([
      true,
      false,
      false,
      false,
      true,
    ]);
    await vault.moveToTrash('Readwise/A.md');
    expect(await vault.has('Readwise/A.md')).toBe(false);
  });

  it('should create the note with its folders when nothing has the path', async () => {
    const { vault, look } = await makeVault();
    expect(await vault.create('Readwise/Books/Ünder 漢字.md', 'Text ✓\r\n')).toBe('created');
    expect(await look('Readwise/Books/Ünder 漢字.md')).toBe('Text ✓\r\n');
    expect(await vault.read('Readwise/Books/Ünder 漢字.md')).toBe('Text ✓\r\n');
  });

  it('should leave the file as it is when something has the path already', async () => {
    const { vault, put, look } = await makeVault();
    await put('Readwise/Mine.md', 'mine');
    expect(await vault.create('Readwise/Mine.md', 'theirs')).toBe('exists');
    expect(await look('Readwise/Mine.md')).toBe('mine');
  });

  it('should let exactly one win when two create the same note', async () => {
    const { vault, look } = await makeVault();
    const results = await Promise.all(['a', 'b'].map((text) => vault.create('Readwise/Same.md', text)));
    expect([...results].sort()).toEqual(['created', 'exists']);
    expect(await look('Readwise/Same.md')).toBe(results[0] === 'created' ? 'a' : 'b');
  });
}

function describeUpdating(makeVault: () => Promise<VaultUnderTest>): void {
  it('should write what the merge makes of the text', async () => {
    const { vault, put, look } = await makeVault();
    await put('A.md', 'one');
    expect(await vault.update('A.md', (text) => `${text} two`)).toBe('written');
    expect(await look('A.md')).toBe('one two');
  });

  it('should write nothing when the merge changes nothing', async () => {
    const { vault, put } = await makeVault();
    await put('A.md', 'one');
    expect(await vault.update('A.md', (text) => text)).toBe('unchanged');
  });

  it('should make no note when there is none to update', async () => {
    const { vault, look } = await makeVault();
    expect(await vault.update('A.md', () => 'new')).toBe('missing');
    expect(await look('A.md')).toBeNull();
  });

  it('should lose no update when many come at once', async () => {
    const { vault, put, look } = await makeVault();
    await put('A.md', '');
    await Promise.all(['a', 'b', 'c', 'd'].map((letter) => vault.update('A.md', (text) => text + letter)));
    expect([...((await look('A.md')) ?? '')].sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('should leave the note as it was when the merge throws', async () => {
    const { vault, put, look } = await makeVault();
    await put('A.md', 'one');
    await expect(
      vault.update('A.md', () => {
        throw new Error('a bug');
      }),
    ).rejects.toThrow('a bug');
    expect(await look('A.md')).toBe('one');
  });
}

function describeLocating(makeVault: () => Promise<VaultUnderTest>): void {
  it.each([
    ['indented', '  title: x\n  readwise-id: 41023871'],
    ['a list', 'readwise-id:\n  - 41023871\ntitle: x'],
    ['a list at the margin', 'readwise-id:\n- "41023871"'],
    ['a list in brackets', 'title: x\nreadwise-id: [41023871]'],
    ['in quotes, as its name', '"readwise-id": \'41023871\' # of the book'],
    ['in front matter with a mistake', 'readwise-id:\n  - 41023871\nmood: "good'],
  ])('should find a note whose id is %s (I1)', async (_name, properties) => {
    const { vault, put } = await makeVault();
    await put('A.md', note(properties));
    await put('Other.md', note('source:\n  readwise-id: 41023871'));
    expect(await vault.locate(BOOK)).toEqual(['A.md']);
    expect(await vault.survey()).toMatchObject([{ path: 'A.md', bookId: '41023871' }]);
  });

  it('should find notes anywhere by either property, in path order', async () => {
    const { vault, put } = await makeVault();
    await put('Z.md', note('reader-id: 01hw3abc'));
    await put('Deep/Down/B.md', note('title: x\nreadwise-id: 41023871'));
    await put('A.md', note('readwise-id: "41023871"\ntags: [a]'));
    await put('Other.md', note('readwise-id: 4102387'));
    expect(await vault.locate(BOOK)).toEqual(['A.md', 'Deep/Down/B.md']);
    expect(await vault.locate(DOCUMENT)).toEqual(['Z.md']);
    expect(await vault.locate({ bookId: '41023871', documentId: '01hw3abc', partId: null })).toEqual([
      'A.md',
      'Deep/Down/B.md',
      'Z.md',
    ]);
  });

  it('should tell the note of a part from that of the whole', async () => {
    const { vault, put } = await makeVault();
    await put('A.md', note('readwise-id: 41023871'));
    await put('B.md', note('readwise-part: rw512001'));
    await put('C.md', note('readwise-part: "text-01hw3abc" # mine'));
    expect(await vault.locate({ bookId: '41023871', documentId: '01hw3abc', partId: null })).toEqual([
      'A.md',
    ]);
    expect(await vault.locate({ bookId: null, documentId: null, partId: 'rw512001' })).toEqual(['B.md']);
    expect(await vault.locate({ bookId: null, documentId: null, partId: 'text-01hw3abc' })).toEqual(['C.md']);
    expect((await vault.survey()).map(({ path, partId }) => [path, partId]).sort()).toEqual([
      ['A.md', null],
      ['B.md', 'rw512001'],
      ['C.md', 'text-01hw3abc'],
    ]);
  });

  it('should name a note once when both properties match', async () => {
    const { vault, put } = await makeVault();
    await put('A.md', note('readwise-id: 41023871\nreader-id: 01hw3abc'));
    expect(await vault.locate({ bookId: '41023871', documentId: '01hw3abc', partId: null })).toEqual([
      'A.md',
    ]);
  });

  it('should find nothing when the id stands only in the text of a note', async () => {
    const { vault, put } = await makeVault();
    await put('A.md', 'readwise-id: 41023871\n---\nreadwise-id: 41023871\n---\n');
    expect(await vault.locate(BOOK)).toEqual([]);
    expect(await vault.locate({ bookId: null, documentId: null, partId: null })).toEqual([]);
  });

  it('should follow its own creates, updates, renames and moves to the trash', async () => {
    const { vault } = await makeVault();
    expect(await vault.locate(BOOK)).toEqual([]);
    await vault.create('A.md', note('readwise-id: 41023871'));
    expect(await vault.locate(BOOK)).toEqual(['A.md']);
    await vault.rename('A.md', 'Folder/B.md');
    expect(await vault.locate(BOOK)).toEqual(['Folder/B.md']);
    await vault.update('Folder/B.md', (text) => text.replace('readwise-id: 41023871', 'reader-id: 01hw3abc'));
    expect(await vault.locate(BOOK)).toEqual([]);
    expect(await vault.locate(DOCUMENT)).toEqual(['Folder/B.md']);
    await vault.moveToTrash('Folder/B.md');
    expect(await vault.locate(DOCUMENT)).toEqual([]);
  });
}

function describeFileMarks(makeVault: () => Promise<VaultUnderTest>): void {
  it('should give a file the same mark until it is written, and then another', async () => {
    const { vault, put } = await makeVault();
    await put('Readwise/A.md', 'one');
    await put('Readwise/B.md', 'one');
    const marks = (): Promise<ReadonlyMap<string, string>> =>
      vault.fileMarks(['Readwise/A.md', 'Readwise/B.md']);
    const before = await marks();
    expect([...before.keys()].sort()).toEqual(['Readwise/A.md', 'Readwise/B.md']);
    await vault.read('Readwise/A.md');
    await vault.update('Readwise/B.md', (text) => text);
    expect(await marks()).toEqual(before);
    await vault.update('Readwise/A.md', (text) => `${text} and two`);
    const after = await marks();
    expect(after.get('Readwise/A.md')).not.toBe(before.get('Readwise/A.md'));
    expect(after.get('Readwise/B.md')).toBe(before.get('Readwise/B.md'));
    await put('Readwise/B.md', 'one, and what came from outside');
    expect((await marks()).get('Readwise/B.md')).not.toBe(before.get('Readwise/B.md'));
  });

  it('should give a mark to what it wrote itself, and none to what is not there', async () => {
    const { vault, put } = await makeVault();
    await vault.create('New/A.md', 'text');
    await put('Folder.md/B.md', 'text');
    await put('.C.md.icloud', 'placeholder');
    expect([...(await vault.fileMarks(['New/A.md', 'New/None.md', 'Folder.md', 'C.md'])).keys()]).toEqual([
      'New/A.md',
    ]);
    await vault.rename('New/A.md', 'New/B.md');
    expect([...(await vault.fileMarks(['New/A.md', 'New/B.md'])).keys()]).toEqual(['New/B.md']);
    await vault.moveToTrash('New/B.md');
    expect([...(await vault.fileMarks(['New/B.md'])).keys()]).toEqual([]);
  });
}

function describeSurveying(makeVault: () => Promise<VaultUnderTest>): void {
  it('should survey the notes that carry an identity, and follow its own changes', async () => {
    const { vault, put } = await makeVault();
    const survey = async (): Promise<unknown> =>
      [...(await vault.survey())].sort((one, other) => one.path.localeCompare(other.path));
    await put('Z.md', note('reader-id: 01hw3abc'));
    await put('Deep/Down/B.md', note('title: x\nreadwise-id: 41023871\nreader-id: 01hw3abd'));
    await put('Mine.md', 'reader-id: 01hw3abc');
    const deep = { path: 'Deep/Down/B.md', bookId: '41023871', documentId: '01hw3abd', partId: null };
    expect(await survey()).toEqual([deep, { path: 'Z.md', ...DOCUMENT }]);
    await vault.create('A.md', note('readwise-id: 5'));
    await vault.moveToTrash('Z.md');
    expect(await survey()).toEqual([{ path: 'A.md', bookId: '5', documentId: null, partId: null }, deep]);
    await vault.rename('A.md', 'Shelf/A.md');
    await vault.update('Deep/Down/B.md', () => 'no longer one of ours');
    expect(await survey()).toEqual([{ path: 'Shelf/A.md', bookId: '5', documentId: null, partId: null }]);
  });

  it('should list all notes, also those without an identity, and follow its own changes', async () => {
    const { vault, put } = await makeVault();
    await put('Mine.md', 'text');
    await put('Deep/Down/B.md', note('readwise-id: 41023871'));
    await put('.hidden/C.md', 'text');
    expect([...(await vault.list())].sort()).toEqual(['Deep/Down/B.md', 'Mine.md']);
    await vault.create('A.md', 'text');
    await vault.moveToTrash('Mine.md');
    expect([...(await vault.list())].sort()).toEqual(['A.md', 'Deep/Down/B.md']);
  });

  it('should neither read nor make a note when a cloud has it and only a placeholder is here', async () => {
    const { vault, put, look } = await makeVault();
    await put('Readwise/.A.md.icloud', 'placeholder');
    for (const attempt of [
      () => vault.read('Readwise/A.md'),
      () => vault.has('Readwise/A.md'),
      () => vault.create('Readwise/A.md', 'theirs'),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ name: 'NoteNotHereError', path: 'Readwise/A.md' });
    }
    expect(await look('Readwise/A.md')).toBeNull();
    expect(await vault.create('Readwise/B.md', 'text')).toBe('created');
  });
}

function describeLinks(makeVault: () => Promise<VaultUnderTest>): void {
  it('should know which notes link to another one, by its name or path', async () => {
    const { vault, put } = await makeVault();
    await put('Readwise/Walden.md', 'Text ^rw1');
    await put('Readwise/Walden 2.md', '[[Essays]]');
    await put('Mine/One.md', 'See [[Walden#^rw1|it]].');
    await put('Two.md', '[[Readwise/Walden]]');
    expect([...(await vault.linkedFrom('Readwise/Walden.md'))].sort()).toEqual(['Mine/One.md', 'Two.md']);
    expect(await vault.linkedFrom('Readwise/Walden 2.md')).toEqual([]);
  });
}

function describeRenaming(makeVault: () => Promise<VaultUnderTest>): void {
  it('should move the note with its folders when the new path is free', async () => {
    const { vault, put, look } = await makeVault();
    await put('A.md', 'text');
    expect(await vault.rename('A.md', 'New/Folder/B.md')).toBe('renamed');
    expect(await look('New/Folder/B.md')).toBe('text');
    expect(await look('A.md')).toBeNull();
  });

  it('should overwrite nothing when the new path is taken', async () => {
    const { vault, put, look } = await makeVault();
    await put('A.md', 'a');
    await put('B.md', 'b');
    expect(await vault.rename('A.md', 'B.md')).toBe('exists');
    expect([await look('A.md'), await look('B.md')]).toEqual(['a', 'b']);
  });

  it('should say so when there is no note to rename', async () => {
    const { vault } = await makeVault();
    expect(await vault.rename('A.md', 'B.md')).toBe('missing');
  });

  it('should change only the case of a name when asked to', async () => {
    const { vault, put, look } = await makeVault();
    await put('meditations.md', 'text');
    expect(await vault.rename('meditations.md', 'Meditations.md')).toBe('renamed');
    expect(await look('Meditations.md')).toBe('text');
  });
}

function describeTrashing(makeVault: () => Promise<VaultUnderTest>): void {
  it('should keep the text in the trash when a note is trashed', async () => {
    const { vault, put, look, trash } = await makeVault();
    await put('Folder/A.md', 'text');
    expect(await vault.moveToTrash('Folder/A.md')).toBe('trashed');
    expect(await look('Folder/A.md')).toBeNull();
    expect(await trash()).toEqual(['text']);
  });

  it('should keep both when two notes of the same path are trashed', async () => {
    const { vault, put, trash } = await makeVault();
    for (const text of ['first', 'second', 'third']) {
      await put('A.md', text);
      await vault.moveToTrash('A.md');
    }
    expect([...(await trash())].sort()).toEqual(['first', 'second', 'third']);
  });

  it('should say so when there is no note to trash', async () => {
    const { vault } = await makeVault();
    expect(await vault.moveToTrash('A.md')).toBe('missing');
  });
}

const OUTSIDE = [
  '../A.md',
  'a/../../A.md',
  '/tmp/A.md',
  'a//A.md',
  './A.md',
  '.obsidian/A.md',
  'a/.hidden/A.md',
  'A.txt',
  'A.md\0',
  'a\\..\\..\\A.md',
  '',
  'a/',
];

function describeConfinement(makeVault: () => Promise<VaultUnderTest>): void {
  it.each(OUTSIDE.map((path) => [JSON.stringify(path), path] as const))(
    'should refuse the path %s whatever is asked',
    async (_shown, path) => {
      const { vault, put, look } = await makeVault();
      await put('Own.md', 'own');
      const attempts = [
        () => vault.create(path, 'x'),
        () => vault.read(path),
        () => vault.has(path),
        () => vault.update(path, () => 'x'),
        () => vault.rename('Own.md', path),
        () => vault.rename(path, 'New.md'),
        () => vault.moveToTrash(path),
      ];
      for (const attempt of attempts) await expect((async () => attempt())()).rejects.toThrow();
      expect(await look('Own.md')).toBe('own');
      expect(await look('New.md')).toBeNull();
    },
  );
}
