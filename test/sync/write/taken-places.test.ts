import { newDevice, World, type Device, settings } from '../../simulation/world';
import { MemoryVault } from '../../support/memory-vault';

const at = (title: string): string => `Readwise/Books/${title}.md`;

/** A vault in which another program is faster than the first update of a note. */
class FastVault extends MemoryVault {
  beforeUpdate: () => void = () => undefined;

  override update(path: string, merge: (text: string) => string): ReturnType<MemoryVault['update']> {
    this.beforeUpdate();
    this.beforeUpdate = () => undefined;
    return super.update(path, merge);
  }
}

describe('a note whose place is taken', () => {
  let world: World;
  let device: Device & { readonly vault: FastVault };
  let ids: readonly number[];

  beforeEach(async () => {
    world = await World.create();
    device = { ...newDevice(), vault: new FastVault() };
    ids = ['Walden', 'Walking'].map((title) => {
      const { id } = world.library.addBook({ title, category: 'books' });
      world.library.addHighlight(id, { text: `First of ${title}.`, location: 1 });
      return id;
    });
    await world.sync(device);
    world.pass(600);
  });
  afterEach(() => world.close());

  const read = (path: string): string => device.vault.entries().find(([each]) => each === path)?.[1] ?? '';
  const paths = (): readonly string[] => device.vault.entries().map(([path]) => path);
  const write = (path: string): void => device.vault.put(path, read(path).replace('^rw', 'My words. ^rw'));
  const retitle = (index: number, title: string): void => {
    world.library.retitleBook(ids[index] ?? 0, title);
    world.library.addHighlight(ids[index] ?? 0, { text: `News of ${title}.`, location: 2 });
  };

  it('should go to a name with its id in it, and put nothing into the trash, when two items exchange their titles (I2, I4)', async () => {
    write(at('Walden'));
    retitle(0, 'Walking');
    retitle(1, 'Walden');
    expect(await world.sync(device)).toMatchObject({
      outcome: 'done',
      notes: { renamed: 2, trashed: 0, failed: 0 },
      conflicts: [],
    });
    expect(device.vault.trashEntries()).toEqual([]);
    const [walking, walden] = [at(`Walking (${String(ids[0])})`), at(`Walden (${String(ids[1])})`)];
    expect(paths()).toEqual([walden, walking]);
    expect(read(walking)).toMatch(/First of Walden\.[^]*My words\.[^]*News of Walking\./);
    expect(read(walden)).toMatch(/First of Walking\.[^]*News of Walden\./);
    world.pass(61);
    expect((await world.sync(device)).vaultWrites).toBe(0);
  });

  it("should get a name with its id in it when a file of the person's has its new place, and keep that when the file is gone", async () => {
    device.vault.put(at('Life in the Woods'), 'Mine.\n');
    retitle(0, 'Life in the Woods');
    const withId = at(`Life in the Woods (${String(ids[0])})`);
    expect(await world.sync(device)).toMatchObject({ outcome: 'done', notes: { renamed: 1, failed: 0 } });
    expect(paths()).toEqual([withId, at('Life in the Woods'), at('Walking')]);
    expect(read(withId)).toContain('News of Life in the Woods.');
    expect(read(at('Life in the Woods'))).toBe('Mine.\n');
    device.vault.remove(at('Life in the Woods'));
    world.pass(600);
    world.library.addHighlight(ids[0] ?? 0, { text: 'Once more.', location: 3 });
    expect(await world.sync(device)).toMatchObject({ outcome: 'done', notes: { renamed: 0, updated: 1 } });
    expect(paths()).toEqual([withId, at('Walking')]);
  });

  it("should be written where it went when another program put another item's note in its place meanwhile (I2)", async () => {
    retitle(0, 'Walden');
    const others = read(at('Walden')).replace(/readwise-id: \d+/, 'readwise-id: 7');
    const moved = read(at('Walden'));
    device.vault.beforeUpdate = () => {
      device.vault.put(at('Walden'), others);
      device.vault.put('Mine/Walden.md', moved);
    };
    const report = await world.sync(device);
    expect(read(at('Walden'))).toBe(others);
    expect(report).toMatchObject({ outcome: 'done', notes: { failed: 0, created: 0 } });
    expect(read('Mine/Walden.md')).toContain('News of Walden.');
  });
});

describe('a note that another device renamed while a person wrote in it here', () => {
  const OLD = 'Readwise/Books/Walden.md';
  const NEW = 'Readwise/Books/Life in the Woods.md';

  const textAt = ({ vault }: Device, path: string): string =>
    vault.entries().find(([each]) => each === path)?.[1] ?? '';
  const pathsOf = ({ vault }: Device): readonly string[] => vault.entries().map(([path]) => path);

  /**
   * A note that two devices have; then its title changes at the service, and the other device is the first to
   * know.
   */
  async function renamedElsewhere(): Promise<{
    readonly world: World;
    readonly device: Device;
    readonly theirs: string;
  }> {
    const world = await World.create();
    const book = world.library.addBook({ title: 'Walden', category: 'books' });
    world.library.addHighlight(book.id, { text: 'Simplify.', location: 1 });
    const device = newDevice();
    await world.sync(device);
    world.pass(700);
    world.library.retitleBook(book.id, 'Life in the Woods');
    world.library.addHighlight(book.id, { text: 'Our life is frittered away.', location: 2 });
    const other = newDevice();
    other.vault.put(OLD, textAt(device, OLD));
    await world.sync(other);
    return { world, device, theirs: textAt(other, NEW) };
  }

  it('should go to its new name with the words, in the place of the other, when a file sync brings that one', async () => {
    const { world, device, theirs } = await renamedElsewhere();
    device.vault.put(OLD, textAt(device, OLD).replace('^rw512000001', '^rw512000001\n\nHere are my words.'));
    device.vault.put(NEW, theirs);
    const report = await world.sync(device, { settings: settings() });
    expect(pathsOf(device)).toEqual([NEW]);
    expect(textAt(device, NEW)).toContain('Here are my words.');
    expect(textAt(device, NEW)).toContain('Our life is frittered away.');
    expect(device.vault.trashEntries()).toEqual([[NEW, theirs]]);
    expect([report.notes.renamed, report.notes.trashed, report.vaultWrites, report.conflicts]).toEqual([
      1,
      1,
      3,
      [],
    ]);
    expect((await world.sync(device)).vaultWrites).toBe(0);
    await world.close();
  });

  it('should leave both where they are told of when somebody wrote in the other one, too', async () => {
    const { world, device, theirs } = await renamedElsewhere();
    device.vault.put(OLD, textAt(device, OLD).replace('^rw512000001', '^rw512000001\n\nHere are my words.'));
    device.vault.put(NEW, theirs.replace('^rw512000002', '^rw512000002\n\nThere are my words.'));
    const report = await world.sync(device);
    const all = device.vault
      .entries()
      .map(([, text]) => text)
      .join('\n');
    expect([
      all.includes('Here are my words.'),
      all.includes('There are my words.'),
      device.vault.trashEntries(),
    ]).toEqual([true, true, []]);
    expect(report.conflicts.map(({ block }) => block)).toEqual(['second-note']);
    await world.close();
  });
});
