import { createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { NodeDownloader } from '../../../pkg/network/downloader';
import { describeDownloader } from '../../contract/attachment-downloader-contract';

describeDownloader('NodeDownloader', () => new NodeDownloader(), { redirects: 'controlled' });

/** A name server for which every name stands for these addresses. */
const namesStandFor =
  (...addresses: readonly string[]): LookupFunction =>
  (_hostname, options, done) =>
    options.all === true
      ? done(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        )
      : done(null, addresses[0] ?? '', 4);

describe('NodeDownloader', () => {
  it.each([[['127.0.0.1']], [['93.184.216.34', '127.0.0.1']]])(
    'should ask nothing of a public name that stands for %j (I10)',
    async (addresses) => {
      let heard = 0;
      const server = createServer((_request, response) => {
        heard += 1;
        response.end();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const asked = new NodeDownloader(namesStandFor(...addresses)).get({
        url: `http://images.example.org:${String(port)}/`,
        mostBytes: 1,
        timeoutMs: 3000,
        trustedOrigin: 'https://readwise.io',
      });
      await expect(asked).rejects.toMatchObject({ name: 'HttpError', kind: 'redirect' });
      expect(heard).toBe(0);
      server.close();
    },
  );

  it('should name the host of the file, and no setting, when there is no such host', async () => {
    const unknown: LookupFunction = (_hostname, _options, done) =>
      done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), '', 4);
    const asked = new NodeDownloader(unknown).get({
      url: 'https://covers.example.org/walden.jpg',
      mostBytes: 1,
      timeoutMs: 3000,
      trustedOrigin: 'https://readwise.io',
    });
    await expect(asked).rejects.toThrow(
      'covers.example.org could not be reached: there is no such host (ENOTFOUND)',
    );
  });
});
