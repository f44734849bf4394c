import { errorText } from '../../src/messages/messages';
import { documentCalls } from '../../src/readwise/document-calls';
import { highlightCalls } from '../../src/readwise/highlight-calls';
import { pagesOf } from '../../src/readwise/page-walk';
import type { ReadwiseClient } from '../../src/readwise/client';
import { page, reply, scriptedService } from './support/scripted-service';
import { clientOn, collect, errorOf } from './support/test-client';

/** Takes anything, as a service that checks nothing. */
const careless = () =>
  clientOn(
    scriptedService((request) =>
      request.method === 'GET'
        ? page([])
        : reply(
            200,
            request.url.includes('/v3/')
              ? { id: 'a' }
              : request.method === 'POST'
                ? []
                : { id: 1, book_id: 1 },
          ),
    ),
  );

// Values that the types would not let through come from settings, files and other plugins.
const wrong = <Value>(value: unknown): Value => value as Value;

const create =
  (highlight: object) =>
  (client: ReadwiseClient): Promise<unknown> =>
    client.send(highlightCalls.create([{ text: 'x', ...highlight }]));

const tooLong: readonly (readonly [
  string,
  string,
  number,
  (length: number) => (client: ReadwiseClient) => Promise<unknown>,
])[] = [
  ['text', 'highlights.0.text', 8191, (length) => create({ text: 'x'.repeat(length) })],
  ['note', 'highlights.0.note', 8191, (length) => create({ note: 'x'.repeat(length) })],
  ['title', 'highlights.0.title', 511, (length) => create({ title: 'x'.repeat(length) })],
  ['author', 'highlights.0.author', 1024, (length) => create({ author: 'x'.repeat(length) })],
  ['image address', 'highlights.0.imageUrl', 2047, (length) => create({ imageUrl: 'x'.repeat(length) })],
  ['source address', 'highlights.0.sourceUrl', 2047, (length) => create({ sourceUrl: 'x'.repeat(length) })],
  [
    'highlight address',
    'highlights.0.highlightUrl',
    4095,
    (length) => create({ highlightUrl: 'x'.repeat(length) }),
  ],
  [
    'changed text',
    'text',
    8191,
    (length) => (client) => client.send(highlightCalls.update('1', { text: 'x'.repeat(length) })),
  ],
  [
    'changed note',
    'note',
    8191,
    (length) => (client) => client.send(highlightCalls.update('1', { note: 'x'.repeat(length) })),
  ],
];

describe('lengths', () => {
  it.each(tooLong)(
    'should be sent up to the limit and not beyond when it is the %s',
    async (_name, field, limit, send) => {
      const client = careless();
      await send(limit)(client);
      expect(client.requests).toBe(1);
      const error = await errorOf(() => send(limit + 1)(client));
      expect(error).toMatchObject({ kind: 'limit-exceeded', details: { field } });
      expect(errorText(error)).toContain(
        `${field} may have at most ${String(limit)} characters, but has ${String(limit + 1)}. Nothing was sent`,
      );
      expect(client.requests).toBe(1);
    },
  );

  it('should be counted in characters, not in their halves', async () => {
    const client = careless();
    await client.send(highlightCalls.create([{ text: '🌿'.repeat(8191) }]));
    const error = await errorOf(() => client.send(highlightCalls.create([{ text: '🌿'.repeat(8192) }])));
    expect(errorText(error)).toContain('but has 8192');
  });
});

type Send = (client: ReadwiseClient) => Promise<unknown>;
const list =
  (filter: object): Send =>
  async (client) =>
    collect(pagesOf(client, highlightCalls.list(filter)));

const broken: readonly (readonly [string, string, Send])[] = [
  ['no highlight at all', 'highlights', (client) => client.send(highlightCalls.create([]))],
  ['an empty text', 'highlights.0.text', create({ text: ' ' })],
  ['a source type with a space', 'highlights.0.sourceType', create({ sourceType: 'my app' })],
  ['a short source type', 'highlights.0.sourceType', create({ sourceType: 'ab' })],
  ['a long source type', 'highlights.0.sourceType', create({ sourceType: 'a'.repeat(65) })],
  ['an unknown category', 'highlights.0.category', create({ category: 'supplementals' })],
  ['a location type without location', 'highlights.0.location', create({ locationType: 'page' })],
  ['a location that is no integer', 'highlights.0.location', create({ location: 1.5 })],
  ['a date in words', 'highlights.0.highlightedAt', create({ highlightedAt: 'yesterday' })],
  ['a field that the service does not know', 'highlights.0', create({ colour: 'yellow' })],
  ['a change of nothing', 'the value', (client) => client.send(highlightCalls.update('1', {}))],
  [
    'a list where a change belongs',
    'the value',
    (client) => client.send(documentCalls.update('a', wrong([]))),
  ],
  [
    'an unknown colour',
    'color',
    (client) => client.send(highlightCalls.update('1', { color: wrong('red') })),
  ],
  ['a page of nothing', 'pageSize', list({ pageSize: 0 })],
  ['a page of too much', 'pageSize', list({ pageSize: 1001 })],
  ['an impossible day', 'updatedAfter', list({ updatedAfter: '2026-13-01' })],
  [
    '101 ids',
    'ids',
    async (client) =>
      collect(pagesOf(client, highlightCalls.export({ ids: Array.from({ length: 101 }, String) }))),
  ],
  [
    'an id with a comma',
    'ids.0',
    async (client) => collect(pagesOf(client, highlightCalls.export({ ids: ['1,2'] }))),
  ],
  ['a document without address', 'url', (client) => client.send(documentCalls.save({ url: '' }))],
  [
    'cleaning without html',
    'shouldCleanHtml',
    (client) => client.send(documentCalls.save({ url: 'https://example.org', shouldCleanHtml: true })),
  ],
  [
    'a location that cannot be set',
    'location',
    (client) => client.send(documentCalls.update('a', { location: wrong('shortlist') })),
  ],
  [
    'an unknown category of documents',
    'category',
    (client) => client.send(documentCalls.update('a', { category: wrong('hologram') })),
  ],
  ['an id that leads elsewhere', 'the value', (client) => client.send(documentCalls.remove('../update/a'))],
];

describe('rules', () => {
  it.each(broken)('should keep it from being sent when there is %s', async (_name, field, send) => {
    const client = careless();
    const error = await errorOf(() => send(client));
    expect(error).toMatchObject({ kind: 'limit-exceeded', details: { field } });
    expect(errorText(error)).toMatch(/.+\. Nothing was sent\. Change it and try again\.$/);
    expect(client.requests).toBe(0);
  });

  test.each(['2026-01-31', '2026-01-31T09:00:00Z', '2026-01-31T09:00:00.123456+05:30', '2026-01-31T09:00'])(
    'should let through the date %p',
    async (highlightedAt) => {
      const client = careless();
      await create({ highlightedAt })(client);
      expect(client.requests).toBe(1);
    },
  );

  it('should let through a location type with a location, and order without one', async () => {
    const client = careless();
    await create({ locationType: 'page', location: 0 })(client);
    await create({ locationType: 'order' })(client);
    expect(client.requests).toBe(2);
  });
});
