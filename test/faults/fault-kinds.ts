import { HttpError, type HttpRequest, type HttpResponse } from '../../src/model/ports';
import type { RequestFault, Struck } from './faulty-client';

type Strike = RequestFault['strike'];
type Rest = Omit<RequestFault, 'name' | 'strike'>;

/** Each fault of a list, with what they have in common. */
const faults = (
  { strikes, ...rest }: Rest,
  named: readonly (readonly [name: string, strike: Strike])[],
): readonly RequestFault[] =>
  named.map(([name, strike]) => ({ name, strike, ...rest, ...(strikes === undefined ? {} : { strikes }) }));

const PASSES: Rest = { once: ['as without'], always: ['as without'] };
/** Tried again, and given up when it goes on. */
const RETRIED: Rest = { once: ['as without'], always: ['service'] };
const ENDS: Rest = { once: ['service'], always: ['service'] };
const EITHER: Rest = { once: ['service', 'as without'], always: ['service', 'as without'] };

const isLookUp = ({ url }: HttpRequest): boolean => /[?&]id=/.test(url);
const isLaterPage = ({ url }: HttpRequest): boolean => /[?&]pageCursor=/.test(url);
const hasCursors = (request: HttpRequest): boolean =>
  /\/(?:export|list)\//.test(request.url) && !isLookUp(request);
const isPageOfMany = ({ url }: HttpRequest): boolean =>
  /\/(?:export|list)\/|\/v2\/(?:books|highlights)\//.test(url);

/** A record of a page as it is on the wire, as far as faults touch it. */
interface WireRecord {
  readonly id?: unknown;
  readonly user_book_id?: unknown;
  readonly updated_at?: string;
  readonly updated?: string;
  readonly text?: unknown;
  readonly title?: unknown;
  readonly highlights?: readonly WireRecord[];
}

interface WirePage {
  readonly count?: number;
  readonly nextPageCursor?: string | null | undefined;
  readonly results: readonly WireRecord[];
}

/** Changes the page in the service's answer; one that holds no page stays as it is. */
const changedPage =
  (change: (page: WirePage, request: HttpRequest) => object): Strike =>
  async ({ request, answer }: Struck) => {
    const response = await answer();
    if (response.status !== 200) return response;
    const page = JSON.parse(response.body) as WirePage | null;
    if (page === null || !Array.isArray(page.results)) return response;
    return { ...response, body: JSON.stringify(change(page, request)) };
  };

/** Changes every record of a page, books and their highlights each for themselves. */
const changedRecords = (change: (record: WireRecord, index: number) => WireRecord): Strike =>
  changedPage((page) => {
    let index = 0;
    const results = page.results.map((record) => {
      const changed = change(record, index++);
      const highlights = changed.highlights?.map((highlight) => change(highlight, index++));
      return highlights === undefined ? changed : { ...changed, highlights };
    });
    return { ...page, results };
  });

const changedResults = (change: (record: WireRecord, index: number) => readonly unknown[]): Strike =>
  changedPage((page) => ({ ...page, results: page.results.flatMap(change) }));

const changedHeaders =
  (change: (headers: HttpResponse['headers']) => HttpResponse['headers']): Strike =>
  async ({ answer }: Struck) => {
    const response = await answer();
    return { ...response, headers: change(response.headers) };
  };

