import { errorText } from '../../src/messages/messages';
import type { ReadwiseClient } from '../../src/readwise/client';
import {
  bookCalls,
  highlightCalls,
  tokenCheck,
  tagCalls,
  type TagOwner,
} from '../../src/readwise/highlight-calls';
import { pagesOf } from '../../src/readwise/page-walk';
import type { HighlightPage } from '../../src/readwise/pages';
import { reply, scriptedService } from './support/scripted-service';
import { serveClient, stopServers } from './support/served-client';
import { clientOn, collect, errorOf } from './support/test-client';

afterEach(stopServers);

describe('the token check', () => {
  it('should resolve when the token is good', async () => {
    const { client } = await serveClient();
    await expect(client.send(tokenCheck)).resolves.toBeUndefined();
    expect(client.requests).toBe(1);
  });
});

describe('creating highlights', () => {
  it('should save every field and name what it made', async () => {
    const { client, library } = await serveClient();
    const [created] = await client.send(
      highlightCalls.create([
        {
          text: 'A passage',
          title: 'A title',
          author: 'An author',
          imageUrl: 'https://example.org/cover.png',
          sourceUrl: 'https://example.org/a',
          sourceType: 'florilegium',
          category: 'articles',
          note: 'A note',
          location: 12,
          locationType: 'page',
          highlightedAt: '2026-01-05T10:00:00Z',
          highlightUrl: 'https://example.org/a#1',
        },
      ]),
    );
    const id = Number(created?.modifiedIds[0]);
    expect(created?.book).toMatchObject({
      title: 'A title',
      author: 'An author',
      category: 'articles',
      highlightCount: 1,
      coverUrl: 'https://example.org/cover.png',
    });
    expect(library.books.highlight(id)).toMatchObject({
      text: 'A passage',
      note: 'A note',
      location: 12,
      locationType: 'page',
      url: 'https://example.org/a#1',
    });
    expect(library.books.highlight(id).highlightedAt).toBe(Date.parse('2026-01-05T10:00:00Z'));
  });

  it('should create nothing twice when the answer to the first sending was lost', async () => {
    const { client, library, server } = await serveClient();
    server.faults.at(0, { kind: 'cut', bytes: 5 });
    await client.send(highlightCalls.create([{ text: 'A passage', title: 'A title' }]));
    expect(client.requests).toBe(2);
    expect([...library.books.highlights()]).toHaveLength(1);
  });
});

describe('exporting', () => {
  it('should follow the cursors over books that are spread over pages', async () => {
    const { client, library } = await serveClient({
      pageSizes: { exportBooks: 2, exportHighlightsOfBook: 3 },
    });
    for (let book = 0; book < 3; book += 1) {
      const { id } = library.addBook({ title: `Book ${String(book)}` });
      for (let index = 0; index < 7; index += 1)
        library.addHighlight(id, { text: `Passage ${String(index)}` });
    }
    const pages = await collect(pagesOf(client, highlightCalls.export()));
    const ids = pages.flatMap(({ books }) =>
      books.flatMap(({ highlights }) => highlights.map(({ id }) => id)),
    );
    expect(pages).toHaveLength(5);
    expect(new Set(ids).size).toBe(21);
    expect(ids).toHaveLength(21);
    expect(pages.at(-1)?.nextCursor).toBeNull();
  });

  it('should go on from a cursor', async () => {
    const { client, library } = await serveClient({ pageSizes: { exportBooks: 1 } });
    for (const title of ['One', 'Two', 'Three']) library.addBook({ title });
    const [first, ...rest] = await collect(pagesOf(client, highlightCalls.export()));
    // The moment of an answer is another each time.
    const withoutMoment = ({ serverDate: _moment, ...page }: HighlightPage) => page;
    const onwards = await collect(pagesOf(client, highlightCalls.export({}), first?.nextCursor ?? null));
    expect(onwards.map(withoutMoment)).toEqual(rest.map(withoutMoment));
  });

  it('should send every filter', async () => {
    const { client, library } = await serveClient();
    const old = library.at('2026-01-01T00:00:00Z', () =>
      library.addHighlight(library.addBook({ title: 'Old' }).id, { text: 'old' }),
    );
    const young = library.at('2026-01-09T00:00:00Z', () =>
      library.addHighlight(library.addBook({ title: 'Young' }).id, { text: 'young' }),
    );
    const idsOf = async (query: Parameters<typeof highlightCalls.export>[0]) =>
      (await collect(pagesOf(client, highlightCalls.export(query)))).flatMap(({ books }) =>
        books.flatMap(({ highlights }) => highlights.map(({ id }) => Number(id))),
      );
    expect(await idsOf({ updatedAfter: '2026-01-05T00:00:00.000Z' })).toEqual([young.id]);
    expect(await idsOf({ ids: [String(old.bookId)] })).toEqual([old.id]);
    library.deleteHighlight(old.id);
    expect(await idsOf({ ids: [String(old.bookId)] })).toEqual([]);
    expect(await idsOf({ ids: [String(old.bookId)], includeDeleted: true })).toEqual([old.id]);
  });

  it('should map the link under either of its names', async () => {
    for (const linkField of ['readwise_url', 'service_url'] as const) {
      const { client, library } = await serveClient({ linkField });
      library.addHighlight(library.addBook({ title: 'One' }).id, { text: 'x' });
      const [page] = await collect(pagesOf(client, highlightCalls.export()));
      expect(page?.books[0]?.book.serviceUrl).toContain('/bookreview/');
      expect(page?.books[0]?.highlights[0]?.serviceUrl).toContain('/open/');
    }
  });
});

