import { loseState, newDevice, settings, World, type Device } from '../../simulation/world';

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
  const addDocument = (): string =>
    world.library.addDocument({ title: 'Walden', sourceUrl: 'https://example.org/walden' }).id;
  /** A book of which the service tells no document, with a highlight that v3 has, too. */
  const addBook = (documentId: string): number => {
    const child = world.library.addDocumentHighlight(documentId, { text: 'I went to the woods.' });
    const book = world.library.addBook({ title: 'Walden', category: 'articles', source: 'reader' });
    world.library.addHighlight(book.id, {
      text: 'I went to the woods.',
      location: 1,
      externalId: child.id,
    });
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

  it.each([
    ['uniqueUrl', 'https://read.readwise.io/read/'],
    ['sourceUrl', 'https://read.readwise.io/read/'],
    ['uniqueUrl', 'private://read/'],
  ] as const)('should have one note with it when its %s names it (%s…)', async (field, address) => {
    const documentId = addDocument();
    const book = world.library.addBook({
      title: 'Walden',
      category: 'articles',
      [field]: address + documentId,
    });
    world.library.addHighlight(book.id, { text: 'I went to the woods.', location: 1 });
    await sync();
    expect(texts()).toHaveLength(1);
    expectOneNote(book.id, documentId);
  });

  it('should have one note with that in which v3 has one of its highlights', async () => {
    const documentId = addDocument();
    const bookId = addBook(documentId);
    await sync();
    expect(texts()).toHaveLength(1);
    expectOneNote(bookId, documentId);
    await loseState(device);
    expect((await sync()).vaultWrites).toBe(0);
    expect(texts()).toHaveLength(1);
  });

  it('should have a note of its own when only the address is the same', async () => {
    addDocument();
    const book = world.library.addBook({
      title: 'Walden',
      source: 'reader',
      sourceUrl: 'https://example.org/walden',
    });
    world.library.addHighlight(book.id, { text: 'I went to the woods.', location: 1 });
    await sync();
    expect(texts()).toHaveLength(2);
  });

  it('should join the document, with the note and its words, when v3 tells of the highlight later', async () => {
    const documentId = addDocument();
    const bookId = addBook(documentId);
    world.pass(300);
    await world.sync(device, { settings: settings({ scope: { documentLocations: [] } }) });
    const [[path] = ['']] = device.vault.entries();
    expect(textWith('I went to the woods.')).not.toContain('reader-id');
    device.vault.put(path, textWith('the woods').replace(/(\^rw\d+\n)/, '$1\nMy own words.\n'));
    await sync();
    expect(texts()).toHaveLength(1);
    expectOneNote(bookId, documentId);
    expect(textWith('I went to the woods.')).toContain('My own words.');
    await sync();
    expect(texts()).toHaveLength(1);
  });

  it('should stay in that note when the service tells of another of its highlights alone', async () => {
    const documentId = addDocument();
    const bookId = addBook(documentId);
    await sync();
    world.library.addHighlight(bookId, { text: 'Simplify, simplify.', location: 2 });
    await sync();
    expect(texts()).toHaveLength(1);
    expect(textWith('I went to the woods.')).toContain('Simplify, simplify.');
  });
});
