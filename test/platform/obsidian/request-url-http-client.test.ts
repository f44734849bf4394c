import { RequestUrlHttpClient } from '../../../src/platform/obsidian/request-url-http-client';
import { describeHttpClient } from '../../contract/http-client-contract';

describeHttpClient('RequestUrlHttpClient', () => new RequestUrlHttpClient(), { redirects: 'host' });

describe('RequestUrlHttpClient', () => {
  it.each(['http://readwise.io/api/v2/export/', 'http://127.0.0.1.evil.example/', 'ftp://127.0.0.1/'])('should send nothing when the address is %s', async (url) => {
    const sent = new RequestUrlHttpClient().send({ method: 'GET', url, headers: { Authorization: 'Token canary' }, timeoutMs: 1000 });
    await expect(sent).rejects.toMatchObject({ name: 'HttpError', kind: 'network', message: expect.stringContaining('Nothing was sent') as string });
  });
});
