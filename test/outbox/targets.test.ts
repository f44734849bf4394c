import { findTarget } from '../../src/outbox/targets';
import { OutboxScene } from './outbox-scene';

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
