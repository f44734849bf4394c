import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { NodeHttpClient } from '../../../pkg/network/http';
import { describeHttpClient } from '../../contract/http-client-contract';

describeHttpClient('NodeHttpClient', () => new NodeHttpClient(), { redirects: 'controlled' });

describe('NodeHttpClient', () => {
  it('should say in words why the host cannot be reached when nothing listens', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const request = {
      method: 'GET',
      url: `http://127.0.0.1:${port}/`,
      headers: {},
      timeoutMs: 5000,
    } as const;
    await expect(new NodeHttpClient().send(request)).rejects.toThrow(
      `http://127.0.0.1:${port} could not be reached: the connection was refused (ECONNREFUSED)`,
    );
  });

  /** Sends three requests in turn to a server; returns the bodies and how many connections it took. */
  async function sendThrice(answer: RequestListener) {
    const server = createHttpServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    let connections = 0;
    server.on('connection', () => (connections += 1));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const bodies: string[] = [];
    for (let sent = 0; sent < 3; sent += 1) {
      const client = new NodeHttpClient();
      bodies.push((await client.send({ method: 'GET', url, headers: {}, timeoutMs: 5000 })).body);
    }
    server.closeAllConnections();
    server.close();
    return { bodies, connections };
  }

  it('should use one connection when requests follow each other', async () => {
    expect(await sendThrice((_request, response) => response.end('here'))).toEqual({
      bodies: ['here', 'here', 'here'],
      connections: 1,
    });
  });

  it('should unpack the body when the server compresses it with brotli', async () => {
    const packed = brotliCompressSync('unpacked');
    const { bodies } = await sendThrice((_request, response) =>
      response.writeHead(200, { 'Content-Encoding': 'br' }).end(packed),
    );
    expect(bodies).toEqual(['unpacked', 'unpacked', 'unpacked']);
  });

  it.each(['gzip', 'br'])('should give an empty body when it is sent as %s', async (encoding) => {
    const { bodies } = await sendThrice((_request, response) =>
      response.writeHead(200, { 'Content-Encoding': encoding }).end(),
    );
    expect(bodies).toEqual(['', '', '']);
  });
});
