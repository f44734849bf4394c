import type { HttpRequest, HttpResponse } from '../../src/model/ports';
import type { Ending, RequestFault, Struck } from './fault';
import { withPage, type WirePage, type WireRecord } from './wire-page';

/** Faults of what the service says: cursors that lead astray, records that are bad, double or old, clocks that are wrong. */

const PASSES: readonly Ending[] = ['as without'];
/** A deletion is proven by two answers that are far enough apart, which only `Date` tells. */
const NOW_OR_LATER: readonly Ending[] = ['as without', 'later'];
const isPageOfMany = ({ url }: HttpRequest): boolean =>
  /\/(?:export|list)\/|\/v2\/(?:books|highlights)\//.test(url);
/** When a look-up was answered decides when a deletion is proven, and so what comes before what. */
const isNoLookUp = ({ url }: HttpRequest): boolean => !/[?&]id=/.test(url);
const isLaterPage = ({ url }: HttpRequest): boolean => /[?&]pageCursor=/.test(url);
const hasCursors = ({ url }: HttpRequest): boolean => /\/(?:export|list)\//.test(url) && !/[?&]id=/.test(url);

const changedPage =
  (change: (page: WirePage, request: HttpRequest) => WirePage) =>
  async ({ request, answer }: Struck): Promise<HttpResponse> =>
    withPage(await answer(), (page) => change(page, request));

const withHeaders =
  (change: (headers: Readonly<Record<string, string>>) => Readonly<Record<string, string>>) =>
  async ({ answer }: Struck): Promise<HttpResponse> => {
    const response = await answer();
    return { ...response, headers: change(response.headers) };
  };

const askedCursor = ({ url }: HttpRequest): string | null => new URL(url).searchParams.get('pageCursor');

const CURSOR_FAULTS: readonly RequestFault[] = [
  {
    name: 'cursor loop',
    strikes: hasCursors,
    strike: changedPage((page, request) => ({
      ...page,
      nextPageCursor:
        (page.nextPageCursor ?? null) === null ? null : (askedCursor(request) ?? page.nextPageCursor ?? null),
    })),
    once: ['service', 'as without'],
    always: ['service', 'as without'],
  },
  {
    name: 'repeated page',
    strikes: isLaterPage,
    strike: ({ before, answer }) => (before === null ? answer() : Promise.resolve(before)),
    once: ['service', 'as without'],
    always: ['service', 'as without'],
  },
  {
    name: 'unknown cursor',
    strikes: isLaterPage,
    strike: () =>
      Promise.resolve({
        status: 400,
        headers: { 'content-type': 'application/json' },
        body: '{"detail":"pageCursor: not known"}',
      }),
    once: ['service', 'as without'],
    always: ['service', 'as without'],
  },
  {
    name: '"" as the end',
    strikes: hasCursors,
    strike: changedPage((page) => ({ ...page, nextPageCursor: page.nextPageCursor ?? '' })),
    once: PASSES,
    always: PASSES,
  },
  {
    name: 'no cursor at the end',
    strikes: hasCursors,
    strike: changedPage(({ nextPageCursor, ...page }) =>
      (nextPageCursor ?? null) === null ? page : { ...page, nextPageCursor },
    ),
    once: PASSES,
    always: PASSES,
  },
];

/** Every record of a page, books and their highlights each for themselves. */
const mapRecords = (page: WirePage, change: (record: WireRecord, index: number) => WireRecord): WirePage => {
  let index = 0;
  const results = page.results.map((record) => {
    const changed = change(record, index++);
    return changed.highlights === undefined
      ? changed
      : { ...changed, highlights: changed.highlights.map((highlight) => change(highlight, index++)) };
  });
  return { ...page, results };
};

/** What costs the record: a highlight its text, any other its identity. */
function spoiled(record: WireRecord): WireRecord {
  if (record.text !== undefined) return { ...record, text: { odd: true } };
  return record.user_book_id === undefined
    ? { ...record, id: { odd: true } }
    : { ...record, user_book_id: { odd: true } };
}

const older = (record: WireRecord): WireRecord => ({
  ...record,
  ...(record.updated_at === undefined ? {} : { updated_at: '2020-01-01T00:00:00.000Z' }),
  ...(record.updated === undefined ? {} : { updated: '2020-01-01T00:00:00.000Z' }),
  ...(record.text === undefined ? {} : { text: 'An older wording.' }),
});

