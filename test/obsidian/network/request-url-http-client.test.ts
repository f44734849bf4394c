import { errorText } from '../../../src/messages/messages';
import { RequestUrlHttpClient } from '../../../src/obsidian/network/request-url-http-client';
import { pullHighlights } from '../../../src/readwise/fetch-pages';
import { describeHttpClient } from '../../contract/http-client-contract';
import { clientOn, errorOf } from '../../readwise/support/test-client';

const setOnline = (onLine: boolean): object =>
  Object.defineProperty(globalThis, 'navigator', { value: { onLine }, configurable: true });

beforeEach(() => setOnline(true));

const textOfNoAnswer = async (): Promise<string> =>
  errorText(
    await errorOf(() =>
      pullHighlights(clientOn(new RequestUrlHttpClient(), { baseUrl: 'http://127.0.0.1:9' }), {}),
    ),
  );

describeHttpClient('RequestUrlHttpClient', () => new RequestUrlHttpClient(), { redirects: 'host' });

describe('RequestUrlHttpClient', () => {
  it.each(['http://readwise.io/api/v2/export/', 'http://127.0.0.1.evil.example/', 'ftp://127.0.0.1/'])(
    'should send nothing when the address is %s',
    async (url) => {
      const sent = new RequestUrlHttpClient().send({
        method: 'GET',
        url,
        headers: { Authorization: 'Token canary' },
        timeoutMs: 1000,
      });
      await expect(sent).rejects.toMatchObject({
        name: 'HttpError',
        kind: 'network',
        message: expect.stringContaining('Nothing was sent') as string,
      });
    },
  );

  it('should say once that there is no connection, and name the host alone, when nothing answers', async () => {
    expect(await textOfNoAnswer()).toBe(
      '127.0.0.1:9 could not be reached. Check the network and the server address.',
    );
  });

  it('should say that the person is offline, and nothing else, when the device has no network', async () => {
    setOnline(false);
    expect(await textOfNoAnswer()).toBe('You’re offline. The next sync goes on from here.');
  });
});
