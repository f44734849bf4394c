import { told } from '../../support/told';
import { flakyVault } from '../../support/flaky-vault';
import { newDevice, settings, World, type Device } from '../../simulation/world';

describe('notes that are placed by templates', () => {
  let world: World;
  let device: Device;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    const walden = world.library.addBook({
      title: 'Walden',
      author: 'Henry David Thoreau',
      category: 'books',
    });
    world.library.addHighlight(walden.id, { text: 'Simplify, simplify.', location: 1 });
    const essays = world.library.addBook({ title: 'Essays', author: 'R/W. Emerson', category: 'books' });
    world.library.addHighlight(essays.id, { text: 'Trust thyself.', location: 1 });
    world.library.addDocument({
      title: 'Walking',
      author: 'Henry David Thoreau',
      category: 'article',
      location: 'later',
    });
    world.pass(600);
  });

  afterEach(() => world.close());

  const paths = (): readonly string[] => device.vault.entries().map(([path]) => path);
  const naming = (folder: string, fileName = '{{title}}') => ({
    settings: settings({ naming: { folder, fileName } }),
  });

  it('should make folders where the template has slashes, and none of what stands in a value (I9)', async () => {
    await world.sync(device, naming('{{author}}/{{kindFolder}}', '{{title}} ({{default asin "no number"}})'));
    expect(paths()).toEqual([
      'Readwise/Henry David Thoreau/Articles/Walking (no number).md',
      'Readwise/Henry David Thoreau/Books/Walden (no number).md',
      'Readwise/R - W. Emerson/Books/Essays (no number).md',
    ]);
  });

  it('should count notes that moved, also when they could not be written after that (I14)', async () => {
    await world.sync(device);
    // Each note is moved, then written; what failed is tried once more at the end.
    const vault = flakyVault(device.vault, new Set([2, 4, 6, 7, 8, 9]));
    const moved = await world.sync({ ...device, vault }, naming('Elsewhere'));
    expect(moved).toMatchObject({ vaultWrites: 3, notes: { renamed: 3, updated: 0, failed: 3 } });
    const later = await world.sync(device, naming('Elsewhere'));
    expect(later).toMatchObject({ outcome: 'done', notes: { renamed: 0, updated: 3, failed: 0 } });
  });

  it('should put notes into the folder itself when the template has nothing to say', async () => {
    await world.sync(device, naming(' / {{asin}}/', '{{asin}}'));
    expect(paths().every((path) => /^Readwise\/Untitled(?: \(\w+\))?\.md$/.test(path))).toBe(true);
    expect(paths()).toHaveLength(3);
  });

  it('should name the file that has the only name a note can get, once (I14)', async () => {
    world.library.addHighlight(world.library.addBook({ title: 'walden', category: 'books' }).id, {
      text: 'Of another.',
      location: 1,
    });
    const [taken = ''] = (await world.fresh()).vault
      .entries()
      .flatMap(([path]) => (path.startsWith('Readwise/Books/walden (') ? [path] : []));
    device.vault.put(taken, 'Mine.\n');
    expect((await world.sync(device)).failures).toMatchObject([
      {
        path: taken,
        problem: { code: 'names-taken', paths: [taken] },
      },
    ]);
  });

  it('should move the notes, with what the person wrote and the links to them, when the template changes (I2, I5)', async () => {
    await world.sync(device);
    await device.vault.update('Readwise/Books/Walden.md', (text) =>
      text.replace('Simplify, simplify.', 'Simplify, simplify. My thought.'),
    );
    await device.vault.create('Mine.md', 'See [[Readwise/Books/Walden]].\n');
    const report = await world.sync(device, naming('By author', '{{author}}, {{title}}'));
    expect(report).toMatchObject({ outcome: 'done', notes: { renamed: 3, created: 0 } });
    expect(paths()).toEqual([
      'Mine.md',
      'Readwise/By author/Henry David Thoreau, Walden.md',
      'Readwise/By author/Henry David Thoreau, Walking.md',
      'Readwise/By author/R - W. Emerson, Essays.md',
    ]);
    expect(await device.vault.read('Readwise/By author/Henry David Thoreau, Walden.md')).toContain(
      'My thought.',
    );
    expect(await world.sync(device, naming('By author', '{{author}}, {{title}}'))).toMatchObject({
      vaultWrites: 0,
    });
    await world.sync(device);
    expect(paths()).toContain('Readwise/Books/Walden.md');
  });

  describe('where another program has made the same note already', () => {
    const there = 'Readwise/New/Walden.md';

    beforeEach(async () => {
      await world.sync(device);
      const other = await world.fresh(naming('New'));
      await device.vault.create(there, (await other.vault.read(there)) ?? '');
    });

    it('should leave that one and put its own into the trash when nobody wrote in it (I5)', async () => {
      await world.sync(device, naming('New'));
      expect(paths()).toEqual(['Readwise/New/Essays.md', there, 'Readwise/New/Walking.md']);
      expect(device.vault.trashEntries()).toHaveLength(1);
      expect(device.vault.entries()).toEqual((await world.fresh(naming('New'))).vault.entries());
      expect(await world.sync(device, naming('New'))).toMatchObject({ vaultWrites: 0 });
    });

    it('should put that one into the trash and go there when a person wrote in its own (I2)', async () => {
      await device.vault.update('Readwise/Books/Walden.md', (text) =>
        text.replace('Simplify, simplify.', 'Simplify, simplify. My thought.'),
      );
      const report = await world.sync(device, naming('New'));
      expect(device.vault.entries().filter(([, text]) => text.includes('My thought.'))).toHaveLength(1);
      expect(device.vault.trashEntries().map(([path]) => path)).toEqual([there]);
      expect(await device.vault.read(there)).toContain('My thought.');
      expect(report.conflicts).toEqual([]);
    });
  });

  it('should say what is wrong with a template, and write nothing, when it has a mistake', async () => {
    const report = await world.sync(device, naming('{{kind', '{{titel}} {{highlightCount}}'));
    expect(report).toMatchObject({ outcome: 'failed', cause: 'settings', vaultWrites: 0 });
    expect(told(report.failures)).toEqual([
      'folder template, line 1, column 3: This is not part of a {{tag}}: is a closing }} missing?',
      'file name template, line 1, column 3: There is no field "titel" here. Did you mean "title"?',
      'file name template, line 1, column 13: There is no field "highlightCount" here.',
    ]);
  });
});
