import { loseState, newDevice, settings, World, type Device } from '../../simulation/world';

describe('an item whose type changes at the service', () => {
  let world: World;
  let device: Device;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
  });

  afterEach(() => world.close());

  const paths = (): readonly string[] => device.vault.entries().map(([path]) => path);

  /** An upload that Reader lists as an article first. */
  function upload(category = 'article'): string {
    const { id } = world.library.addDocument({ title: 'Walden', category, location: 'later' });
    world.pass(600);
    return id;
  }

  function turnIntoBook(id: string, title = 'Walden'): void {
    world.library.editDocument(id, { category: 'epub', title });
    world.pass(600);
  }

  it('should keep its note in its place, and tell the new type there', async () => {
    const id = upload();
    await world.sync(device);
    turnIntoBook(id);
    expect(await world.sync(device)).toMatchObject({ notes: { renamed: 0, updated: 1 } });
    expect(paths()).toEqual(['Readwise/Articles/Walden.md']);
    expect(await device.vault.read('Readwise/Articles/Walden.md')).toContain('category: epub\n');
    world.pass(600);
    expect(await world.sync(device)).toMatchObject({ vaultWrites: 0 });
  });

  it('should keep its note in its place when it had a category that nobody knows, also when all is rendered again', async () => {
    const id = upload('scroll');
    const wanted = settings({ scope: { documentCategories: ['scroll', 'epub'] } });
    await world.sync(device, { settings: wanted });
    turnIntoBook(id);
    await world.sync(device, { settings: wanted });
    await world.render(device, wanted);
    expect(paths()).toEqual(['Readwise/Articles/Walden.md']);
  });

  it('should keep its note in its place when only the category of its book changes', async () => {
    const { id } = world.library.addBook({ title: 'Walden', category: 'articles' });
    world.library.addHighlight(id, { text: 'Simplify, simplify.', location: 1 });
    world.pass(600);
    await world.sync(device);
    world.library.editBook(id, { category: 'books' });
    world.library.addHighlight(id, { text: 'Time is but the stream.', location: 2 });
    world.pass(600);
    await world.sync(device, { full: true });
    expect(paths()).toEqual(['Readwise/Articles/Walden.md']);
    expect(await device.vault.read('Readwise/Articles/Walden.md')).toContain('category: book\n');
  });

  it.each([
    ['in one sync', 0],
    ['after it was deleted', 1],
  ])(
    'should have the place of another book that took the place of its book %s (I1, I5)',
    async (_, syncs) => {
      const { library } = world;
      const document = upload();
      const { id } = library.addBook({ title: 'Walden', category: 'books', externalId: document });
      library.addHighlight(id, { text: 'Simplify, simplify.', location: 1 });
      world.pass(600);
      await world.sync(device);
      expect(paths()).toEqual(['Readwise/Books/Walden.md']);
      library.deleteBook(id);
      for (let index = 0; index < syncs; index += 1) {
        world.pass(600);
        await world.sync(device);
      }
      library.addMirroredHighlight(document, { text: 'Time is but the stream.', location: 1 });
      world.pass(600);
      await world.sync(device);
      expect(device.vault.entries()).toEqual((await world.fresh()).vault.entries());
      world.pass(600);
      expect(await world.sync(device)).toMatchObject({ vaultWrites: 0 });
    },
  );

  it('should keep its note in its place on a device that knows nothing of it (I8)', async () => {
    const id = upload();
    await world.sync(device);
    turnIntoBook(id);
    await loseState(device);
    await world.sync(device);
    expect(paths()).toEqual(['Readwise/Articles/Walden.md']);
  });

  it('should keep the template of its note, and that of a rule', async () => {
    await device.vault.create('Templates/article.md', 'An article.\n\n%% highlight %%\n{{text}}\n');
    await device.vault.create('Templates/ruled.md', 'By a rule.\n\n%% highlight %%\n{{text}}\n');
    const wanted = settings({
      naming: { folder: '' },
      templates: { article: 'Templates/article.md' },
      rules: [{ when: { categories: ['pdf'] }, then: { template: 'Templates/ruled.md' } }],
    });
    const id = upload();
    const other = world.library.addDocument({ title: 'Walking', category: 'pdf', location: 'later' }).id;
    world.pass(600);
    await world.sync(device, { settings: wanted });
    turnIntoBook(other, 'Walking');
    turnIntoBook(id);
    await world.sync(device, { settings: wanted });
    expect(await device.vault.read('Readwise/Walden.md')).toContain('An article.\n');
    expect(await device.vault.read('Readwise/Walking.md')).toContain('By a rule.\n');
  });

  it('should rename its note in its folder when its title changes, then and later', async () => {
    const id = upload();
    await world.sync(device);
    turnIntoBook(id, 'Walden; or, Life in the Woods');
    await world.sync(device);
    expect(paths()).toEqual(['Readwise/Articles/Walden; or, Life in the Woods.md']);
    world.library.editDocument(id, { title: 'Life in the Woods' });
    world.pass(600);
    await world.sync(device);
    expect(paths()).toEqual(['Readwise/Articles/Life in the Woods.md']);
  });

  it('should move its note where the settings put what it was made as', async () => {
    const id = upload();
    await world.sync(device);
    turnIntoBook(id);
    await world.sync(device);
    const wanted = settings({ naming: { folder: 'Library/{{kindFolder}}' } });
    await world.sync(device, { settings: wanted });
    expect(paths()).toEqual(['Readwise/Library/Articles/Walden.md']);
  });

  it('should keep the notes of its highlights in their places', async () => {
    const id = upload();
    world.library.addDocumentHighlight(id, { text: 'Simplify, simplify.' });
    world.pass(600);
    const wanted = settings({ notePerHighlight: true });
    await world.sync(device, { settings: wanted });
    const before = paths();
    expect(before).toHaveLength(2);
    turnIntoBook(id);
    await world.sync(device, { settings: wanted });
    expect(paths()).toEqual(before);
  });

  it('should get a note in the place of its new type when its note is restored', async () => {
    const id = upload();
    await world.sync(device);
    turnIntoBook(id);
    await world.sync(device);
    await device.vault.moveToTrash('Readwise/Articles/Walden.md');
    await loseState(device);
    await world.sync(device);
    expect(paths()).toEqual(['Readwise/Books/Walden.md']);
  });
});
