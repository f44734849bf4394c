import { newDevice, loseState, World, type Device } from '../../simulation/world';

const ADDRESS = 'https://example.org/walden?version=1==';

describe('a book of Reader whose document the service does not name', () => {
  let world: World;
  let device: Device;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
  });

  afterEach(() => world.close());

  const texts = (): readonly string[] => device.vault.entries().map(([, text]) => text);
  const textWith = (words: string): string => texts().find((text) => text.includes(words)) ?? '';
  const addDocument = (title: string, sourceUrl = ADDRESS): string =>
    world.library.addDocument({ title, sourceUrl }).id;
  const addBook = (values: { sourceUrl?: string; uniqueUrl?: string; source?: string }): number => {
    const book = world.library.addBook({
      title: 'Walden',
      category: 'articles',
      source: 'reader',
      ...values,
    });
    world.library.addHighlight(book.id, { text: 'I went to the woods.', location: 1 });
    return book.id;
  };
  const sync = async () => {
    world.pass(300);
    return world.sync(device);
  };
  const expectOneNote = (bookId: number, documentId: string): void => {
    const note = textWith('I went to the woods.');
    expect(note).toContain(`readwise-id: ${String(bookId)}`);
    expect(note).toContain(`reader-id: ${documentId}`);
  };

  it.each(['uniqueUrl', 'sourceUrl'] as const)(
    'should have one note with it when its %s names it',
    async (field) => {
      const documentId = addDocument('Walden');
      const bookId = addBook({ [field]: `https://read.readwise.io/read/${documentId}`, source: 'other' });
      await sync();
      expect(texts()).toHaveLength(1);
      expectOneNote(bookId, documentId);
    },
  );

  it.each([
    ['the document', 'uniqueUrl'],
    ['the document', 'sourceUrl'],
    ['the book', 'uniqueUrl'],
    ['the book', 'sourceUrl'],
  ] as const)(
    'should have one note with it when %s came first and its %s is the same',
    async (first, field) => {
      let documentId = first === 'the document' ? addDocument('Walden') : '';
      const early = first === 'the book' ? addBook({ [field]: ADDRESS }) : 0;
      await sync();
      const bookId = first === 'the book' ? early : addBook({ [field]: ADDRESS });
      documentId ||= addDocument('Walden');
      await sync();
      expect(texts()).toHaveLength(1);
      expectOneNote(bookId, documentId);
      await loseState(device);
      expect((await sync()).vaultWrites).toBe(0);
      expect(texts()).toHaveLength(1);
    },
  );

  it('should have a note of its own when its source is not Reader', async () => {
    addDocument('Walden');
    addBook({ sourceUrl: ADDRESS, source: 'web_clipper' });
    await sync();
    expect(texts()).toHaveLength(2);
  });

  it('should have a note of its own from the moment when a second document has the same address', async () => {
    addDocument('Walden');
    const bookId = addBook({ sourceUrl: ADDRESS });
    await sync();
    expect(texts()).toHaveLength(1);
    addDocument('Walden, again');
    await sync();
    expect(texts()).toHaveLength(3);
    expect(textWith('I went to the woods.')).toContain(`readwise-id: ${String(bookId)}`);
    expect(textWith('I went to the woods.')).not.toContain('reader-id');
    expect(texts().filter((text) => text.includes(`readwise-id: ${String(bookId)}`))).toHaveLength(1);
  });

  it('should have a note of its own when the service names another book for the document', async () => {
    const documentId = addDocument('Walden');
    const bookId = addBook({ sourceUrl: ADDRESS });
    await sync();
    world.library.addMirroredHighlight(documentId, { text: 'Simplify.', location: 1 });
    await sync();
    expect(texts()).toHaveLength(2);
    expect(textWith('Simplify.')).toContain(`reader-id: ${documentId}`);
    expect(textWith('I went to the woods.')).toContain(`readwise-id: ${String(bookId)}`);
  });

  it('should keep its note when the document is deleted, and join the one that is saved anew', async () => {
    const first = addDocument('Walden');
    const bookId = addBook({ sourceUrl: ADDRESS });
    world.library.addDocument({ title: 'Another' });
    await sync();
    const [[path] = ['']] = device.vault.entries().filter(([, text]) => text.includes('the woods'));
    device.vault.put(path, textWith('the woods').replace(/(\^rw\d+\n)/, '$1\nMy own words.\n'));
    world.library.deleteDocument(first);
    await world.settle(device);
    expect(textWith('My own words.')).toContain('I went to the woods.');
    expect(textWith('My own words.')).toContain(`readwise-id: ${String(bookId)}`);
    const second = addDocument('Walden');
    await sync();
    expect(texts()).toHaveLength(2);
    expectOneNote(bookId, second);
    expect(textWith('I went to the woods.')).toContain('My own words.');
  });
});
