import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Download, Downloader, DownloadRequest } from '../../src/model/ports';

/** `controlled`: redirects are looked at before they are followed. `host`: the host follows them unseen. */
export interface DownloadCapabilities {
  readonly redirects: 'controlled' | 'host';
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

class LocalServer {
  readonly heard: IncomingMessage['headers'][] = [];
  handler: Handler = (_request, response) => void response.end();
  private readonly server: Server = createServer((request, response) => {
    this.heard.push(request.headers);
    this.handler(request, response);
  });

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
}

const BYTES = Uint8Array.from({ length: 5000 }, (_, index) => index % 256);

/** The contract of `Downloader`: every adapter's test calls this. */
export function describeDownloader(
  name: string,
  makeDownloader: () => Downloader,
  capabilities: DownloadCapabilities,
): void {
  describe(`${name} as a Downloader`, () => {
    const server = new LocalServer();
    const other = new LocalServer();
    beforeAll(() => Promise.all([server.start(), other.start()]));
    afterAll(() => Promise.all([server.stop(), other.stop()]));
    beforeEach(() => {
      server.heard.length = 0;
      other.heard.length = 0;
      other.handler = (_request, response) => void response.end('of the network around');
    });

    const get = (more: Partial<DownloadRequest> = {}): Promise<Download> =>
      makeDownloader().get({
        url: `${server.origin}/file.png`,
        mostBytes: 10_000,
        timeoutMs: 5000,
        trustedOrigin: server.origin,
        ...more,
      });

    it('should give the bytes as they are', async () => {
      server.handler = (_request, response) => void response.end(BYTES);
      const { status, bytes } = await get();
      expect([status, bytes]).toEqual([200, BYTES]);
    });

    it('should send nothing that could tell of the person (I11)', async () => {
      server.handler = (_request, response) => void response.end(BYTES);
      await get();
      expect(
        Object.keys(server.heard[0] ?? {}).filter((header) => /authorization|cookie|referer/.test(header)),
      ).toEqual([]);
    });

    it('should give any other status without a body', async () => {
      server.handler = (_request, response) => void response.writeHead(404).end('<html>');
      expect(await get()).toEqual({ status: 404, bytes: new Uint8Array() });
    });

    it('should refuse what is larger than it may be, whether or not the host says so before (I12)', async () => {
      for (const headers of [{}, { 'content-length': '5000' }]) {
        server.handler = (_request, response) => void response.writeHead(200, headers).end(BYTES);
        await expect(get({ mostBytes: 4999 })).rejects.toMatchObject({
          name: 'HttpError',
          kind: 'too-large',
        });
      }
      expect((await get({ mostBytes: 5000 })).bytes).toEqual(BYTES);
    });

    it('should give all of what a host hands out in parts', async () => {
      server.handler = (request, response) => {
        const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
        if (from === undefined || to === undefined) return void response.end(BYTES);
        // Less than was asked for, as it may be.
        const last = Math.min(Number(to), BYTES.length - 1, 2999);
        return void response
          .writeHead(206, { 'content-range': `bytes ${from}-${String(last)}/${String(BYTES.length)}` })
          .end(BYTES.subarray(Number(from), last + 1));
      };
      expect((await get()).bytes).toEqual(BYTES);
      await expect(get({ mostBytes: 4999 })).rejects.toMatchObject({ kind: 'too-large' });
    });

    it('should give up when the answer does not come in time', async () => {
      server.handler = () => undefined;
      await expect(get({ timeoutMs: 50 })).rejects.toMatchObject({ name: 'HttpError', kind: 'timeout' });
    });

    it('should stop when it is cancelled, before and while it waits', async () => {
      server.handler = () => undefined;
      const cancel = new AbortController();
      const waiting = get({ signal: cancel.signal });
      cancel.abort();
      await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' });
      await expect(get({ signal: cancel.signal })).rejects.toMatchObject({ kind: 'cancelled' });
    });

    it('should say so when nobody answers', async () => {
      await expect(
        get({ url: 'http://127.0.0.1:1/', trustedOrigin: 'http://127.0.0.1:1' }),
      ).rejects.toMatchObject({ kind: 'network' });
    });

    it.each([
      'http://127.0.0.1:PORT/',
      'http://localhost:PORT/',
      'http://[::1]:PORT/',
      'http://0.0.0.0:PORT/',
      'http://2130706433:PORT/',
      'http://router/',
      'http://192.168.1.1/',
      'http://[::ffff:127.0.0.1]:PORT/',
      'ftp://example.org/',
      'file:///etc/passwd',
    ])('should ask nothing at %s, but at the service’s own origin (I10)', async (address) => {
      const url = address.replace('PORT', new URL(other.origin).port);
      await expect(get({ url })).rejects.toMatchObject({ name: 'HttpError', kind: 'redirect' });
      expect(other.heard).toEqual([]);
    });

    it('should follow redirects', async () => {
      server.handler = (request, response) =>
        void (request.url === '/file.png'
          ? response.writeHead(302, { location: '/there' }).end()
          : response.end(BYTES));
      expect((await get()).bytes).toEqual(BYTES);
    });

    if (capabilities.redirects === 'host') return;

    it('should follow none into the network around, nor without end (I10)', async () => {
      server.handler = (_request, response) =>
        void response.writeHead(302, { location: `${other.origin}/admin` }).end();
      await expect(get()).rejects.toMatchObject({ kind: 'redirect' });
      expect(other.heard).toEqual([]);
      server.handler = (_request, response) => void response.writeHead(302, { location: '/again' }).end();
      await expect(get()).rejects.toMatchObject({ kind: 'redirect' });
    });

    it('should say so when the answer breaks off', async () => {
      server.handler = (_request, response) => {
        response.writeHead(200, { 'content-length': '5000' });
        response.write(BYTES.subarray(0, 100), () => response.destroy());
      };
      await expect(get()).rejects.toMatchObject({ kind: 'network' });
    });
  });
}