const answered = (
  status: number,
  {
    body = '{"detail":"Scripted fault."}',
    headers = {},
  }: { readonly body?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Strike => {
  const common = { 'content-type': 'application/json', date: 'Mon, 05 Jan 2026 08:00:00 GMT' };
  return () => Promise.resolve({ status, headers: { ...common, ...headers }, body });
};

const unanswered =
  (...given: ConstructorParameters<typeof HttpError>): Strike =>
  () =>
    Promise.reject(new HttpError(...given));

const PORTAL = {
  body: '<!doctype html><html><body><h1>Please sign in</h1></body></html>',
  headers: { 'content-type': 'text/html' },
};

/**
 * Faults of the way to the service and of its machines: no answer, a broken one, a status that is none of a
 * page.
 */
const CONNECTION_FAULTS: readonly RequestFault[] = [
  ...faults(RETRIED, [
    ['timeout', unanswered('timeout', 'no answer within 30 seconds')],
    ['reset', unanswered('network', 'ECONNRESET')],
    ['cut body', unanswered('network', 'the connection was closed within the answer')],
    [
      'half a body',
      async ({ answer }) => {
        const response = await answer();
        return { ...response, body: response.body.slice(0, response.body.length >> 1) };
      },
    ],
    ['web page', answered(200, PORTAL)],
    ['web page as JSON', answered(200, { body: PORTAL.body })],
    ...['', '""', 'null', '[]', '{}', '[{}]', '0'].map(
      (body) => [`200 ${JSON.stringify(body)}`, answered(200, { body })] as const,
    ),
    ...[408, 500, 502, 503, 504].map((status) => [String(status), answered(status)] as const),
    ['503 web page', answered(503, PORTAL)],
    ...['7', 'Mon, 05 Jan 2026 08:00:30 GMT', 'Sun, 04 Jan 2026 08:00:30 GMT', '0', '-5', 'soon'].map(
      (after) =>
        [`429 with retry-after: ${after}`, answered(429, { headers: { 'retry-after': after } })] as const,
    ),
    ['429 without retry-after', answered(429)],
    ['429 with a header of odd case', answered(429, { headers: { 'RETRY-After': '3' } })],
  ]),
  ...faults({ once: ['token'], always: ['token'] }, [
    ['401', answered(401)],
    ['403', answered(403)],
  ]),
  // For a later page or a look-up by id, a 404 in JSON is an answer.
  ...faults(EITHER, [['404', answered(404)]]),
  ...faults(ENDS, [
    ['404 web page', answered(404, PORTAL)],
    ['409', answered(409)],
    ['redirect', unanswered('redirect', 'https://elsewhere.example')],
    ['too large', unanswered('too-large', 'more than 64 MB')],
    ['429 with a huge number', answered(429, { headers: { 'retry-after': '999999999999' } })],
    ['429 with an hour', answered(429, { headers: { 'retry-after': '3600' } })],
  ]),
];

const CURSOR_FAULTS: readonly RequestFault[] = [
  ...faults({ ...EITHER, strikes: hasCursors }, [
    [
      'cursor loop',
      changedPage((page, { url }) => {
        const next = page.nextPageCursor ?? null;
        const asked = new URL(url).searchParams.get('pageCursor');
        return { ...page, nextPageCursor: next === null ? null : (asked ?? next) };
      }),
    ],
  ]),
  ...faults({ ...EITHER, strikes: isLaterPage }, [
    ['repeated page', ({ before, answer }) => (before === null ? answer() : Promise.resolve(before))],
    ['unknown cursor', answered(400, { body: '{"detail":"pageCursor: not known"}' })],
  ]),
  ...faults({ ...PASSES, strikes: hasCursors }, [
    ['"" as the end', changedPage((page) => ({ ...page, nextPageCursor: page.nextPageCursor ?? '' }))],
    [
      'no cursor at the end',
      changedPage(({ nextPageCursor, ...page }) =>
        (nextPageCursor ?? null) === null ? page : { ...page, nextPageCursor },
      ),
    ],
  ]),
];

/** What costs the record: a highlight its text, any other its identity. */
function spoiled(record: WireRecord): WireRecord {
  if (record.text !== undefined) return { ...record, text: { odd: true } };
  return record.user_book_id === undefined
    ? { ...record, id: { odd: true } }
    : { ...record, user_book_id: { odd: true } };
}

const olderRecord = (record: WireRecord): WireRecord => ({
  ...record,
  ...(record.updated_at === undefined ? {} : { updated_at: '2020-01-01T00:00:00.000Z' }),
  ...(record.updated === undefined ? {} : { updated: '2020-01-01T00:00:00.000Z' }),
  ...(record.text === undefined ? {} : { text: 'An older wording.' }),
});

const older = (record: WireRecord): WireRecord =>
  record.highlights === undefined
    ? olderRecord(record)
    : { ...record, highlights: record.highlights.map(olderRecord) };

const ANY_ENDING = ['service', 'partial', 'as without'] as const;

/** Faults of what the service says: records that are bad, double or old. */
const RECORD_FAULTS: readonly RequestFault[] = [
  ...faults({ once: ANY_ENDING, always: ANY_ENDING, strikes: isPageOfMany }, [
    ['schema drift', changedRecords(spoiled)],
    ['schema drift of 30 %', changedRecords((each, index) => (index % 3 === 0 ? spoiled(each) : each))],
    ['one bad record', changedRecords((each, index) => (index === 1 ? spoiled(each) : each))],
    ['a record that is none', changedResults((each, index) => [index === 0 ? 'gone' : each])],
  ]),
  ...faults({ ...PASSES, strikes: isPageOfMany }, [
    ['every record twice', changedResults((each) => [each, each])],
    ['an older version after each', changedResults((each) => [each, older(each)])],
    ['an older version before each', changedResults((each) => [older(each), each])],
    ['other order', changedPage((page) => ({ ...page, results: [...page.results].reverse() }))],
    ['count that lies', changedPage((page) => ({ ...page, count: (page.count ?? 0) + 7 }))],
    ['count of 0', changedPage((page) => ({ ...page, count: 0 }))],
    ['fields that nobody knows', changedRecords((each) => ({ ...each, ...{ novelty: { a: 1 } } }))],
    ['a field of the page that nobody knows', changedPage((page) => ({ ...page, novelty: [1] }))],
  ]),
];

/** A deletion is proven by two answers that are far enough apart, which only `Date` tells. */
const NOW_OR_LATER = ['as without', 'later'] as const;

const HEADER_FAULTS: readonly RequestFault[] = [
  ...faults(RETRIED, [
    ['content type text/html', changedHeaders((headers) => ({ ...headers, 'content-type': 'text/html' }))],
  ]),
  ...faults(PASSES, [
    ['content type text/plain', changedHeaders((headers) => ({ ...headers, 'content-type': 'text/plain' }))],
    ['no content type', changedHeaders(({ 'content-type': _, ...headers }) => headers)],
  ]),
  ...faults(
    {
      once: NOW_OR_LATER,
      always: NOW_OR_LATER,
      // When a look-up was answered decides when a deletion is proven, and so what comes before what.
      strikes: (request) => !isLookUp(request),
    },
    [
      ['no Date', changedHeaders(({ date: _, ...headers }) => headers)],
      ...[
        'Fri, 01 Jan 2099 00:00:00 GMT',
        'yesterday',
        'Wed, 07 Jan 2026 12:00:00 GMT',
        'Thu, 01 Jan 1970 00:00:00 GMT',
      ].map((date) => [`Date: ${date}`, changedHeaders((headers) => ({ ...headers, date }))] as const),
    ],
  ),
];

export const FAULTS: readonly RequestFault[] = [
  ...CONNECTION_FAULTS,
  ...CURSOR_FAULTS,
  ...RECORD_FAULTS,
  ...HEADER_FAULTS,
];
