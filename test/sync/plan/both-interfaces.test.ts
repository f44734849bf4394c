import { composeNote, noteVersion, pathMark } from '../../../src/notes/note/note';
import { newDevice, World, type Device } from '../../simulation/world';
import { aBook, aDocument, anItem, anItemHighlight, plainNote } from '../../support/builders';

const PATH = 'Readwise/Articles/Walking.md';
const TEXT = 'Every walk is a sort of crusade.';

describe('a passage marked in Reader that both interfaces tell of', () => {
  let world: World;
  let device: Device;
  let document: string;

  beforeEach(async () => {
    world = await World.create({ pageSizes: { documents: 1 } });
    device = newDevice();
    document = world.library.addDocument({ title: 'Walking', category: 'article', location: 'later' }).id;
  });

  afterEach(() => world.close());

  const note = async (): Promise<string> => (await device.vault.read(PATH)) ?? '';
  const anchors = async (): Promise<readonly string[]> => (await note()).match(/\^r[dw]\w+/g) ?? [];
  const sync = async (): Promise<void> => {
    world.pass(600);
    await world.sync(device);
  };
  const edit = (change: (text: string) => string) => device.vault.update(PATH, change);

  /** As long as only v3 has it. */
  const mark = (): string => world.library.addDocumentHighlight(document, { text: TEXT }).id;
  const tellInV2 = (externalId: string, text = TEXT): string => {
    const { books } = world.library;
    const { id } = books.addHighlight(world.library.bookOfDocument(document).id, { text, externalId });
    return String(id);
  };

  it('should keep the anchor under which the note knows it when v2 tells of it later', async () => {
    const child = mark();
    await sync();
    expect(await anchors()).toEqual([`^rd${child}`]);
    await edit((text) => `${text}\nMine.\n`);
    tellInV2(child);
    await sync();
    expect(await anchors()).toEqual([`^rd${child}`]);
  });

  it('should have the anchor of v2 when it is new in the note', async () => {
    await sync();
    const id = tellInV2(mark());
    await sync();
    expect(await anchors()).toEqual([`^rw${id}`]);
  });

  it('should be merged from what v3 alone told of before when v2 tells it otherwise (I2)', async () => {
    const child = mark();
    await sync();
    await edit((text) => text.replace('Every walk', 'Each walk'));
    tellInV2(child, 'Every walk is a sort of pilgrimage.');
    await sync();
    expect(await note()).toContain('> Each walk is a sort of pilgrimage.\n');
    expect(await anchors()).toEqual([`^rd${child}`]);
  });

  it('should have one block when the note got two of it from two devices', async () => {
    const child = mark();
    const id = tellInV2(child);
    const bookId = String(world.library.bookOfDocument(document).id);
    const item = anItem({
      key: `d:${document}`,
      book: aBook({ id: bookId, documentId: document }),
      document: aDocument({ id: document }),
      highlights: [`rw${id}`, `rd${child}`].map((anchor) => anItemHighlight({ anchor, text: TEXT })),
    });
    const text = composeNote(noteVersion({ item, rendered: plainNote(item) }), pathMark(PATH));
    device.vault.put(PATH, text.replace(`^rw${id}\n`, `^rw${id}\n\nMine.\n`));
    await sync();
    expect(await anchors()).toEqual([`^rw${id}`]);
    expect(await note()).toContain('Mine.');
  });

  it('should have the anchor of v2 when the note lost its trailer', async () => {
    const child = mark();
    await sync();
    await edit((text) => text.replace(/%% florilegium.*%%\n/, ''));
    const id = tellInV2(child);
    await sync();
    expect(await anchors()).toContain(`^rw${id}`);
  });

  it('should be in the note only with the next sync when it was made after the first pull of v2, which gives it its anchor', async () => {
    for (const title of ['Wild Apples', 'Night and Moonlight', 'Autumnal Tints'])
      world.library.addDocument({ title, category: 'article', location: 'later' });
    let asked = 0;
    let child = '';
    const matches = ({ path }: { readonly path: string }): boolean => {
      if (path.startsWith('/api/v3/list') && (asked += 1) === 3) {
        world.pass(60);
        child = mark();
      }
      return false;
    };
    world.server.faults.when({ matches }, { kind: 'delay', ms: 0 });
    await sync();
    expect(child).not.toBe('');
    expect(await anchors()).toEqual([]);
    const id = tellInV2(child);
    await sync();
    expect(await anchors()).toEqual([`^rw${id}`]);
  });
});

describe('a note into which a person wrote the id of a second item', () => {
  const WALDEN = 'Readwise/Books/Walden.md';

  let world: World;
  let device: Device;
  let walden: number;
  let page: string;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    walden = world.library.addBook({ title: 'Walden', category: 'books' }).id;
    world.library.addHighlight(walden, { text: 'I went to the woods.', location: 1 });
    page = world.library.addDocument({ title: 'The page', category: 'article', location: 'later' }).id;
    await sync();
    device.vault.put(WALDEN, (await note()).replace('title:', `reader-id: ${page}\ntitle:`));
    device.vault.remove('Readwise/Articles/The page.md');
  });
  afterEach(() => world.close());

  const note = async (): Promise<string> => (await device.vault.read(WALDEN)) ?? '';
  const sync = () => {
    world.pass(300);
    return world.sync(device);
  };

  it('should stay the note that it was, and go on getting what is new, when the second one changes and has no note any more', async () => {
    await sync();
    world.library.editDocument(page, { title: 'The page, changed' });
    expect((await sync()).notes).toMatchObject({ created: 0, renamed: 0 });
    world.library.addHighlight(walden, { text: 'Simplify, simplify.', location: 2 });
    expect((await sync()).notes).toMatchObject({ updated: 1 });
    expect(await note()).toContain(`readwise-id: ${String(walden)}\n`);
    expect(await note()).toContain('Simplify, simplify.');
    expect(await note()).not.toContain('reader-id');
    expect(device.vault.entries()).toHaveLength(1);
  });

  it('should not be marked when the second one is deleted at the service', async () => {
    await sync();
    world.library.deleteDocument(page);
    await world.settle(device);
    expect(await note()).not.toContain('readwise-status');
  });
});