const RECORD_FAULTS: readonly RequestFault[] = [
  {
    name: 'schema drift',
    delaysRecords: true,
    strikes: isPageOfMany,
    strike: changedPage((page) => mapRecords(page, spoiled)),
    once: ['service', 'partial', 'as without'],
    always: ['service', 'partial', 'as without'],
  },
  {
    name: 'schema drift of 30 %',
    delaysRecords: true,
    strikes: isPageOfMany,
    strike: changedPage((page) =>
      mapRecords(page, (record, index) => (index % 3 === 0 ? spoiled(record) : record)),
    ),
    once: ['service', 'partial', 'as without'],
    always: ['service', 'partial', 'as without'],
  },
  {
    name: 'one bad record',
    delaysRecords: true,
    strikes: isPageOfMany,
    strike: changedPage((page) =>
      mapRecords(page, (record, index) => (index === 1 ? spoiled(record) : record)),
    ),
    once: ['service', 'partial', 'as without'],
    always: ['service', 'partial', 'as without'],
  },
  {
    name: 'a record that is none',
    delaysRecords: true,
    strikes: isPageOfMany,
    strike: changedPage((page) => ({
      ...page,
      results: page.results.map((record, index) => (index === 0 ? ('gone' as WireRecord) : record)),
    })),
    once: ['service', 'partial', 'as without'],
    always: ['service', 'partial', 'as without'],
  },
  {
    name: 'every record twice',
    strikes: isPageOfMany,
    strike: changedPage((page) => ({ ...page, results: page.results.flatMap((record) => [record, record]) })),
    once: PASSES,
    always: PASSES,
  },
  {
    name: 'an older version after each',
    strikes: isPageOfMany,
    strike: changedPage((page) => ({
      ...page,
      results: page.results.flatMap((record) => [
        record,
        record.highlights === undefined
          ? older(record)
          : { ...record, highlights: record.highlights.map(older) },
      ]),
    })),
    once: PASSES,
    always: PASSES,
  },
  {
    name: 'an older version before each',
    strikes: isPageOfMany,
    strike: changedPage((page) => ({
      ...page,
      results: page.results.flatMap((record) => [
        record.highlights === undefined
          ? older(record)
          : { ...record, highlights: record.highlights.map(older) },
        record,
      ]),
    })),
    once: PASSES,
    always: PASSES,
  },
  {
    name: 'other order',
    strikes: isPageOfMany,
    strike: changedPage((page) => ({ ...page, results: [...page.results].reverse() })),
    once: PASSES,
    always: PASSES,
  },
  {
    name: 'count that lies',
    strikes: isPageOfMany,
    strike: changedPage((page) => ({ ...page, count: (page.count ?? 0) + 7 })),
    once: PASSES,
    always: PASSES,
  },
  {
    name: 'count of 0',
    strikes: isPageOfMany,
    strike: changedPage((page) => ({ ...page, count: 0 })),
    once: PASSES,
    always: PASSES,
  },
  {
    name: 'fields that nobody knows',
    strikes: isPageOfMany,
    strike: changedPage((page) =>
      mapRecords({ ...page, ...{ novelty: [1] } }, (record) => ({ ...record, ...{ novelty: { a: 1 } } })),
    ),
    once: PASSES,
    always: PASSES,
  },
];

const HEADER_FAULTS: readonly RequestFault[] = [
  {
    name: 'content type text/html',
    strike: withHeaders((headers) => ({ ...headers, 'content-type': 'text/html' })),
    once: PASSES,
    always: ['service'],
  },
  {
    name: 'content type text/plain',
    strike: withHeaders((headers) => ({ ...headers, 'content-type': 'text/plain' })),
    once: PASSES,
    always: PASSES,
  },
  {
    name: 'no content type',
    strike: withHeaders(({ 'content-type': _, ...headers }) => headers),
    once: PASSES,
    always: PASSES,
  },
  {
    name: 'no Date',
    delaysRecords: true,
    strikes: isNoLookUp,
    strike: withHeaders(({ date: _, ...headers }) => headers),
    once: NOW_OR_LATER,
    always: NOW_OR_LATER,
  },
  ...['Fri, 01 Jan 2099 00:00:00 GMT', 'yesterday', 'Wed, 07 Jan 2026 12:00:00 GMT'].map(
    (date): RequestFault => ({
      name: `Date: ${date}`,
      delaysRecords: true,
      strikes: isNoLookUp,
      strike: withHeaders((headers) => ({ ...headers, date })),
      once: NOW_OR_LATER,
      always: NOW_OR_LATER,
    }),
  ),
  {
    name: 'Date: 1970',
    delaysRecords: true,
    strikes: isNoLookUp,
    strike: withHeaders((headers) => ({ ...headers, date: 'Thu, 01 Jan 1970 00:00:00 GMT' })),
    once: NOW_OR_LATER,
    always: NOW_OR_LATER,
  },
];

export const PAGE_FAULTS: readonly RequestFault[] = [...CURSOR_FAULTS, ...RECORD_FAULTS, ...HEADER_FAULTS];
