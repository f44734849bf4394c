import type { RequestUrlResponse } from 'obsidian';
import type { HttpClient, HttpResponse } from '../../../../src/ports';
import type { ReadwiseClient } from '../../../../src/readwise/client';
import { LimitExceededError } from '../../../../src/readwise/errors';
import { pullDocuments, pullHighlights, sightDocument } from '../../../../src/readwise/pull';

import { withinLimits } from '../../../../src/platform/obsidian/network/request-limits';
import { RequestUrlHttpClient } from '../../../../src/platform/obsidian/network/request-url-http-client';
import { quarantineMessage } from '../../../../src/sync/pull/quarantine';
import { unsweptMessage } from '../../../../src/sync/pull/sweep';
import { goldenBook } from '../../../readwise/support/golden-records';
import {
  page,
  reply,
  scriptedService,
  WEB_PAGE,
  type Reply,
} from '../../../readwise/support/scripted-service';
import { clientOn, errorOf } from '../../../readwise/support/test-client';

const ID = '01gwfvp9pyaabcdgmx14f6ha0';
const FAILING = (): Reply => reply(500, { detail: 'Try later. Really.' });

type Work = Promise<unknown> | AsyncIterable<unknown>;

/** What comes of a service that answers so, asked so. */
const said = (
  script: (number: number) => Reply | Promise<Reply>,
  ask: (client: ReadwiseClient) => Work = (client) => pullHighlights(client, {}),
): Promise<Error> => errorOf(ask(clientOn(scriptedService((_request, number) => script(number)))));

const reviewOf = (answer: Reply): Promise<Error> =>
  said(
    () => answer,
    (client) => client.highlights.dailyReview(),
  );

/** A host that fails as the app does. */
const failing = (message: string): HttpClient => ({
  send: ({ url }) =>
    withinLimits(() => Promise.reject<RequestUrlResponse>(new Error(message)), {
      timeoutMs: 1000,
      target: new URL(url).host,
    }) as Promise<never>,
});

const odd = (book: object): HttpResponse =>
  page(Array.from({ length: 5 }, () => ({ ...goldenBook, ...book })));

/** What can go wrong with the service, by making it go wrong. */
export async function serviceErrors(): Promise<readonly Error[]> {
  return [
    await said(FAILING),
    await said(FAILING, (client) => pullDocuments(client, {})),
    await said(FAILING, (client) => client.books.list()),
    await said(FAILING, (client) => client.highlights.list()),
    await said(FAILING, (client) => sightDocument(client, ID)),
    await said(FAILING, (client) => client.documents.htmlOf(ID)),
    await said(FAILING, (client) => client.documents.rawSourceOf(ID)),
    await said(
      () => page([]),
      (client) => sightDocument(client, 'no id'),
    ),
    await said(() => reply(401, '')),
    await said(() => reply(403, { detail: 'Invalid token. (Withdrawn.)' })),
    await said(() => reply(400, { field: ['is wrong'] })),
    await said(() => reply(302, '')),
    await said(() => reply(404, 'gone')),
    await said(() => WEB_PAGE),
    await said(() => reply(200, '{"count": 1')),
    await said(() => reply(200, [])),
    ...(await Promise.all(
      (['timeout', 'network', 'redirect', 'too-large', 'cancelled'] as const).map((kind) => said(() => kind)),
    )),
    ...(await Promise.all(
      [301, 400, 7000, 90_000].map((seconds) =>
        said(() => reply(429, '', { 'retry-after': String(seconds) })),
      ),
    )),
    await said(() => reply(429, '', { 'retry-after': '1' })),
    await said((number) =>
      number === 1 ? page([goldenBook], 'next') : reply(400, { detail: 'no such cursor' }),
    ),
    await said(() => page([goldenBook], 'always-the-same')),
    await said((number) => page([goldenBook], `cursor-${String(number)}`)),
    await said((number) =>
      page([{ ...goldenBook, user_book_id: number, highlights: [] }], `cursor-${String(number)}`, 0),
    ),
    await said(
      () =>
        reply(200, {
          count: 1,
          nextPageCursor: null,
          results: [{ id: 'another', url: '', category: 'article' }],
        }),
      (client) => sightDocument(client, ID),
    ),
    ...(await Promise.all(
      [{ user_book_id: 'x' }, { title: {} }, { highlights: 7 }].map((book) => said(() => odd(book))),
    )),
    ...(await Promise.all(
      [{ id: 'no id' }, { id: 'a', parent_id: 'no id' }].map((document) =>
        said(
          () => page(Array.from({ length: 5 }, () => document)),
          (client) => pullDocuments(client, {}),
        ),
      ),
    )),
    await said(() => page([1, 2, 3, 4, 5])),
    await errorOf(pullHighlights(clientOn(scriptedService(FAILING), { token: 'with a space' }), {})),
    await said(
      () => reply(200, ''),
      (client) => client.checkToken(),
    ),
    await reviewOf(FAILING()),
    await reviewOf(reply(200, 5)),
    await reviewOf(reply(200, { highlights: 5 })),
    await reviewOf(reply(200, { highlights: [5] })),
    await errorOf(pullHighlights(clientOn(failing('Failed: net::ERR_INTERNET_DISCONNECTED')), {})),
    await errorOf(pullHighlights(clientOn(failing('odd')), {})),
    await errorOf(
      pullHighlights(clientOn(new RequestUrlHttpClient(), { baseUrl: 'http://books.example' }), {}),
    ),
    new LimitExceededError({
      doing: 'fetching documents',
      field: 'id',
      problem: 'must not be empty',
    }),
  ];
}

/** What is told of records that cannot be read. */
export const oddSentences = (): readonly string[] => [
  quarantineMessage({
    endpoint: 'documents',
    id: ID,
    problem: 'title should be a list; id should be an id of letters, digits and dashes',
  }),
  quarantineMessage({ endpoint: 'highlights', id: '7', problem: 'user_book_id should be a whole number' }),
  quarantineMessage({ endpoint: 'highlights', id: '7', bookId: '8', problem: 'id should be a whole number' }),
  unsweptMessage('books', 'id should be a whole number'),
  unsweptMessage('highlights', 'id should be a whole number'),
];
