import { errorText } from '../../src/messages/messages';
import { documentCalls } from '../../src/readwise/document-calls';
import { highlightCalls, tagCalls, tokenCheck } from '../../src/readwise/highlight-calls';
import { pagesOf } from '../../src/readwise/page-walk';
import type { HttpResponse } from '../../src/model/ports';
import { createRateBudgets, type RateBudgets } from '../../src/readwise/budget';
import type { ReadwiseClient } from '../../src/readwise/client';
import { isReadwiseError, type ReadwiseErrorKind } from '../../src/readwise/readwise-error';
import { pullDocuments, pullHighlights } from '../../src/readwise/fetch-pages';
import type { Wait } from '../../src/readwise/client';
import { FakeClock } from '../support/fake-clock';
import { goldenBook } from './support/golden-records';
import { mostInAnyMinute } from './support/pacing';
import { page, reply, scriptedService, SERVER_DATE, WEB_PAGE, type Reply } from './support/scripted-service';
import { clientOn, collect, errorOf, TOKEN } from './support/test-client';

const pull = (client: ReadwiseClient) => pullHighlights(client, {});

/** Answers the first requests with `replies`, all later ones with a good page. */
const afterwardsGood = (...replies: readonly Reply[]) =>
  scriptedService((_request, number) => replies[number - 1] ?? page([goldenBook]));

describe('what may pass by itself', () => {
  const brokenOff: HttpResponse = { ...reply(200, ''), body: '{"count": 1, "results": [{"user_book' };
  const faults: readonly (readonly [string, Reply])[] = [
    ['a timeout', 'timeout'],
    ['a network failure', 'network'],
    ...[408, 500, 502, 503, 504].map(
      (status) => [`status ${String(status)}`, reply(status, 'oops')] as const,
    ),
    ['JSON that breaks off', brokenOff],
    ['a web page', WEB_PAGE],
    ['an empty text', reply(200, '""')],
    ['null', reply(200, 'null')],
    ['a bare list', reply(200, '[]')],
    ['nothing', reply(200, '')],
  ];

  it.each(faults)('should be tried again when it is %s, four times', async (_name, fault) => {
    const client = clientOn(afterwardsGood(fault, fault, fault, fault));
    expect(await collect(pull(client))).toHaveLength(1);
    expect(client.requests).toBe(5);
  });

  it.each(faults)('should end in a typed error when it is %s and goes on', async (_name, fault) => {
    const client = clientOn(scriptedService(() => fault));
    const error = await errorOf(() => pull(client));
    expect(isReadwiseError(error, 'unreachable', 'not-the-api')).toBe(true);
    expect(error).toMatchObject({ problem: { doing: 'fetching highlights, page 1' } });
    expect(errorText(error)).toMatch(/^.+\. .+\.$/s);
    expect(client.requests).toBe(5);
  });

  it('should not be tried before the service asked for it', async () => {
    const clock = new FakeClock();
    await collect(
      pull(clientOn(afterwardsGood(reply(503, '', { 'retry-after': '40' })), { clock, random: () => 0 })),
    );
    expect(clock.monotonic()).toBe(40_000);
  });

  it('should be told as a wait for another try', async () => {
    const waits: Wait[] = [];
    await collect(
      pull(
        clientOn(afterwardsGood(reply(503, '', { 'retry-after': '40' })), {
          onWait: (wait) => waits.push(wait),
        }),
      ),
    );
    expect(waits).toEqual([{ endpoint: 'highlights', seconds: 40, why: 'failure' }]);
  });

  it('should be told as a device that is offline when it is, and not as a failure', async () => {
    const waits: Wait[] = [];
    const client = clientOn(
      scriptedService(() => 'offline'),
      {
        random: () => 0.9,
        onWait: (wait) => waits.push(wait),
      },
    );
    await errorOf(() => pull(client));
    expect(new Set(waits.map(({ why }) => why))).toEqual(new Set(['offline']));
  });

  it('should not be tried again when a second sending could do the thing twice', async () => {
    const client = clientOn(scriptedService(() => 'network'));
    expect(
      await errorOf(() => client.send(tagCalls.create({ kind: 'books', id: '1' }, 'stoics'))),
    ).toMatchObject({ kind: 'unreachable' });
    expect(client.requests).toBe(1);
  });

  it('should be forgotten with its page when a later try succeeds', async () => {
    const client = clientOn(
      afterwardsGood('timeout', page([{ ...goldenBook, title: 'from the second try' }])),
    );
    const [first] = await collect(pull(client));
    expect(first?.books[0]?.book.title).toBe('from the second try');
  });
});

