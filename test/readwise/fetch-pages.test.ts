import { bookCalls, highlightCalls } from '../../src/readwise/highlight-calls';
import { pagesOf } from '../../src/readwise/page-walk';
import type { HttpClient } from '../../src/model/ports';
import {
  findDocument,
  oneDocumentPage,
  pullDocuments,
  pullHighlights,
  lookUpDocument,
} from '../../src/readwise/fetch-pages';
import { goldenBook } from './support/golden-records';
import { serveClient, stopServers } from './support/served-client';
import { page, reply, scriptedService, WEB_PAGE } from './support/scripted-service';
import { clientOn, collect, errorOf } from './support/test-client';

afterEach(stopServers);

const documents = (...ids: readonly string[]) => ids.map((id) => ({ id }));

/** A v3 list as a map from the cursor (`''` for none) to its page. */
const listOf = (
  pages: Readonly<Record<string, readonly [ids: readonly string[], next: string | null]>>,
): HttpClient =>
  scriptedService((request) => {
    const [ids, next] = pages[new URL(request.url).searchParams.get('pageCursor') ?? ''] ?? [[], null];
    return page(documents(...ids), next, 3);
  });

describe('following cursors', () => {
  it('should go on over an empty page', async () => {
    const client = clientOn(
      listOf({ '': [['a'], '1'], '1': [[], '2'], '2': [[], '3'], '3': [[], '4'], '4': [['b'], null] }),
    );
    const pages = await collect(pullDocuments(client, {}));
    expect(pages.flatMap((one) => one.documents.map(({ id }) => id))).toEqual(['a', 'b']);
  });

  it.each([null, '', undefined])('should end when the cursor is %p', async (nextPageCursor) => {
    const client = clientOn(
      scriptedService(() => reply(200, { count: 1, nextPageCursor, results: documents('a') })),
    );
    expect(await collect(pullDocuments(client, {}))).toHaveLength(1);
  });

  it('should stop when a cursor leads to itself', async () => {
    const client = clientOn(listOf({ '': [['a'], '1'], '1': [['b'], '1'] }));
    expect(await errorOf(() => pullDocuments(client, {}))).toMatchObject({ problem: { why: 'endless' } });
    expect(client.requests).toBe(2);
  });

  it('should stop when cursors go in a circle', async () => {
    const client = clientOn(listOf({ '': [['a'], '1'], '1': [['b'], '2'], '2': [['c'], '1'] }));
    expect(await errorOf(() => pullDocuments(client, {}))).toMatchObject({ kind: 'not-the-api' });
    expect(client.requests).toBe(3);
  });

  it('should stop after ten pages when new cursors bring nothing new', async () => {
    const client = clientOn(scriptedService((_request, number) => page(documents('a', 'b'), String(number))));
    expect(await errorOf(() => pullDocuments(client, {}))).toMatchObject({ problem: { why: 'endless' } });
    expect(client.requests).toBe(11);
  });

  it.each([
    ['empty', []],
    ['of records without identity', [{ id: null }, 7]],
  ])(
    'should stop after few requests when pages are %s and their cursors ever new',
    async (_name, results) => {
      for (const pulled of [pullDocuments, pullHighlights]) {
        const client = clientOn(scriptedService((_request, number) => page(results, `c${String(number)}`)));
        const error = await errorOf(() => pulled(client, {}));
        expect(error).toMatchObject({ kind: 'not-the-api', problem: { why: 'endless' } });
        expect(client.requests).toBeLessThanOrEqual(11);
      }
    },
  );

  it('should stop when pages of highlights, of notes, or of books without highlights repeat', async () => {
    const parts = [
      { id: 'h', parent_id: 'd' },
      { id: 'n', parent_id: 'h', category: 'note' },
    ];
    for (const part of parts) {
      const client = clientOn(scriptedService((_request, number) => page([part], String(number))));
      expect(await errorOf(() => pullDocuments(client, {}))).toMatchObject({ problem: { why: 'endless' } });
    }
    const client = clientOn(
      scriptedService((_request, number) => page([{ ...goldenBook, highlights: [] }], String(number))),
    );
    expect(await errorOf(() => pullHighlights(client, {}))).toMatchObject({ problem: { why: 'endless' } });
  });

  it('should go on when pages only overlap', async () => {
    const client = clientOn(
      scriptedService((_request, number) =>
        page(documents(`d${String(number)}`, `d${String(number + 1)}`), number < 12 ? String(number) : null),
      ),
    );
    expect(await collect(pullDocuments(client, {}))).toHaveLength(12);
  });

  it('should go on when pages bring again what came long before', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'a', 'b', 'c', 'd', 'j'];
    const client = clientOn(
      scriptedService((_request, number) =>
        page(documents(ids[number - 1] ?? ''), number < ids.length ? String(number) : null),
      ),
    );
    expect(await collect(pullDocuments(client, {}))).toHaveLength(ids.length);
  });

  it('should go on when each page brings more of the same book', async () => {
    const book = (id: number) => ({ ...goldenBook, highlights: [{ id }] });
    const client = clientOn(
      scriptedService((_request, number) => page([book(number)], number < 9 ? String(number) : null)),
    );
    expect(await collect(pullHighlights(client, {}))).toHaveLength(9);
  });

  it('should go on for longer than any count would allow when the service tells none', async () => {
    const client = clientOn(
      scriptedService((_request, number) =>
        reply(200, {
          nextPageCursor: number < 1200 ? String(number) : null,
          results: documents(`d${String(number)}`),
        }),
      ),
    );
    expect(await collect(pullDocuments(client, {}))).toHaveLength(1200);
  });

  it('should stop when pages do not end', async () => {
    const client = clientOn(
      scriptedService((_request, number) => page(documents(`d${String(number)}`), String(number), 50)),
    );
    expect(await errorOf(() => pullDocuments(client, {}))).toMatchObject({ problem: { why: 'endless' } });
    expect(client.requests).toBe(1100);
  });

  it.each([400, 404])(
    'should say that the cursor was refused when a later page is answered with %p',
    async (status) => {
      const client = clientOn(
        scriptedService((_request, number) =>
          number === 1 ? page(documents('a'), 'next') : reply(status, { detail: 'Invalid cursor' }),
        ),
      );
      expect(await errorOf(() => pullDocuments(client, {}))).toMatchObject({ kind: 'cursor-rejected' });
    },
  );

  it('should not blame the cursor when a later page is rejected for another reason', async () => {
    const client = clientOn(
      scriptedService((_request, number) =>
        number === 1 ? page(documents('a'), 'next') : reply(422, { detail: 'Something else' }),
      ),
    );
    expect(await errorOf(() => pullDocuments(client, {}))).toMatchObject({ kind: 'rejected' });
  });

  it('should say that the cursor was refused when it is one to go on from', async () => {
    const http = scriptedService(() => reply(400, { detail: 'Invalid cursor' }));
    expect(await errorOf(() => pullDocuments(clientOn(http), { cursor: 'old' }))).toMatchObject({
      kind: 'cursor-rejected',
    });
    expect(await errorOf(() => pullHighlights(clientOn(http), { cursor: 'old' }))).toMatchObject({
      kind: 'cursor-rejected',
    });
    expect(await errorOf(() => pullHighlights(clientOn(http), {}))).toMatchObject({ kind: 'rejected' });
  });
});

