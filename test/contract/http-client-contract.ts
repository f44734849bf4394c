import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import type { HttpClient, HttpRequest } from '../../src/model/ports';

/**
 * What an adapter's host can do. Where it cannot, the adapter leaves that to its caller and says so in its
 * docstring.
 */
export interface HttpCapabilities {
  /**
   * `controlled`: redirects are seen and followed inside the origin only. `host`: the host follows them
   * unseen.
   */
  readonly redirects: 'controlled' | 'host';
}

const TOKEN = 'Token canary-7f3a';

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A local server that answers as the test's handler says and keeps what it was sent. */
class LocalServer {
  readonly heard: {
    readonly method: string;
    readonly url: string;
    readonly headers: IncomingMessage['headers'];
    readonly body: string;
  }[] = [];
  handler: Handler = (_request, response) => response.end();
  private readonly server: Server = createServer((request, response) => void this.hear(request, response));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private async hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    this.heard.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    this.handler(request, response, body);
  }
}

/** The contract of `HttpClient`: every adapter's test calls this. */
export function describeHttpClient(
  name: string,
  makeClient: () => HttpClient,
  capabilities: HttpCapabilities,
): void {
  describe(`${name} as an HttpClient`, () => {
    const server = new LocalServer();
    const other = new LocalServer();
    beforeAll(async () => {
      await server.start();
      await other.start();
    });
    afterAll(async () => {
      await server.stop();
      await other.stop();
    });
    beforeEach(() => {
      server.heard.length = 0;
      other.heard.length = 0;
    });
    const bench: Bench = { client: makeClient(), server, other };
    describeAnswers(bench);
    describeFailures(bench);
    if (capabilities.redirects === 'controlled') describeRedirects(bench);
  });
}

interface Bench {
  readonly client: HttpClient;
  readonly server: LocalServer;
  readonly other: LocalServer;
}

function get(url: string, more: Partial<HttpRequest> = {}): HttpRequest {
  return { method: 'GET', url, headers: { Authorization: TOKEN }, timeoutMs: 10_000, ...more };
}

function describeAnswers({ client, server }: Bench): void {
  it('should give status, lower-case headers and body when the server answers', async () => {
    server.handler = (_request, response) =>
      response
        .writeHead(200, { 'X-Some-Header': 'yes', 'Content-Type': 'application/json' })
        .end('{"text":"häß 漢字 ✓"}');
    const response = await client.send(get(`${server.origin}/api/v2/export/?a=1`));
    expect(response.status).toBe(200);
    expect(response.headers['x-some-header']).toBe('yes');
    expect(response.headers['date']).toBeDefined();
    expect(response.body).toBe('{"text":"häß 漢字 ✓"}');
    expect(server.heard[0]).toMatchObject({
      method: 'GET',
      url: '/api/v2/export/?a=1',
      headers: { authorization: TOKEN },
    });
  });

  it.each([204, 400, 401, 404, 429, 500, 503])(
    'should answer, not throw, when the status is %d',
    async (status) => {
      server.handler = (_request, response) => response.writeHead(status, { 'Retry-After': '7' }).end();
      const response = await client.send(get(server.origin));
      expect(response).toMatchObject({ status, body: '' });
      expect(response.headers['retry-after']).toBe('7');
    },
  );

  it.each(['POST', 'PATCH'] as const)('should send the body when the method is %s', async (method) => {
    server.handler = (_request, response, body) => response.end(body);
    const response = await client.send(
      get(server.origin, { method, body: '{"note":"✓"}', headers: { 'Content-Type': 'application/json' } }),
    );
    expect(response.body).toBe('{"note":"✓"}');
    expect(server.heard[0]?.method).toBe(method);
  });

  it('should unpack the body when the server compresses it', async () => {
    server.handler = (_request, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('unpacked'));
    expect((await client.send(get(server.origin))).body).toBe('unpacked');
  });
}