describe('what does not pass by itself', () => {
  it('should not be taken for a token that is refused when a network or a firewall answers 403 with a page of its own', async () => {
    const client = clientOn(
      scriptedService(() => ({
        ...reply(403, ''),
        headers: { 'content-type': 'text/html' },
        body: '<html>Blocked</html>',
      })),
    );
    expect(await errorOf(() => pull(client))).toMatchObject({ kind: 'not-the-api' });
  });

  it.each([401, 403])(
    'should stop at once when the token is refused with %p, with the words of the service',
    async (status) => {
      const client = clientOn(scriptedService(() => reply(status, { detail: 'Account expired.' })));
      const error = await errorOf(() => pull(client));
      expect(error).toMatchObject({ kind: 'token-refused' });
      expect(errorText(error)).toContain('(Account expired)');
      expect(client.requests).toBe(1);
    },
  );

  test.each<readonly [string, Reply, ReadwiseErrorKind]>([
    ['a redirect by status', reply(302, '', { location: 'https://example.org' }), 'not-the-api'],
    ['the first status of redirects', reply(300, ''), 'not-the-api'],
    ['the last status of redirects', reply(399, ''), 'not-the-api'],
    ['a failure with a pause too long to wait for', reply(503, '', { 'retry-after': '3600' }), 'unreachable'],
    ['a redirect refused by the host', 'redirect', 'not-the-api'],
    ['an answer that is too large', 'too-large', 'not-the-api'],
    ['404 on a list', reply(404, { detail: 'Not found.' }), 'not-the-api'],
    ['400', reply(400, { updatedAfter: ['Enter a valid date.'] }), 'rejected'],
    ['a cancelled request', 'cancelled', 'cancelled'],
  ])('should end in its error when it is %s', async (_name, fault, kind) => {
    const client = clientOn(scriptedService(() => fault));
    expect(await errorOf(() => pull(client))).toMatchObject({ kind });
    expect(client.requests).toBe(1);
  });

  it('should show what the service said when it rejects a request', async () => {
    const error = await errorOf(() =>
      pull(clientOn(scriptedService(() => reply(400, { ids: ['Not a number.'] })))),
    );
    expect(errorText(error)).toContain('{"ids":["Not a number."]}');
  });

  it('should show the words alone, on one line and not too many, when it says them in its own way', async () => {
    const messageOf = async (answer: Reply) =>
      errorText(await errorOf(() => pull(clientOn(scriptedService(() => answer)))));
    expect(await messageOf(reply(400, { detail: ' No such\n\n thing. ' }))).toContain('No such thing.');
    expect(await messageOf(reply(400, { detail: 'No such thing.' }))).not.toContain('detail');
    expect(await messageOf(reply(400, '"No such thing."'))).not.toContain('"');
    expect(await messageOf(reply(500, 'It broke.'))).toContain('(500: It broke.)');
    expect(await messageOf(reply(500, ''))).toContain('(500)');
    expect((await messageOf(reply(400, { detail: 'x'.repeat(5000) }))).match(/x{2,}/)?.[0]).toHaveLength(300);
  });

  it('should take the page of a proxy for the service’s failure when its status says so', async () => {
    expect(
      await errorOf(() => pull(clientOn(scriptedService(() => ({ ...WEB_PAGE, status: 502 }))))),
    ).toMatchObject({ kind: 'unreachable' });
  });

  it('should not send a token again that was refused', async () => {
    const client = clientOn(scriptedService(() => reply(401, {})));
    await errorOf(() => pull(client));
    expect(await errorOf(() => pullDocuments(client, {}))).toMatchObject({ kind: 'token-refused' });
    expect(client.requests).toBe(1);
  });

  it('should say that what it sends is JSON when it sends anything', async () => {
    const types: (string | undefined)[] = [];
    const client = clientOn(
      scriptedService(({ headers }) => {
        types.push(headers['content-type']);
        return reply(200, { id: 1, book_id: 1 });
      }),
    );
    await client.send(highlightCalls.get('1'));
    await client.send(highlightCalls.update('1', { note: 'x' }));
    expect(types).toEqual([undefined, 'application/json']);
  });

  it('should show what the service said when it says it nested too deep for being written', async () => {
    const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const error = await errorOf(() => pull(clientOn(scriptedService(() => reply(400, nested)))));
    expect(error).toMatchObject({ kind: 'rejected' });
    expect(errorText(error)).toContain('[[[[');
  });

  it('should let a bug through as it is', async () => {
    const bug = new TypeError('a bug');
    expect(await errorOf(() => pull(clientOn(scriptedService(() => Promise.reject(bug)))))).toBe(bug);
  });
});

