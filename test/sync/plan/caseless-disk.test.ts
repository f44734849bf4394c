import { splitNote, pathMark } from '../../../src/notes/note/note';
import { notePlaces } from '../../../src/store/note-places';
import { killedBefore, RecordedDevice } from '../../simulation/crash-points';
import { settings, World } from '../../simulation/world';
import { CaselessVault } from '../../support/caseless-vault';
import { MemoryStateStore } from '../../support/memory-state-store';
import { MemoryVault } from '../../support/memory-vault';

const BY_AUTHOR = { settings: settings({ naming: { folder: '{{author}}', fileName: '{{title}}' } }) };

describe('a disk that ignores case', () => {
  let world: World;
  let device: { vault: CaselessVault; state: MemoryStateStore };

  beforeEach(async () => {
    world = await World.create();
    device = { vault: new CaselessVault(), state: new MemoryStateStore() };
  });

  afterEach(() => world.close());

  const paths = (): readonly string[] => device.vault.entries().map(([path]) => path);
  const add = (title: string, author: string) => {
    const book = world.library.addBook({ title, author, category: 'books' });
    world.library.addHighlight(book.id, { text: `Said in ${title}.`, location: 1 });
    return book;
  };
  const retitle = (id: number, title: string): void => {
    world.pass(600);
    world.library.retitleBook(id, title);
    world.pass(600);
  };

  it('should go on naming a note by its title when its folder is spelled as that of another, and the state was lost', async () => {
    add('Emma', 'Jane Austen');
    const { id } = add('Persuasion', 'jane austen');
    await world.settle(device, BY_AUTHOR);
    device.state = new MemoryStateStore();
    retitle(id, 'Persuasion, again');
    await world.settle(device, BY_AUTHOR);
    expect(paths()).toEqual(['Readwise/Jane Austen/Emma.md', 'Readwise/Jane Austen/Persuasion, again.md']);
  });

  it('should write each note with the mark of where it is', async () => {
    add('Emma', 'Jane Austen');
    const { id } = add('Persuasion', 'jane austen');
    add('Walden', 'Thoreau');
    await world.settle(device, BY_AUTHOR);
    retitle(id, 'PERSUASION');
    await world.settle(device, BY_AUTHOR);
    for (const [path, text] of device.vault.entries())
      expect([path, splitNote(text).trailer?.path]).toEqual([path, pathMark(path)]);
    expect(paths()).toContain('Readwise/Jane Austen/PERSUASION.md');
  });

  it('should claim and write nothing when the settings spell the folder otherwise', async () => {
    const { id } = add('Emma', 'Jane Austen');
    await world.settle(device, { settings: settings({ folder: 'readwise' }) });
    world.pass(600);
    const upper = { settings: settings({ folder: 'Readwise' }) };
    expect(await world.sync(device, upper)).toMatchObject({
      outcome: 'done',
      vaultWrites: 0,
      notes: { renamed: 0, updated: 0 },
    });
    device.vault.respell('Readwise');
    retitle(id, 'Emma, again');
    await world.settle(device, upper);
    retitle(id, 'Emma, once more');
    device.state = new MemoryStateStore();
    await world.settle(device, upper);
    expect(paths()).toEqual(['Readwise/Books/Emma, once more.md']);
  });

  it('should take a note for no second one of itself when its name changed in case alone, at the service and in the vault (I4)', async () => {
    add('Walden', 'Thoreau');
    const { id } = add('Walden', 'Another');
    await world.settle(device);
    expect(paths()).toEqual([`Readwise/Books/Walden (${String(id)}).md`, 'Readwise/Books/Walden.md']);
    await device.vault.rename(
      `Readwise/Books/Walden (${String(id)}).md`,
      `Readwise/Books/WALDEN (${String(id)}).md`,
    );
    retitle(id, 'WALDEN');
    await world.settle(device);
    expect(device.vault.trashEntries()).toEqual([]);
    expect(paths()).toEqual([`Readwise/Books/WALDEN (${String(id)}).md`, 'Readwise/Books/Walden.md']);
  });

  it('should tell of no second note when the person spells its name otherwise', async () => {
    const { id } = add('Walden', 'Thoreau');
    await world.settle(device);
    await device.vault.rename('Readwise/Books/Walden.md', 'Readwise/Books/WALDEN.md');
    world.pass(600);
    world.library.addHighlight(id, { text: 'Another.', location: 2 });
    expect(await world.sync(device)).toMatchObject({ conflicts: [], vaultWrites: 1 });
    expect(paths()).toEqual(['Readwise/Books/WALDEN.md']);
  });

  it('should end in the same bytes, and know where the note is, when its move into an archive that is spelled otherwise is cut short anywhere (I6)', async () => {
    const archive = { settings: settings({ deletions: { untouched: 'archive' } }) };
    const { id } = add('Walden', 'Thoreau');
    add('Walden', 'Another');
    device.vault.put('Readwise/ARCHIVE/Mine.md', 'Mine.\n');
    await world.settle(device, archive);
    world.pass(600);
    for (const highlight of world.library.books.liveHighlightsOf(id))
      world.library.deleteHighlight(highlight.id);
    world.pass(600);
    const whole = { vault: device.vault.copy(), state: device.state.copy() };
    const recorded = new RecordedDevice(whole);
    const placeOf = async ({ state }: { readonly state: MemoryStateStore }): Promise<unknown> =>
      (await notePlaces(state)).get(`b:${String(id)}`)?.path;
    await world.sync(recorded, archive);
    await world.settle(whole, archive);
    expect(whole.vault.entries().map(([path]) => path)).toEqual([
      'Readwise/ARCHIVE/Mine.md',
      'Readwise/ARCHIVE/Walden.md',
      expect.stringMatching(/^Readwise\/Books\/Walden \(\d+\)\.md$/),
    ]);
    for (const { name, left } of killedBefore(recorded.recording)) {
      const crashed = left();
      await world.settle(crashed, archive);
      expect([name, crashed.vault.entries(), await placeOf(crashed)]).toEqual([
        name,
        whole.vault.entries(),
        await placeOf(whole),
      ]);
    }
  });

  describe.each([
    ['that ignores case', () => new CaselessVault()],
    ['that tells cases apart', () => new MemoryVault()],
  ])('in a vault on a disk %s', (_disk, makeVault) => {
    const spellings = ['Zoë Élan', 'zoë élan', 'ZOË ÉLAN'.normalize('NFD')];

    it.each(spellings)(
      'should have one folder for all spellings of a name, as %j that came first spells it (I8)',
      async (first) => {
        const other = { vault: makeVault(), state: new MemoryStateStore() };
        const order = [first, ...spellings.filter((each) => each !== first)];
        let last = 0;
        for (const [index, author] of order.entries()) {
          last = add(`Book ${String(index)}`, author).id;
          if (index === 0) await world.settle(other, BY_AUTHOR);
        }
        await world.settle(other, BY_AUTHOR);
        const placed = (titles: readonly string[]) =>
          titles.map((title) => `Readwise/${first.normalize('NFC')}/${title}.md`);
        expect(other.vault.entries().map(([path]) => path)).toEqual(placed(['Book 0', 'Book 1', 'Book 2']));
        other.state = new MemoryStateStore();
        retitle(last, 'Renamed');
        await world.settle(other, BY_AUTHOR);
        expect(other.vault.entries().map(([path]) => path)).toEqual(placed(['Book 0', 'Book 1', 'Renamed']));
      },
    );

    it('should have one folder for names that come in one sync, also above others', async () => {
      const other = { vault: makeVault(), state: new MemoryStateStore() };
      add('Emma', 'Jane Austen');
      add('Persuasion', 'jane austen');
      const wanted = { settings: settings({ naming: { folder: '{{author}}/{{title}}' } }) };
      await world.settle(other, wanted);
      const folders = other.vault.entries().map(([path]) => path.split('/')[1]);
      expect(new Set(folders).size).toBe(1);
      expect(folders).toHaveLength(2);
    });
  });
});
