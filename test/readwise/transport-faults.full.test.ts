import { highlightCalls } from '../../src/readwise/highlight-calls';
import { pagesOf } from '../../src/readwise/page-walk';
import type { HighlightPage } from '../../src/readwise/pages';
import { pullDocuments, pullHighlights } from '../../src/readwise/fetch-pages';
import type { Fault } from '../server/faults';
import { Library } from '../server/library';
import { startReferenceServer } from '../server/reference-server';
import { serveClient, stopServers, type ServedClient } from './support/served-client';
import { collect, errorOf, TOKEN } from './support/test-client';

afterEach(stopServers);

const PAGES = 4;

/** A server with a small library on four pages of each kind. */
async function serveLibrary(): Promise<ServedClient> {
  const library = new Library();
  for (let index = 0; index < PAGES; index += 1) {
    library.addHighlight(library.addBook({ title: `Book ${String(index)}` }).id, {
      text: `Passage “${String(index)}” with ünïcode`,
    });
    library.addDocument({ title: `Document ${String(index)}` });
  }
  return serveClient({ library, pageSizes: { exportBooks: 1, documents: 1 } });
}

const PASSING: readonly Fault[] = [
  { kind: 'reset' },
  { kind: 'cut', bytes: 0 },
  { kind: 'cut', bytes: 100 },
  { kind: 'truncated-json', length: 50 },
  { kind: 'html-page' },
  { kind: 'content-type', value: 'text/html' },
  { kind: 'changed-body', change: () => 'null' },
  ...[408, 429, 500, 502, 503, 504].map((status) => ({ kind: 'status', status }) as const),
];

describe.each(PASSING.map((fault) => [JSON.stringify(fault), fault] as const))(
  'over real HTTP, one %s',
  (_name, fault) => {
    it('should lose nothing and double nothing, whichever request it strikes', async () => {
      const { client, server } = await serveLibrary();
      const highlights = await collect(pullHighlights(client, {}));
      const documents = await collect(pullDocuments(client, {}));
      for (let index = 0; index < PAGES; index += 1) {
        server.requests.clear();
        server.faults.at(index, fault);
        expect(await collect(pullHighlights(client, {}))).toEqual(
          highlights.map((page) => ({ ...page, serverDate: expect.any(String) as string })),
        );
        server.requests.clear();
        server.faults.at(index, fault);
        expect((await collect(pullDocuments(client, {}))).map((page) => page.documents)).toEqual(
          documents.map((page) => page.documents),
        );
        expect(server.requests.entries).toHaveLength(PAGES + 1);
      }
    });
  },
);

describe('over real HTTP', () => {
  it('should take no page for whole that broke off, whatever the place', async () => {
    const { client, server } = await serveLibrary();
    const firstPage = async () =>
      (await pagesOf(client, highlightCalls.export()).next()).value as HighlightPage;
    const { books } = await firstPage();
    let whole = Number.POSITIVE_INFINITY;
    for (let length = 0; length < whole; length += 1) {
      const cut = (body: string): string => {
        whole = body.length;
        return body.slice(0, length);
      };
      server.faults.when({ path: '/api/v2/export/', times: 1 }, { kind: 'changed-body', change: cut });
      const before = client.requests;
      expect((await firstPage()).books).toEqual(books);
      expect(client.requests - before).toBe(2);
      server.faults.clear();
    }
    expect(whole).toBeGreaterThan(500);
  });

  it('should stop at once when the token is refused, whichever request it is', async () => {
    for (let index = 0; index < PAGES; index += 1) {
      const { client, server } = await serveLibrary();
      server.faults.at(index, { kind: 'status', status: 401 });
      expect(await errorOf(() => pullHighlights(client, {}))).toMatchObject({ kind: 'token-refused' });
      expect(client.requests).toBe(index + 1);
    }
  });

  it('should not take the token to another origin', async () => {
    const stranger = await startReferenceServer({ library: new Library(), token: TOKEN });
    try {
      const { client, server } = await serveLibrary();
      server.faults.at(0, { kind: 'redirect', to: `${stranger.url}/api/v2/export/` });
      expect(await errorOf(() => pullHighlights(client, {}))).toMatchObject({ kind: 'not-the-api' });
      expect(stranger.requests.entries).toEqual([]);
    } finally {
      await stranger.close();
    }
  });

  it.each<Fault>([{ kind: 'cursor-loop' }, { kind: 'repeated-page' }])(
    'should see a circle when there is a %p',
    async (fault) => {
      const { client, server } = await serveLibrary();
      server.faults.when({ path: '/api/v2/export/', matches: ({ index }) => index > 1 }, fault);
      expect(await errorOf(() => pullHighlights(client, {}))).toMatchObject({ kind: 'not-the-api' });
      expect(client.requests).toBeLessThan(16);
    },
  );

  it('should say that the service cannot be reached when nobody listens', async () => {
    const { client, server } = await serveLibrary();
    await server.close();
    const error = await errorOf(() => pullHighlights(client, {}));
    expect(error).toMatchObject({ kind: 'unreachable' });
    expect(JSON.stringify(error)).not.toContain(TOKEN);
    expect(client.requests).toBe(5);
  });
});