describe('listing highlights', () => {
  it('should go through the pages by number', async () => {
    const { client, library, server } = await serveClient();
    const { id } = library.addBook({ title: 'One' });
    for (let index = 0; index < 25; index += 1)
      library.addHighlight(id, { text: `Passage ${String(index)}` });
    const pages = await collect(pagesOf(client, highlightCalls.list({ pageSize: 10 })));
    expect(pages.map(({ entries }) => entries.length)).toEqual([10, 10, 5]);
    expect(server.requests.entries.map(({ query }) => query['page'])).toEqual(['1', '2', '3']);
  });

  it('should end when the last page is gone by the time it is asked for', async () => {
    const { client, library } = await serveClient();
    const { id } = library.addBook({ title: 'One' });
    const passages = [1, 2, 3].map((index) => library.addHighlight(id, { text: `Passage ${String(index)}` }));
    const pages = pagesOf(client, highlightCalls.list({ pageSize: 2 }));
    await pages.next();
    for (const passage of passages.slice(1)) library.deleteHighlight(passage.id);
    expect((await collect(pages)).flatMap(({ entries }) => entries)).toEqual([]);
  });

  it('should send every filter', async () => {
    const { client, library, server } = await serveClient();
    const { id } = library.addBook({ title: 'One' });
    const passage = library.addHighlight(id, {
      text: 'x',
      highlightedAt: Date.parse('2026-01-05T00:00:00Z'),
    });
    const filter = { pageSize: 1000, updatedAfter: '2020-01-01T00:00:00Z' };
    const [page] = await collect(pagesOf(client, highlightCalls.list(filter)));
    expect(page?.entries).toMatchObject([
      { id: String(passage.id), bookId: String(id), text: 'x', highlightedAt: '2026-01-05T00:00:00.000Z' },
    ]);
    expect(Object.keys(server.requests.entries[0]?.query ?? {}).sort()).toEqual([
      'page',
      'page_size',
      'updated__gt',
    ]);
  });

  it('should wait for the budget of the lists, which highlights and books share', async () => {
    const { client, library, clock } = await serveClient();
    const { id } = library.addBook({ title: 'One' });
    for (let index = 0; index < 15; index += 1)
      library.addHighlight(id, { text: `Passage ${String(index)}` });
    await collect(pagesOf(client, highlightCalls.list({ pageSize: 1 })));
    for (let index = 0; index < 10; index += 1) await collect(pagesOf(client, bookCalls.list({})));
    expect(client.requests).toBe(25);
    expect(clock.monotonic()).toBe(60_050);
  });
});

