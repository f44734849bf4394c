import { checkToken } from '../../src/readwise/check-token';
import { FakeClock } from '../support/fake-clock';
import { heldHttp, serveClient, stopServers } from './support/served-client';
import { reply, scriptedService, WEB_PAGE, type Reply } from './support/scripted-service';
import { TOKEN } from './support/test-client';

afterEach(stopServers);

describe('checkToken', () => {
  it('should tell a good token from a bad one', async () => {
    const { server, clock } = await serveClient();
    const dependencies = { http: heldHttp(clock), clock, random: () => 0 };
    expect(await checkToken(dependencies, { baseUrl: server.url, token: TOKEN })).toBeNull();
    const refused = await checkToken(dependencies, { baseUrl: server.url, token: 'another-token' });
    expect(refused).toMatchObject({ kind: 'token-refused' });
    expect(JSON.stringify(refused)).toContain('Invalid token.');
    expect(JSON.stringify(refused)).not.toContain('another-token');
  });

  test.each<readonly [string, Reply, string]>([
    ['no network', 'network', 'unreachable'],
    ['a failing service', reply(500, ''), 'unreachable'],
    ['a long pause', reply(429, '', { 'retry-after': '4000' }), 'rate-limited'],
    ['a captive portal', WEB_PAGE, 'not-the-api'],
    ['another service', reply(200, { hello: 'world' }), 'not-the-api'],
    ['no such endpoint', reply(404, { detail: 'Not found.' }), 'not-the-api'],
    ['a redirect', 'redirect', 'not-the-api'],
  ])('should say why when there is %s', async (_name, answer, reason) => {
    const result = await checkToken(
      { http: scriptedService(() => answer), clock: new FakeClock(), random: () => 0 },
      { baseUrl: 'https://readwise.io', token: TOKEN },
    );
    expect(result).toMatchObject({ kind: reason });
  });
});
