import { BOOK_CATEGORIES, DOCUMENT_CATEGORIES } from '../../src/model/model';
import { newDevice, settings, SMALL_PAGES, World, type Device } from '../simulation/world';

const WANTED = { scope: { documents: 'highlighted' } };

describe('only what has highlights', () => {
  let world: World;
  let device: Device;

  beforeEach(async () => {
    world = await World.create({ pageSizes: SMALL_PAGES });
    device = newDevice();
  });
  afterEach(() => world.close());

  const sync = (values: object = {}) => {
    world.pass(3600);
    return world.sync(device, { settings: settings({ ...WANTED, ...values }) });
  };
  const titles = () => device.vault.entries().map(([path]) => path.replace(/^.*\/|\.md$/g, ''));
  const textOf = (title: string) =>
    device.vault.entries().find(([path]) => path.endsWith(`/${title}.md`))?.[1] ?? '';

  it('should give a note to each item with a highlight, and to no other, when nothing was synced before', async () => {
    for (const category of DOCUMENT_CATEGORIES) {
      world.library.addDocument({ title: `Plain ${category}`, category, location: 'new' });
      const { id } = world.library.addDocument({ title: `Marked ${category}`, category, location: 'new' });
      world.library.addDocumentHighlight(id, { text: 'Passage.' });
    }
    for (const category of BOOK_CATEGORIES) {
      world.library.addBook({ title: `Plain ${category}`, category });
      const noted = world.library.addBook({ title: `Plain and noted ${category}`, category });
      world.library.setDocumentNote(noted.id, 'Read it some day.');
      const { id } = world.library.addBook({ title: `Marked ${category}`, category });
      world.library.addHighlight(id, { text: 'Passage.' });
    }
    expect(await sync()).toMatchObject({ outcome: 'done' });
    expect(titles().sort()).toEqual(
      [...DOCUMENT_CATEGORIES, ...BOOK_CATEGORIES].map((category) => `Marked ${category}`).sort(),
    );
  });

  it('should give none to an item whose highlights were deleted or discarded before its first sync', async () => {
    const gone = world.library.addDocument({ title: 'Gone', category: 'article', location: 'later' });
    world.library.deleteHighlight(world.library.addMirroredHighlight(gone.id, { text: 'No.' }).highlight.id);
    const discarded = world.library.addDocument({ title: 'Discarded', category: 'article', location: 'new' });
    world.library.discard(world.library.addMirroredHighlight(discarded.id, { text: 'No.' }).highlight.id);
    const book = world.library.addBook({ title: 'Noted', category: 'books' });
    world.library.setDocumentNote(book.id, 'Borrowed.');
    world.library.deleteHighlight(world.library.addHighlight(book.id, { text: 'No.' }).id);
    await sync();
    expect(titles()).toEqual([]);
    await sync({ scope: { documents: 'all' } });
    expect(titles().sort()).toEqual(['Discarded', 'Gone', 'Noted']);
  });

  it('should write the note with its highlight when the first one comes later', async () => {
    const { id } = world.library.addDocument({ title: 'Walking', category: 'article', location: 'later' });
    const book = world.library.addBook({ title: 'Walden', category: 'books' });
    world.library.setDocumentNote(book.id, 'Borrowed.');
    await sync();
    expect(titles()).toEqual([]);
    world.library.addDocumentHighlight(id, { text: 'In my walks.' });
    world.library.addHighlight(book.id, { text: 'Simplify.' });
    await sync();
    expect(textOf('Walking')).toContain('In my walks.');
    expect(textOf('Walden')).toContain('Simplify.');
  });

  it('should write no note ahead of its only highlight when that was made while the sync ran', async () => {
    for (const title of ['Wild Apples', 'Night and Moonlight', 'Autumnal Tints'])
      world.library.addDocument({ title, category: 'article', location: 'later' });
    const { id } = world.library.addDocument({ title: 'Walking', category: 'article', location: 'later' });
    let asked = 0;
    const matches = ({ path }: { readonly path: string }): boolean => {
      if (path.startsWith('/api/v3/list') && (asked += 1) === 2) {
        world.pass(60);
        world.library.addDocumentHighlight(id, { text: 'In my walks.' });
      }
      return false;
    };
    world.server.faults.when({ matches }, { kind: 'delay', ms: 0 });
    await sync();
    expect(asked).toBeGreaterThan(1);
    expect(titles()).toEqual([]);
    await sync();
    expect(textOf('Walking')).toContain('In my walks.');
  });

  it('should keep the note and ask what becomes of it when the last highlight is deleted (I2, I4)', async () => {
    const { id } = world.library.addDocument({ title: 'Walking', category: 'article', location: 'later' });
    const { highlight } = world.library.addMirroredHighlight(id, { text: 'In my walks.' });
    await sync();
    const [[path] = ['']] = device.vault.entries();
    world.library.deleteHighlight(highlight.id);
    expect(await sync()).toMatchObject({ vaultWrites: 0, outOfScope: [{ path }] });
    world.library.addMirroredHighlight(id, { text: 'In my later walks.' });
    expect(await sync()).not.toHaveProperty('outOfScope');
    expect(textOf('Walking')).toContain('In my later walks.');
    expect(textOf('Walking')).not.toContain('In my walks.');
  });

  it('should trash such a note only when the settings say so and nobody wrote in it (I2, I4)', async () => {
    const made = ['Untouched', 'Mine'].map((title) => {
      const { id } = world.library.addDocument({ title, category: 'article', location: 'later' });
      return world.library.addMirroredHighlight(id, { text: 'In my walks.' }).highlight.id;
    });
    await sync();
    const mine = device.vault.entries().find(([path]) => path.endsWith('Mine.md'))?.[0] ?? '';
    device.vault.put(mine, textOf('Mine').replace('%% florilegium', 'My own words.\n\n%% florilegium'));
    for (const id of made) world.library.deleteHighlight(id);
    await sync({ outOfScope: 'trash' });
    expect(titles()).toEqual(['Mine']);
    expect(textOf('Mine')).toContain('My own words.');
    expect(device.vault.trashEntries()).toHaveLength(1);
  });
});