function describeFailures({ client, server }: Bench): void {
  it('should throw a timeout when the server does not answer in time', async () => {
    server.handler = () => undefined;
    await expect(client.send(get(server.origin, { timeoutMs: 50 }))).rejects.toMatchObject({
      name: 'HttpError',
      kind: 'timeout',
    });
  });

  it('should throw a timeout when the body does not end in time', async () => {
    server.handler = (_request, response) => void response.writeHead(200).write('{"half":');
    await expect(client.send(get(server.origin, { timeoutMs: 50 }))).rejects.toMatchObject({
      name: 'HttpError',
      kind: 'timeout',
    });
  });

  it('should throw cancelled when the signal is aborted, before or during the request', async () => {
    const controller = new AbortController();
    server.handler = () => controller.abort();
    const request = get(server.origin, { signal: controller.signal });
    await expect(client.send(request)).rejects.toMatchObject({ name: 'HttpError', kind: 'cancelled' });
    await expect(client.send(request)).rejects.toMatchObject({ name: 'HttpError', kind: 'cancelled' });
    expect(server.heard).toHaveLength(1);
  });

  it('should throw a network error when the connection is cut before or within the body', async () => {
    server.handler = (request) => void request.socket.destroy();
    await expect(client.send(get(server.origin))).rejects.toMatchObject({
      name: 'HttpError',
      kind: 'network',
    });
    server.handler = (request, response) => {
      response
        .writeHead(200, { 'Content-Length': '1000' })
        .write('{"half":', () => void request.socket.destroy());
    };
    await expect(client.send(get(server.origin))).rejects.toMatchObject({
      name: 'HttpError',
      kind: 'network',
    });
  });

  it('should throw a network error that names no header value when nothing listens', async () => {
    const gone = new LocalServer();
    await gone.start();
    const origin = gone.origin;
    await gone.stop();
    const error: unknown = await client.send(get(origin)).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'HttpError', kind: 'network' });
    expect(everythingSaid(error)).not.toContain('canary');
  });

  it('should name no header value when a header cannot be sent', async () => {
    const error: unknown = await client
      .send(get(server.origin, { headers: { Authorization: `${TOKEN}\n漢` } }))
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'HttpError', kind: 'network' });
    expect(everythingSaid(error)).not.toContain('canary');
  });
}

function describeRedirects({ client, server, other }: Bench): void {
  it('should follow, with the token, when a GET is redirected inside the origin', async () => {
    server.handler = (request, response) => {
      if (request.url === '/api') response.writeHead(301, { Location: '/api/' }).end();
      else response.end('here');
    };
    expect((await client.send(get(`${server.origin}/api`))).body).toBe('here');
    expect(server.heard.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/api', TOKEN],
      ['/api/', TOKEN],
    ]);
  });

  it('should send nothing to another origin when redirected there', async () => {
    server.handler = (_request, response) =>
      response.writeHead(302, { Location: `${other.origin}/steal` }).end();
    await expect(client.send(get(server.origin))).rejects.toMatchObject({
      name: 'HttpError',
      kind: 'redirect',
    });
    expect(other.heard).toEqual([]);
  });

  it('should send nothing twice when a POST is redirected', async () => {
    server.handler = (_request, response) => response.writeHead(307, { Location: '/again' }).end();
    await expect(client.send(get(server.origin, { method: 'POST', body: '{}' }))).rejects.toMatchObject({
      name: 'HttpError',
      kind: 'redirect',
    });
    expect(server.heard).toHaveLength(1);
  });

  it('should give up when redirects go on and on', async () => {
    server.handler = (_request, response) => response.writeHead(302, { Location: '/round' }).end();
    await expect(client.send(get(server.origin))).rejects.toMatchObject({
      name: 'HttpError',
      kind: 'redirect',
    });
    expect(server.heard.length).toBeLessThanOrEqual(6);
  });

  it('should give up when the body is larger than 64 MB once unpacked', async () => {
    const packed = gzipSync(Buffer.alloc(65 * 1024 * 1024, 32));
    server.handler = (_request, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed);
    await expect(client.send(get(server.origin))).rejects.toMatchObject({
      name: 'HttpError',
      kind: 'too-large',
    });
  });
}

/** Message, stack, causes and fields of an error: everything a log could show. */
function everythingSaid(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return [error.message, error.stack, JSON.stringify(error), everythingSaid(error.cause)].join('\n');
}
