import { Library } from './library';
import { startReferenceServer, type ReferenceServer } from './reference-server';
import type { ServerOptions } from './server-options';
import { ask, askAll, tickingClock, TOKEN } from './test-client';

const servers: ReferenceServer[] = [];

async function serve(options: Partial<ServerOptions> = {}): Promise<ReferenceServer> {
  const library = new Library({ now: tickingClock('2025-01-01T00:00:00Z') });
  const server = await startReferenceServer({ library, token: TOKEN, ...options });
  servers.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

function timeOf(server: ReferenceServer): string {
  return new Date(server.library.now()).toISOString();
}

function twoBooks(server: ReferenceServer): {
  readonly first: number;
  readonly second: number;
  readonly highlights: readonly number[];
} {
  const { library } = server;
  const first = library.addBook({ title: 'First' }).id;
  const second = library.addBook({ title: 'Second' }).id;
  const highlights = [
    library.addHighlight(first, { text: 'a' }),
    library.addHighlight(first, { text: 'b' }),
    library.addHighlight(second, { text: 'c' }),
  ];
  return { first, second, highlights: highlights.map(({ id }) => id) };
}

describe('Highlight EXPORT', () => {
  it('should show every documented field when a book has a highlight', async () => {
    const server = await serve({ linkField: 'service_url' });
    const { id } = server.library.addBook({
      title: 'Meditations',
      author: 'Marcus Aurelius',
      tags: ['stoics'],
    });
    server.library.addHighlight(id, { text: 'Be such.', note: 'yes .short', location: 7 });
    const { body } = await ask(server, '/api/v2/export/');
    const [book] = body.results;
    expect(book).toMatchObject({
      user_book_id: id,
      is_deleted: false,
      title: 'Meditations',
      readable_title: 'Meditations',
      asin: null,
      external_id: null,
    });
    expect(book).toMatchObject({ book_tags: [{ name: 'stoics' }] });
    expect(book?.highlights[0]).toMatchObject({
      text: 'Be such.',
      location: 7,
      location_type: 'order',
      is_favorite: false,
      is_discard: false,
      book_id: id,
    });
    expect(book?.highlights[0]?.tags.map((tag) => [typeof tag.id, tag.name])).toEqual([['number', 'short']]);
    expect(book?.service_url).toBe(`https://readwise.io/bookreview/${id}`);
  });

  it('should return only the changed highlights of a book when updatedAfter is given', async () => {
    const server = await serve();
    const { first, highlights } = twoBooks(server);
    const before = timeOf(server);
    server.library.editHighlight(highlights[1] ?? 0, { text: 'b, edited' });
    const { body } = await ask(server, `/api/v2/export/?updatedAfter=${before}`);
    expect(body.results).toHaveLength(1);
    expect(body.results[0]).toMatchObject({
      user_book_id: first,
      highlights: [{ id: highlights[1], text: 'b, edited' }],
    });
  });

  it('should show tombstones when and only when includeDeleted is true', async () => {
    const server = await serve();
    const { first, second, highlights } = twoBooks(server);
    const before = timeOf(server);
    server.library.deleteHighlight(highlights[0] ?? 0);
    server.library.deleteBook(second);
    const living = await ask(server, '/api/v2/export/');
    expect(living.body.results.map((book) => book.user_book_id)).toEqual([first]);
    expect(living.body.results[0]?.highlights.map((highlight) => highlight.id)).toEqual([highlights[1]]);
    const unnoticed = await ask(server, `/api/v2/export/?updatedAfter=${before}`);
    expect(unnoticed.body.results).toEqual([]);
    const all = await ask(server, `/api/v2/export/?updatedAfter=${before}&includeDeleted=true`);
    expect(all.body.results).toMatchObject([
      { user_book_id: second, is_deleted: true, highlights: [{ id: highlights[2], is_deleted: true }] },
      { user_book_id: first, is_deleted: false, highlights: [{ id: highlights[0], is_deleted: true }] },
    ]);
  });

  it('should not show a change when only the title, the tags or the note of the book changed', async () => {
    const server = await serve();
    const { first } = twoBooks(server);
    const before = timeOf(server);
    server.library.retitleBook(first, 'Renamed');
    server.library.setBookTags(first, ['new']);
    server.library.setDocumentNote(first, 'a note');
    const incremental = await ask(server, `/api/v2/export/?updatedAfter=${before}`);
    expect(incremental.body.results).toEqual([]);
    const swept = await ask(server, `/api/v2/books/?updated__gt=${before}`);
    expect(swept.body.results).toMatchObject([
      { id: first, title: 'Renamed', document_note: 'a note', tags: [{ name: 'new' }] },
    ]);
  });

  it('should return only the named books when ids is given', async () => {
    const server = await serve();
    const { second } = twoBooks(server);
    const { body } = await ask(server, `/api/v2/export/?ids=${second}`);
    expect(body.results).toMatchObject([{ user_book_id: second, highlights: [{ text: 'c' }] }]);
    expect((await ask(server, '/api/v2/export/?ids=1,x')).status).toBe(400);
  });

  it('should give every book once over all pages when the pages are small', async () => {
    const server = await serve({ pageSizes: { exportBooks: 3 } });
    const made = Array.from(
      { length: 8 },
      (_, index) => server.library.addBook({ title: `Book ${index}` }).id,
    );
    const pages = await askAll(server, '/api/v2/export/');
    expect(pages.map((page) => page.length)).toEqual([3, 3, 2]);
    expect(pages.flat().map((book) => book.user_book_id)).toEqual(made.reverse());
  });

  it('should spread a book over pages when it has more highlights than fit', async () => {
    const server = await serve({ pageSizes: { exportBooks: 1, exportHighlightsOfBook: 2 } });
    const { id } = server.library.addBook({ title: 'Long' });
    for (let index = 0; index < 5; index += 1) server.library.addHighlight(id, { text: `passage ${index}` });
    const pages = await askAll(server, '/api/v2/export/');
    expect(pages.map(([book]) => [book?.user_book_id, book?.highlights.length])).toEqual([
      [id, 2],
      [id, 2],
      [id, 1],
    ]);
  });

  it('should include a record stamped exactly updatedAfter when the server is inclusive', async () => {
    for (const updatedAfter of ['exclusive', 'inclusive'] as const) {
      const server = await serve({ updatedAfter });
      const { highlights } = twoBooks(server);
      const stamp = new Date(server.library.books.highlight(highlights[2] ?? 0).exportedAt).toISOString();
      const { body } = await ask(server, `/api/v2/export/?updatedAfter=${stamp}`);
      expect(body.results).toHaveLength(updatedAfter === 'inclusive' ? 1 : 0);
    }
  });

  it('should refuse when a date or a cursor makes no sense', async () => {
    const server = await serve();
    expect((await ask(server, '/api/v2/export/?updatedAfter=yesterday')).status).toBe(400);
    expect((await ask(server, '/api/v2/export/?pageCursor=nonsense')).status).toBe(400);
  });

  it('should hide a change from the export when it was made outside of it, and from every list when it was silent', async () => {
    const server = await serve();
    const { highlights } = twoBooks(server);
    const before = timeOf(server);
    const id = highlights[0] ?? 0;
    server.library.outsideExport(() => server.library.editHighlight(id, { note: 'seen in lists' }));
    expect((await ask(server, `/api/v2/export/?updatedAfter=${before}`)).body.results).toEqual([]);
    expect((await ask(server, `/api/v2/highlights/?updated__gt=${before}`)).body.results).toMatchObject([
      { id, note: 'seen in lists' },
    ]);
    const later = timeOf(server);
    server.library.silently(() => server.library.editHighlight(id, { text: 'changed in secret' }));
    expect((await ask(server, `/api/v2/highlights/?updated__gt=${later}`)).body.results).toEqual([]);
    expect((await ask(server, `/api/v2/highlights/${id}/`)).body.text).toBe('changed in secret');
  });
});
