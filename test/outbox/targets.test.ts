import { findTarget } from '../../src/outbox/targets';
import { OutboxScene } from './outbox-scene';
import { outboxReasonText } from '../../src/messages/outbox-messages';
import { whyUnknown } from '../../src/outbox/waiting-changes';
import { sendingLines } from '../../pkg/text/status-text';
import { settings } from '../simulation/world';

describe('what can be changed at the service', () => {
  let scene: OutboxScene;
  let bookId: string;
  let documentId: string;
  let anchor: string;

  beforeEach(async () => {
    scene = await OutboxScene.create();
    const { library } = scene;
    const book = library.addBook({ title: 'Walden', category: 'books', tags: ['woods'] });
    anchor = `rw${library.addHighlight(book.id, { text: 'Simplify.', note: 'Why?' }).id}`;
    documentId = library.addDocument({ title: 'Walking' }).id;
    library.addMirroredHighlight(documentId, { text: 'Nature.' });
    bookId = String(book.id);
    await scene.sync();
  });

  afterEach(() => scene.world.close());

  const find = (name: string): ReturnType<typeof findTarget> => findTarget(scene.device, name);

  it('should be found by the anchor of a highlight, with its values', async () => {
    expect(await find(anchor)).toMatchObject({
      kind: 'highlight',
      id: anchor,
      values: { fields: { text: 'Simplify.', note: 'Why?' } },
      touched: { books: [bookId] },
    });
  });

  it('should be found by the id or the note of a book', async () => {
    const book = { kind: 'book', id: bookId, values: { tags: ['woods'] } };
    expect(await find(bookId)).toMatchObject(book);
    expect(await find('Readwise/Books/Walden.md')).toMatchObject(book);
  });

  it('should be the document where a book has one', async () => {
    const document = { kind: 'document', id: documentId, values: { fields: { title: 'Walking' } } };
    expect(await find(documentId)).toMatchObject(document);
    expect(await find('Readwise/Articles/Walking.md')).toMatchObject(document);
    const ofBook = String(scene.library.books.bookOfDocument(documentId)?.id);
    expect(await find(ofBook)).toMatchObject(document);
  });

  it.each(['rw1', 'rdnone', '17', 'none', 'None.md', ''])(
    'should not be found when nothing is called %s',
    async (name) => {
      expect(await find(name)).toBeNull();
    },
  );
});

describe('a change of something that was deleted at the service', () => {
  let scene: OutboxScene;

  beforeEach(async () => {
    scene = await OutboxScene.create();
  });
  afterEach(() => scene.world.close());

  const reasonFor = async (id: string): Promise<string> =>
    outboxReasonText(await whyUnknown(scene.device.state, id));

  it('should say that the note waits for a decision when it is on hold', async () => {
    const books = Array.from({ length: 12 }, (_, index) =>
      scene.library.addBook({ title: `Book ${String(index)}`, category: 'books' }),
    );
    const highlights = books.map(({ id }) => scene.library.addHighlight(id, { text: 'Words.', location: 1 }));
    await scene.sync();
    for (const { id } of books) scene.library.deleteBook(id);
    scene.world.pass(61);
    const report = await scene.world.sync(scene.device, { maxDelete: null });
    expect(report).toMatchObject({ outcome: 'held' });
    const text =
      'This was deleted in Readwise, so it cannot be changed there. Its note is on hold until you decide.';
    expect(await reasonFor(`rw${String(highlights[0]?.id)}`)).toBe(text);
    expect(await reasonFor(String(books[0]?.id))).toBe(text);
  });

  it('should be told from an id that the library never had', async () => {
    expect(await reasonFor('rw999')).toContain('Your library has nothing called “rw999”');
  });
});

describe('a document that a sent change moves to a location that is not synced', () => {
  const WALKING = 'Readwise/Articles/Walking.md';

  let scene: OutboxScene;
  let id: string;

  beforeEach(async () => {
    scene = await OutboxScene.create();
    ({ id } = scene.library.addDocument({ title: 'Walking', category: 'article', location: 'new' }));
    await scene.sync();
    await scene.ask({ kind: 'edit-item', item: 'document', id, fields: { location: 'archive' } });
  });
  afterEach(() => scene.world.close());

  const under = (outOfScope: string) => settings({ scope: { documentLocations: ['new'] }, outOfScope });

  it('should be asked about by the next sync, once', async () => {
    expect(await scene.send({ settings: under('ask') })).toMatchObject({ outcome: 'sent' });
    const sync = () => scene.world.sync(scene.device, { settings: under('ask') });
    expect(await sync()).toMatchObject({ vaultWrites: 0, outOfScope: [{ id, path: WALKING }] });
    expect(await sync()).not.toHaveProperty('outOfScope');
  });

  it.each([
    ['trash', '1 note moved to the trash.'],
    ['archive', '1 note moved to the archive.'],
  ])('should be said to go when the settings say %s', async (outOfScope, text) => {
    const result = await scene.send({ settings: under(outOfScope) });
    expect(scene.note(WALKING)).toBe('');
    expect(sendingLines(result)).toContain(text);
  });
});

it('should be asked about by the next sync, once, when a sent change leaves the highlight of a note out', async () => {
  const scene = await OutboxScene.create();
  const { id: bookId } = scene.library.addBook({ title: 'Walden', category: 'books' });
  scene.library.addHighlight(bookId, { text: 'Simplify.', location: 1 });
  const { id } = scene.library.addHighlight(bookId, { text: 'Nature.', location: 2 });
  const values = { notePerHighlight: true, scope: { highlights: { none: { texts: 'advert' } } } };
  const wanted = { settings: settings(values) };
  const sync = () => scene.world.sync(scene.device, wanted);
  await sync();
  await scene.ask({ kind: 'edit-highlight', anchor: `rw${String(id)}`, fields: { text: 'An advert.' } });
  expect(await scene.send(wanted)).toMatchObject({ outcome: 'sent' });
  const path = 'Readwise/Books/Walden/Nature.md';
  expect(scene.note('Readwise/Books/Walden.md')).not.toContain('Nature.');
  expect(await sync()).toMatchObject({ vaultWrites: 0, outOfScope: [{ path }] });
  expect(scene.note(path)).toContain('> Nature.');
  expect(await sync()).not.toHaveProperty('outOfScope');
  await scene.world.close();
});