describe('pullHighlights', () => {
  it('should ask for deleted records and for what was updated, on every page', async () => {
    const { client, library, server } = await serveClient({ pageSizes: { exportBooks: 1 } });
    for (const title of ['One', 'Two']) library.addHighlight(library.addBook({ title }).id, { text: 'x' });
    await collect(pullHighlights(client, { updatedAfter: '2020-01-01T00:00:00.000Z' }));
    expect(
      server.requests.entries.map(({ query }) => [query['includeDeleted'], query['updatedAfter']]),
    ).toEqual([
      ['true', '2020-01-01T00:00:00.000Z'],
      ['true', '2020-01-01T00:00:00.000Z'],
    ]);
  });

  it('should ask for books by id in addresses that stay short, with what is deleted of them', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => String(index + 1));
    const asked: string[][] = [];
    const http = scriptedService((request) => {
      const { searchParams } = new URL(request.url);
      const chunk = searchParams.get('ids')?.split(',') ?? [];
      asked.push(chunk);
      expect(searchParams.get('includeDeleted')).toBe('true');
      return page(chunk.map((id) => ({ ...goldenBook, user_book_id: id })));
    });
    expect(await collect(pullHighlights(clientOn(http), { ids }))).toHaveLength(3);
    expect(asked.map((chunk) => chunk.length)).toEqual([100, 100, 50]);
    expect(asked.flat()).toEqual(ids);
  });

  it('should ask for nothing, and not for everything, when there are no ids', async () => {
    const client = clientOn(scriptedService(() => page([goldenBook])));
    expect(await collect(pullHighlights(client, { ids: [] }))).toEqual([]);
    expect(client.requests).toBe(0);
  });

  it('should carry the time of the service on every page', async () => {
    const { client, library } = await serveClient();
    library.now = () => Date.UTC(2021, 4, 5, 6, 7, 8);
    const [first] = await collect(pullHighlights(client, {}));
    expect(first?.serverDate).toBe('2021-05-05T06:07:08.000Z');
    const { client: dateless } = await serveClient({ dateHeader: 'left-out' });
    expect((await collect(pullHighlights(dateless, {})))[0]?.serverDate).toBeNull();
  });
});