describe('one highlight', () => {
  it('should be read, changed and deleted', async () => {
    const { client, library } = await serveClient();
    const id = String(library.addHighlight(library.addBook({ title: 'One' }).id, { text: 'before' }).id);
    expect(await client.send(highlightCalls.get(id))).toMatchObject({ id, text: 'before' });
    expect(
      await client.send(
        highlightCalls.update(id, {
          text: 'after',
          note: 'n',
          location: '7',
          url: 'https://example.org/7',
          color: 'pink',
        }),
      ),
    ).toMatchObject({
      text: 'after',
      note: 'n',
      location: 7,
      url: 'https://example.org/7',
      color: 'pink',
    });
    expect(await client.send(highlightCalls.remove(id))).toBe('deleted');
    expect(await client.send(highlightCalls.remove(id))).toBe('absent');
    expect(await client.send(highlightCalls.get(id))).toBeNull();
    expect(await client.send(highlightCalls.update(id, { text: 'again' }))).toBeNull();
  });

  it('should be taken neither for read nor for deleted when the answer is about something else', async () => {
    const client = clientOn(scriptedService(() => reply(200, { id: 'none', tags: [] })));
    expect(errorText(await errorOf(() => client.send(highlightCalls.get('1'))))).toContain(
      'id should be a whole number',
    );
    expect(await errorOf(() => client.send(highlightCalls.remove('1')))).toMatchObject({
      kind: 'not-the-api',
    });
  });

  it('should not be asked for when its id is none', async () => {
    const { client } = await serveClient();
    for (const id of ['../books/1', '', '1/tags', 'x'])
      expect(await errorOf(() => client.send(highlightCalls.get(id)))).toMatchObject({
        kind: 'limit-exceeded',
      });
    expect(client.requests).toBe(0);
  });
});

describe('the daily review', () => {
  it('should be mapped', async () => {
    const { client, library } = await serveClient();
    library.addHighlight(library.addBook({ title: 'One', author: 'Someone' }).id, { text: 'of the day' });
    expect(await client.send(highlightCalls.dailyReview())).toMatchObject({
      completed: false,
      highlights: [{ text: 'of the day', title: 'One', author: 'Someone' }],
    });
  });
});

describe.each(['highlights', 'books'] as const)('tags of %s', (kind) => {
  async function serveOwner(): Promise<{ readonly client: ReadwiseClient; readonly owner: TagOwner }> {
    const { client, library } = await serveClient();
    const book = library.addBook({ title: 'One' });
    const { id } = kind === 'books' ? book : library.addHighlight(book.id, { text: 'x' });
    return { client, owner: { kind, id: String(id) } };
  }

  it('should be added, listed, read, renamed and removed', async () => {
    const { client, owner } = await serveOwner();
    const stoics = await client.send(tagCalls.create(owner, 'stoics'));
    const craft = await client.send(tagCalls.create(owner, 'craft'));
    const pages = await collect(pagesOf(client, tagCalls.list(owner, { pageSize: 1 })));
    expect(pages.flatMap(({ entries }) => entries)).toEqual([stoics, craft]);
    expect(await client.send(tagCalls.get(owner, craft.id))).toEqual(craft);
    const renamed = { id: craft.id, name: 'crafts' };
    expect(await client.send(tagCalls.rename(owner, renamed))).toEqual(renamed);
    expect(await client.send(tagCalls.remove(owner, craft.id))).toBe('deleted');
    expect(await client.send(tagCalls.remove(owner, craft.id))).toBe('absent');
    expect(await client.send(tagCalls.get(owner, craft.id))).toBeNull();
    expect(await client.send(tagCalls.rename(owner, renamed))).toBeNull();
  });

  it('should not be added when the name is too long', async () => {
    const { client, owner } = await serveOwner();
    const limit = kind === 'books' ? 512 : 127;
    const name = 'x'.repeat(limit);
    expect(await client.send(tagCalls.create(owner, name))).toMatchObject({ name });
    const error = await errorOf(() => client.send(tagCalls.create(owner, `${name}x`)));
    expect(errorText(error)).toContain(`name may have at most ${String(limit)} characters`);
  });
});

describe('books', () => {
  it('should be listed with every filter and read one by one', async () => {
    const { client, library, server } = await serveClient();
    const { id } = library.addBook({ title: 'One', category: 'tweets', source: 'twitter' });
    library.addHighlight(id, { text: 'x', highlightedAt: Date.parse('2026-01-05T00:00:00Z') });
    const filter = { pageSize: 1, source: 'twitter', updatedAfter: '2020-01-01' };
    const [page] = await collect(pagesOf(client, bookCalls.list(filter)));
    expect(page?.entries).toEqual([await client.send(bookCalls.get(String(id)))]);
    expect(page?.entries).toMatchObject([
      { bookId: String(id), title: 'One', category: 'tweets', highlightCount: 1 },
    ]);
    expect(Object.keys(server.requests.entries[0]?.query ?? {}).sort()).toEqual([
      'page',
      'page_size',
      'source',
      'updated__gt',
    ]);
    expect(await client.send(bookCalls.get('1'))).toBeNull();
  });
});
