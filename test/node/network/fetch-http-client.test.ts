import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { FetchHttpClient } from '../../../src/node/network/fetch-http-client';
import { describeHttpClient } from '../../contract/http-client-contract';

describeHttpClient('FetchHttpClient', () => new FetchHttpClient(), { redirects: 'controlled' });

describe('FetchHttpClient', () => {
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
    await expect(new FetchHttpClient().send(request)).rejects.toThrow(
      `http://127.0.0.1:${port}: the connection was refused; nothing listens there (ECONNREFUSED)`,
    );
  });
});