describe('429', () => {
  test.each([
    ['seconds', { 'retry-after': '30' }, 30],
    ['a date', { 'retry-after': 'Sat, 31 Jan 2026 09:00:45 GMT' }, 45],
    ['zero', { 'retry-after': '0' }, 1],
    ['nothing', {}, 60],
  ])(
    'should wait as long as asked when Retry-After is %s, whatever the local clock says',
    async (_name, headers, seconds) => {
      const clock = new FakeClock({ startsAt: Date.parse(SERVER_DATE) + 86_400_000 });
      await collect(pull(clientOn(afterwardsGood(reply(429, {}, headers)), { clock })));
      expect(clock.monotonic()).toBe(seconds * 1000);
    },
  );

  it.each([
    ['3600', 3600, 'Sync again in 60 minutes'],
    ['1800', 1800, 'Sync again in 30 minutes'],
    ['999999999', 3600, 'Sync again in 60 minutes'],
  ])(
    'should give up and say when to come back, in an hour at the latest, when the pause is %s seconds',
    async (header, seconds, text) => {
      const error = await errorOf(() =>
        pull(clientOn(scriptedService(() => reply(429, {}, { 'retry-after': header })))),
      );
      expect(error).toMatchObject({ kind: 'rate-limited' });
      expect(error).toMatchObject({ details: { seconds: seconds } });
      expect(errorText(error)).toContain(text);
    },
  );

  it('should give up when the service asks for pauses without end', async () => {
    const client = clientOn(scriptedService(() => reply(429, {})));
    expect(await errorOf(() => pull(client))).toMatchObject({ kind: 'rate-limited' });
    expect(client.requests).toBe(10);
  });

  it('should pause its whole class and no other', async () => {
    const clock = new FakeClock();
    const moments: Record<string, number[]> = {
      '/api/v3/list/': [],
      '/api/v3/tags/': [],
      '/api/v2/export/': [],
    };
    const http = scriptedService((request, number) => {
      moments[new URL(request.url).pathname]?.push(clock.monotonic());
      return number === 1 ? reply(429, {}, { 'retry-after': '20' }) : page([]);
    });
    const client = clientOn(http, { clock });
    await Promise.all([
      collect(pullDocuments(client, {})),
      clock
        .sleep(1)
        .then(() => Promise.all([collect(pagesOf(client, documentCalls.listTags())), collect(pull(client))])),
    ]);
    expect(moments).toEqual({
      '/api/v3/list/': [0, 20_000],
      '/api/v3/tags/': [20_000],
      '/api/v2/export/': [1],
    });
  });
});

