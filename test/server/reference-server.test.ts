import { Library } from './library';
import type { Fault } from './faults';
import { startReferenceServer, type ReferenceServer } from './reference-server';
import type { ServerOptions } from './server-options';
import { ask, TOKEN, type WireBody } from './test-client';

const servers: ReferenceServer[] = [];

async function serve(options: Partial<ServerOptions> = {}): Promise<ReferenceServer> {
  const library = new Library({ now: () => Date.parse('2025-05-05T10:00:00Z') });
  for (let index = 0; index < 5; index += 1) library.addDocument({ title: `Document ${index}` });
  const server = await startReferenceServer({
    library,
    token: TOKEN,
    pageSizes: { documents: 2 },
    ...options,
  });
  servers.push(server);
  return server;
}

async function struck(fault: Fault): Promise<ReferenceServer> {
  const server = await serve();
  server.faults.at(0, fault);
  return server;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

describe('token and headers', () => {
  it('should answer 204 for the token and 401 when it is missing or wrong', async () => {
    const server = await serve();
    expect((await ask(server, '/api/v2/auth/')).status).toBe(204);
    expect((await ask(server, '/api/v2/auth/', { authorization: null })).status).toBe(401);
    expect((await ask(server, '/api/v3/list/', { authorization: 'Token wrong' })).status).toBe(401);
    expect((await ask(server, '/api/v2/export/', { authorization: `Bearer ${TOKEN}` })).status).toBe(401);
  });

  it('should take the Date header from the clock of the library, or leave it out', async () => {
    expect((await ask(await serve(), '/api/v3/list/')).headers.get('date')).toBe(
      'Mon, 05 May 2025 10:00:00 GMT',
    );
    expect(
      (await ask(await serve({ dateHeader: 'left-out' }), '/api/v3/list/')).headers.get('date'),
    ).toBeNull();
  });

  it('should let a web page of any origin ask when the browser asks first', async () => {
    const server = await serve();
    const headers = {
      origin: 'app://obsidian.md',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    };
    const response = await fetch(`${server.url}/api/v2/export/`, { method: 'OPTIONS', headers });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('app://obsidian.md');
    expect(server.requests.entries).toEqual([]);
  });

  it('should answer 404 when a path is not one of the specification, but for the final slash', async () => {
    const server = await serve();
    expect((await ask(server, '/api/v3/lists/')).status).toBe(404);
    expect((await ask(server, '/api/v3/list')).status).toBe(200);
  });

  it('should log what came in when a request is answered', async () => {
    const server = await serve();
    await ask(server, '/api/v3/list/?tag=a&withHtmlContent=true');
    await ask(server, '/api/v2/auth/', { authorization: null });
    expect(server.requests.entries).toMatchObject([
      {
        index: 0,
        method: 'GET',
        path: '/api/v3/list/',
        query: { tag: 'a', withHtmlContent: 'true' },
        authorization: 'present',
        status: 200,
      },
      { index: 1, path: '/api/v2/auth/', authorization: 'absent', status: 401 },
    ]);
  });
});

describe('rate limits', () => {
  it('should answer 429 with the seconds to wait until the minute has slid on', async () => {
    let now = 0;
    const server = await serve({ rateClock: () => now });
    for (now = 0; now < 20_000; now += 1000) expect((await ask(server, '/api/v3/list/')).status).toBe(200);
    const refused = await ask(server, '/api/v3/list/');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('40');
    now = 60_000;
    expect((await ask(server, '/api/v3/list/')).status).toBe(200);
    expect((await ask(server, '/api/v3/list/')).status).toBe(429);
  });

  it('should count the classes apart when one is used up', async () => {
    const server = await serve({ rateClock: () => 0, rateLimits: { v2Lists: 1, v3: 1 } });
    await ask(server, '/api/v2/books/');
    await ask(server, '/api/v3/list/');
    expect((await ask(server, '/api/v2/highlights/')).status).toBe(429);
    expect((await ask(server, '/api/v3/tags/')).status).toBe(429);
    expect((await ask(server, '/api/v2/export/')).status).toBe(200);
    expect(
      (await ask(server, '/api/v3/save/', { method: 'POST', body: { url: 'https://example.org/' } })).status,
    ).toBe(201);
  });

  it('should never refuse when the limits are off', async () => {
    const server = await serve({ rateClock: () => 0, rateLimits: 'off' });
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await ask(server, '/api/v3/list/')).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('faults', () => {
  const list = (server: ReferenceServer, query = ''): Promise<Response> =>
    fetch(`${server.url}/api/v3/list/${query}`, {
      headers: { authorization: `Token ${TOKEN}` },
      redirect: 'manual',
    });

  it('should answer as scripted once and as usual afterwards when a status is given for an index', async () => {
    const server = await struck({ kind: 'status', status: 503, headers: { 'retry-after': '7' } });
    const first = await list(server);
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '7']);
    expect((await list(server)).status).toBe(200);
  });

  it('should strike only matching requests, and only so often, when it is scripted by path', async () => {
    const server = await serve();
    server.faults.when({ method: 'GET', path: /^\/api\/v2\//, times: 1 }, { kind: 'status', status: 500 });
    expect((await list(server)).status).toBe(200);
    expect((await ask(server, '/api/v2/export/')).status).toBe(500);
    expect((await ask(server, '/api/v2/export/')).status).toBe(200);
  });

  it('should break the connection when it is reset or cut', async () => {
    await expect(list(await struck({ kind: 'reset' }))).rejects.toThrow();
    const response = await list(await struck({ kind: 'cut', bytes: 40 }));
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  it('should keep silent until the server is closed when told to', async () => {
    const server = await struck({ kind: 'silence' });
    const answer = list(server);
    const outcome = expect(answer).rejects.toThrow();
    while (server.requests.entries.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await server.close();
    await outcome;
  });

  it('should spoil the body when a page, half a JSON or another type is scripted', async () => {
    const page = await list(await struck({ kind: 'html-page' }));
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const half = await (await list(await struck({ kind: 'truncated-json', length: 30 }))).text();
    expect(half).toHaveLength(30);
    const typed = await list(await struck({ kind: 'content-type', value: 'text/plain' }));
    expect(typed.headers.get('content-type')).toContain('text/plain');
    const changed = await list(
      await struck({ kind: 'changed-body', change: (body) => body.replace('"count":5', '"count":500') }),
    );
    expect(await changed.json()).toMatchObject({ count: 500 });
  });

  it('should lead elsewhere, a moment later, or nowhere when redirected, delayed or refused', async () => {
    const redirected = await list(await struck({ kind: 'redirect', to: 'https://example.org/' }));
    expect([redirected.status, redirected.headers.get('location')]).toEqual([302, 'https://example.org/']);
    expect((await list(await struck({ kind: 'delay', ms: 10 }))).status).toBe(200);
    expect((await list(await struck({ kind: 'cursor-refused' }))).status).toBe(400);
  });

  it('should send a page again when it is repeated, and the same cursor when it loops', async () => {
    const server = await serve();
    const page = async (query = ''): Promise<WireBody> =>
      (await (await list(server, query)).json()) as WireBody;
    const first = await page();
    server.requests.clear();
    server.faults.at(0, { kind: 'repeated-page' });
    const next = `?pageCursor=${first.nextPageCursor}`;
    expect(await page(next)).toEqual(first);
    const second = await page(next);
    expect(second.results[0]?.id).not.toBe(first.results[0]?.id);
    server.faults.when({}, { kind: 'cursor-loop' });
    expect(await page(next)).toEqual({ ...second, nextPageCursor: first.nextPageCursor });
  });

  it('should free its port and its connections when it is closed', async () => {
    const server = await serve();
    await list(server);
    await server.close();
    await expect(list(server)).rejects.toThrow();
  });
});