describe('changed records', () => {
  it('should not take a list that is not there for one in which nothing changed', async () => {
    const client = clientOn(scriptedService(() => reply(404, { detail: 'Not found.' })));
    expect(
      await errorOf(() => pagesOf(client, bookCalls.list({ updatedAfter: '2026-01-01T00:00:00Z' }))),
    ).toMatchObject({
      kind: 'not-the-api',
    });
  });

  it('should name books and highlights whose change an export does not tell', async () => {
    const { client, library } = await serveClient();
    const [book, highlight] = library.at('2026-01-01T00:00:00Z', () => {
      const { id } = library.addBook({ title: 'Before' });
      return [id, library.addHighlight(id, { text: 'x' }).id];
    });
    library.at('2026-01-05T00:00:00Z', () => library.retitleBook(book, 'After'));
    library.at('2026-01-05T00:00:00Z', () =>
      library.outsideExport(() => library.editHighlight(highlight, { note: 'new' })),
    );
    const updatedAfter = '2026-01-03T00:00:00.000Z';
    expect((await collect(pullHighlights(client, { updatedAfter }))).flatMap(({ books }) => books)).toEqual(
      [],
    );
    expect(
      (await collect(pagesOf(client, bookCalls.list({ updatedAfter })))).flatMap(({ entries }) => entries),
    ).toMatchObject([{ bookId: String(book), title: 'After' }]);
    expect(
      (await collect(pagesOf(client, highlightCalls.list({ updatedAfter })))).flatMap(
        ({ entries }) => entries,
      ),
    ).toMatchObject([{ id: String(highlight), bookId: String(book), note: 'new' }]);
    expect(
      (await collect(pagesOf(client, bookCalls.list({ updatedAfter: '2026-01-06T00:00:00Z' })))).flatMap(
        ({ entries }) => entries,
      ),
    ).toEqual([]);
  });
});

describe('findDocument', () => {
  it('should know what is there and what is gone', async () => {
    const { client, library } = await serveClient();
    const { id } = library.addDocument({ title: 'One' });
    const highlight = library.addDocumentHighlight(id, { text: 'x' });
    expect(await findDocument(client, id)).toBe('present');
    expect(await findDocument(client, highlight.id)).toBe('present');
    library.deleteDocument(id);
    expect(await findDocument(client, id)).toBe('absent');
  });

  it('should take a 404 in JSON for absent, and no other answer', async () => {
    expect(
      await findDocument(clientOn(scriptedService(() => reply(404, { detail: 'Not found.' }))), 'a'),
    ).toBe('absent');
    const others = [
      { ...WEB_PAGE, status: 404 },
      WEB_PAGE,
      reply(200, ''),
      reply(200, 'null'),
      page(documents('b')),
      page([], 'more'),
      reply(500, {}),
      reply(400, {}),
    ];
    for (const answer of others)
      expect(await errorOf(() => findDocument(clientOn(scriptedService(() => answer)), 'a'))).toBeInstanceOf(
        Error,
      );
  });

  it('should be present when its record is there but bad', async () => {
    expect(
      await findDocument(clientOn(scriptedService(() => page([{ id: 'a', title: ['bad'] }]))), 'a'),
    ).toBe('present');
  });
});

describe('lookUpDocument', () => {
  it('should tell the time of the service with every answer, also with a 404', async () => {
    const answers = [page([{ id: 'a' }]), page([]), reply(404, { detail: 'Not found.' })];
    const lookups = await Promise.all(
      answers.map((answer) => lookUpDocument(clientOn(scriptedService(() => answer)), 'a')),
    );
    expect(lookups.map(({ kind }) => kind)).toEqual(['present', 'absent', 'absent']);
    for (const { at } of lookups) expect(at).toBe('2026-01-31T09:00:00.000Z');
  });
});

describe('oneDocumentPage', () => {
  it("should have the service's count of the records asked about, in one request", async () => {
    const { client, library } = await serveClient({ pageSizes: { documents: 1 } });
    library.now = () => Date.UTC(2026, 0, 1);
    library.addDocument({ title: 'One' });
    library.now = () => Date.UTC(2026, 0, 3);
    library.addDocument({ title: 'Two' });
    expect(await oneDocumentPage(client)).toMatchObject({ count: 2, documents: [{ title: 'Two' }] });
    expect(await oneDocumentPage(client, { updatedAfter: '2026-01-02T00:00:00.000Z' })).toMatchObject({
      count: 1,
    });
    expect(client.requests).toBe(2);
  });

  it('should have no count when the service tells none', async () => {
    expect(await oneDocumentPage(clientOn(scriptedService(() => reply(200, { results: [] }))))).toMatchObject(
      { count: null },
    );
  });
});