describe('pacing', () => {
  /** A v3 list of so many pages that refuses, as the service does, what is more than 20 in a minute. */
  async function pullPages(pages: number, latency: number) {
    const clock = new FakeClock();
    const moments: number[] = [];
    const waits: Wait[] = [];
    const http = scriptedService(async (request) => {
      moments.push(clock.monotonic() + latency / 2);
      const isTooMany = mostInAnyMinute(moments) > 20;
      await clock.sleep(latency);
      const number = Number(new URL(request.url).searchParams.get('pageCursor') ?? '1');
      return isTooMany
        ? reply(429, {}, { 'retry-after': '60' })
        : page([{ id: `d${String(number)}` }], number < pages ? String(number + 1) : null, pages);
    });
    const client = clientOn(http, { clock, onWait: (wait) => waits.push(wait) });
    const received = await collect(pullDocuments(client, {}));
    return { received, moments, waits, requests: client.requests, duration: clock.monotonic() };
  }

  it('should be as fast as the budget allows and never be refused', async () => {
    const { received, moments, requests, duration } = await pullPages(100, 0);
    expect(received).toHaveLength(100);
    expect(requests).toBe(100);
    expect(mostInAnyMinute(moments)).toBe(20);
    expect(duration).toBeLessThan(4 * 60_000 + 500);
  });

  it('should never be refused when answers take long', async () => {
    expect((await pullPages(70, 2500)).requests).toBe(70);
  });

  it('should be shared by clients that share budgets, and by no others', async () => {
    const budgets = createRateBudgets();
    const clock = new FakeClock();
    const pullTwenty = async (shared: RateBudgets | undefined) => {
      const client = clientOn(
        scriptedService((_request, number) =>
          page([{ id: `d${String(number)}` }], number < 20 ? String(number) : null),
        ),
        { clock, budgets: shared },
      );
      await collect(pullDocuments(client, {}));
      return clock.monotonic();
    };
    expect(await pullTwenty(budgets)).toBe(0);
    expect(await pullTwenty(undefined)).toBe(0);
    expect(await pullTwenty(budgets)).toBe(60_050);
  });

  it('should hold for clients that ask at the same time', async () => {
    const budgets = createRateBudgets();
    const clock = new FakeClock();
    const moments: number[] = [];
    const http = scriptedService(() => {
      moments.push(clock.monotonic());
      return page([]);
    });
    const clients = Array.from({ length: 23 }, () => clientOn(http, { clock, budgets }));
    await Promise.all(clients.map((client) => collect(pagesOf(client, documentCalls.listTags()))));
    expect(moments).toHaveLength(23);
    expect(mostInAnyMinute(moments)).toBe(20);
  });

  it('should tell of every wait that a person would notice', async () => {
    expect((await pullPages(41, 0)).waits).toEqual([
      { endpoint: 'documents', seconds: 61, why: 'limit' },
      { endpoint: 'documents', seconds: 61, why: 'limit' },
    ]);
  });
});

describe('cancelling', () => {
  it('should stop within a wait', async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const client = clientOn(
      scriptedService(() => reply(429, {}, { 'retry-after': '100' })),
      { clock, signal: controller.signal },
    );
    const stopped = errorOf(() => pull(client));
    await clock.sleep(5000);
    controller.abort();
    expect(await stopped).toMatchObject({ kind: 'cancelled' });
    expect(clock.monotonic()).toBe(5000);
  });

  it('should stop between two requests', async () => {
    const controller = new AbortController();
    const client = clientOn(
      scriptedService((_request, number) => page([{ ...goldenBook, user_book_id: number }], 'more')),
      { signal: controller.signal },
    );
    const pages = pull(client);
    await pages.next();
    controller.abort();
    expect(await errorOf(() => pages)).toMatchObject({ kind: 'cancelled' });
    expect(client.requests).toBe(1);
  });
});

describe('I11 secret: the token', () => {
  it('should be in the header to the base URL and in no message', async () => {
    const echo = scriptedService((request) => {
      expect(new URL(request.url).origin).toBe('https://readwise.io');
      expect(request.url).not.toContain(TOKEN);
      expect(request.headers['authorization']).toBe(`Token ${TOKEN}`);
      return reply(400, { detail: `You sent ${request.headers['authorization'] ?? ''}` });
    });
    const error = await errorOf(() => pull(clientOn(echo, { baseUrl: 'https://readwise.io/' })));
    expect(errorText(error)).toContain('You sent Token [token]');
    expect(JSON.stringify([error, errorText(error), error.stack])).not.toContain(TOKEN);
  });

  it.each(['', '  ', 'two words', 'line\nbreak', 'snow☃man'])(
    'should be refused before it is sent when it is %p',
    async (token) => {
      const client = clientOn(afterwardsGood(), { token });
      const error = await errorOf(() => pull(client));
      expect(error).toMatchObject({ kind: 'token-refused' });
      expect(client.requests).toBe(0);
      if (token.trim() !== '') expect(errorText(error)).not.toContain(token);
    },
  );

  it('should be sent without the blanks around it', async () => {
    const client = clientOn(
      scriptedService((request) =>
        reply(request.headers['authorization'] === `Token ${TOKEN}` ? 204 : 401, ''),
      ),
      { token: ` ${TOKEN}\n` },
    );
    await expect(client.send(tokenCheck)).resolves.toBeUndefined();
  });
});
