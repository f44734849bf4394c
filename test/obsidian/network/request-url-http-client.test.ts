import { RequestUrlHttpClient } from '../../../src/obsidian/network/request-url-http-client';
import { pullHighlights } from '../../../src/readwise/fetch-pages';
import { describeHttpClient } from '../../contract/http-client-contract';
import { clientOn, errorOf } from '../../readwise/support/test-client';

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
    const { message } = await errorOf(() =>
      pullHighlights(clientOn(new RequestUrlHttpClient(), { baseUrl: 'http://127.0.0.1:9' }), {}),
    );
    expect(message).toBe(
      'While fetching highlights, page 1: there is no connection to the service (127.0.0.1:9 could not be reached). Check the connection and sync again later; nothing is lost.',
    );
  });
});
