import { problemMessage } from '../../../src/messages/messages';
import { newDevice, World, type Device, settings, loseState } from '../../simulation/world';
import { LIST, without } from '../deletions/audit-scene';
import type { DocumentRecord } from '../../server/records';

describe('a highlight or note of Reader whose parent the service does not list', () => {
  let world: World;
  let device: Device;
  let hidden: string;

  beforeEach(async () => {
    world = await World.create({ pageSizes: { documents: 2 } });
    device = newDevice();
    world.library.addDocument({ title: 'Walden' });
    hidden = '';
    const withoutHidden = (_key: string, value: unknown): unknown =>
      Array.isArray(value) ? value.filter((record: { id?: string } | null) => record?.id !== hidden) : value;
    world.server.faults.when(
      { path: '/api/v3/list/' },
      { kind: 'changed-body', change: (body) => JSON.stringify(JSON.parse(body, withoutHidden)) },
    );
  });

  afterEach(() => world.close());

  const noticesOf = async ({ full = false } = {}) => {
    world.pass(60);
    const { outcome, notices } = await world.sync(device, { full });
    expect(outcome).toBe('done');
    return notices.map(({ problem }) => problemMessage(problem));
  };

  it('should be named in the report when it comes, and not again (I14)', async () => {
    hidden = world.library.addDocument({ title: 'Hidden' }).id;
    const { id } = world.library.addDocumentHighlight(hidden, { text: 'A passage.' });
    const told = [
      `A highlight is left out, because Reader does not list its document. Look for it in Reader: https://read.readwise.io/read/${id}`,
    ];
    expect(await noticesOf()).toEqual(told);
    expect(await noticesOf()).toEqual([]);
    expect(await noticesOf({ full: true })).toEqual([]);
    world.library.addDocument({ title: 'Essays' });
    expect(await noticesOf()).toEqual([]);
  });

  it('should be named when it is a note whose highlight is not listed', async () => {
    const document = world.library.addDocument({ title: 'Essays' });
    const highlight = world.library.addDocumentHighlight(document.id, { text: 'A passage.' });
    hidden = highlight.id;
    const note = world.library.addDocumentNote(highlight.id, 'A thought.');
    const [message] = await noticesOf();
    expect(message).toBe(
      `A note is left out, because Reader does not list its highlight. Look for it in Reader: https://read.readwise.io/read/${note.id}`,
    );
    expect(await noticesOf()).toEqual([]);
  });

  it('should be in its note, and not be named, when the parent is listed later', async () => {
    hidden = world.library.addDocument({ title: 'Hidden' }).id;
    world.library.addDocumentHighlight(hidden, { text: 'A passage.' });
    await noticesOf();
    world.library.editDocument(hidden, { title: 'Shown' });
    hidden = '';
    expect(await noticesOf()).toEqual([]);
    expect(device.vault.entries().some(([, text]) => text.includes('A passage.'))).toBe(true);
  });
});

describe('a scope without documents', () => {
  const BOOKS_ONLY = [{ documentLocations: [] }, { documentCategories: [] }];

  let world: World;
  let device: Device;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    const { id } = world.library.addBook({ title: 'Walden', category: 'books' });
    world.library.addHighlight(id, { text: 'Simplify.' });
    world.library.addDocument({ title: 'An essay', category: 'article', location: 'new' });
  });
  afterEach(() => world.close());

  it.each(BOOKS_ONLY)('should ask Reader for nothing when it is %j', async (scope) => {
    const asked: string[] = [];
    const report = await world.sync(device, {
      settings: settings({ scope }),
      through: (client) => ({
        send: (request) => {
          asked.push(new URL(request.url).pathname);
          return client.send(request);
        },
      }),
    });
    expect(report).toMatchObject({ outcome: 'done', notes: { created: 1 } });
    expect(asked.filter((path) => path.startsWith('/api/v3/'))).toEqual([]);
    expect(asked).toContain('/api/v2/export/');
  });

  it('should bring what changed meanwhile when it has documents again', async () => {
    await world.sync(device, {});
    world.pass(3600);
    await world.sync(device, { settings: settings({ scope: { documentLocations: [] } }) });
    world.library.addDocument({ title: 'A letter', category: 'article', location: 'new' });
    world.pass(3600);
    await world.sync(device, { settings: settings({ scope: { documentLocations: [] } }) });
    expect(device.vault.entries()).toHaveLength(2);
    world.pass(3600);
    await world.sync(device, {});
    expect(device.vault.entries().map(([path]) => path)).toContain('Readwise/Articles/A letter.md');
  });
});

/** The list begins with the latest record: a note comes before its highlight, and that before its document. */
describe('a note that hangs on a highlight of Reader', () => {
  let world: World;
  let device: Device;
  let highlight: DocumentRecord;

  beforeEach(async () => {
    world = await World.create({ pageSizes: { documents: 1 } });
    device = newDevice();
    const { id } = world.library.addDocument({ title: 'Walking', category: 'article' });
    highlight = world.library.addDocumentHighlight(id, { text: 'I wish to speak a word for Nature.' });
  });
  afterEach(() => world.close());

  const text = (): string =>
    device.vault
      .entries()
      .map(([, note]) => note)
      .join();
  const sync = async (): Promise<string> => {
    world.pass(600);
    await world.settle(device);
    return text();
  };
  const add = (words: string): DocumentRecord => world.library.addDocumentNote(highlight.id, words);

  it('should stand under it when it comes on an earlier page', async () => {
    add('First.');
    add('Second.');
    expect(await sync()).toMatch(/speak a word for Nature\.[^]*First\.[^]*Second\./);
  });

  it('should stand under it when it comes later', async () => {
    await sync();
    add('Later.');
    expect(await sync()).toMatch(/speak a word for Nature\.[^]*Later\./);
  });

  it('should stand under it as it was told last, or not at all, when that changed while the highlight was not listed', async () => {
    world.server.faults.when({ path: LIST }, { kind: 'changed-body', change: without(highlight) });
    const [changed, gone] = [add('First.'), add('Gone.')];
    await sync();
    world.library.editDocument(changed.id, { content: 'Second.' });
    world.library.deleteDocument(gone.id);
    await sync();
    world.server.faults.clear();
    world.library.editDocument(highlight.id, { content: 'I wish to speak.' });
    await world.sync(device);
    const note = text();
    expect(note).toMatch(/I wish to speak\.[^]*Second\./);
    expect(note).not.toMatch(/First\.|Gone\./);
  });
});

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
