import { isReadwiseError, ReadwiseError } from './readwise-error';
import type { PagedCall } from './calls';
import type { ReadwiseClient } from './client';
import type { Page } from './pages';

/** Pages in a row that may bring nothing new: records move between pages during a pull. */
const MAX_PAGES_WITHOUT_NEWS = 10;
/** How many pages are remembered to recognise repeated records; keeps memory constant. */
const REMEMBERED_PAGES = 8;
/** Pages allowed beyond twice the count of the service, which may be wrong. */
const PAGES_BEYOND_COUNT = 1000;
const MAX_PAGES_WITHOUT_COUNT = 20_000;

/**
 * All pages of a list, from `cursor` on when given. Endless answers throw `not-the-api`, a refused cursor throws
 * `cursor-rejected`.
 */
export async function* pagesOf<One extends Page>(
  client: ReadwiseClient,
  call: PagedCall<One>,
  start: string | null = null,
): AsyncGenerator<One> {
  const seenCursors = new Set<string>();
  const lastPages: ReadonlySet<string>[] = [];
  let oldPages = 0;
  let cursor = start;
  for (let number = 1; ; number += 1) {
    const doingPage = `${call.doing}, page ${String(number)}`;
    if (cursor !== null) seenCursors.add(cursor);
    const page = await fetchPage(client, { ...call, doing: doingPage }, { cursor, number });
    const ids = [...call.idsOf(page), ...page.quarantined.map(({ id }) => id)];
    const isNew = ids.some((id) => !lastPages.some((last) => last.has(id)));
    oldPages = isNew ? 0 : oldPages + 1;
    if (ids.length > 0) lastPages.push(new Set(ids));
    if (lastPages.length > REMEMBERED_PAGES) lastPages.shift();
    yield page;
    if (page.nextCursor === null) return;
    const isInCircle = seenCursors.has(page.nextCursor);
    if (isInCircle || oldPages >= MAX_PAGES_WITHOUT_NEWS || number >= mostPages(page.count))
      throw new ReadwiseError('endless', doingPage);
    cursor = page.nextCursor;
  }
}

function mostPages(count: number | null): number {
  return count === null ? MAX_PAGES_WITHOUT_COUNT : 2 * Math.max(0, count) + PAGES_BEYOND_COUNT;
}

function fetchPage<One extends Page>(
  client: ReadwiseClient,
  call: PagedCall<One>,
  { cursor, number }: { readonly cursor: string | null; readonly number: number },
): Promise<One> {
  if (call.paging === 'by number') return fetchNumbered(client, call, number);
  return cursor === null ? client.send(call) : fetchFrom(client, call, cursor);
}

/** The service names the address of the next page, but the token goes to no address of an answer. */
async function fetchNumbered<One extends Page>(
  client: ReadwiseClient,
  call: PagedCall<One>,
  number: number,
): Promise<One> {
  const query = [...(call.query ?? []), ['page', String(number)] as const];
  // A page that no longer exists is the end.
  const whenMissing = number === 1 ? undefined : call.whenNoPage;
  const page = await client.send({ ...call, query, ...(whenMissing === undefined ? {} : { whenMissing }) });
  return page.nextCursor === null ? page : { ...page, nextCursor: String(number + 1) };
}

async function fetchFrom<One extends Page>(
  client: ReadwiseClient,
  call: PagedCall<One>,
  cursor: string,
): Promise<One> {
  const query = [...(call.query ?? []), ['pageCursor', cursor] as const];
  try {
    const page = await client.send<One | null>({ ...call, query, whenMissing: () => null });
    if (page !== null) return page;
  } catch (error) {
    if (!isReadwiseError(error, 'rejected') || error.details.status !== 400) throw error;
  }
  throw new ReadwiseError('cursor-rejected', call.doing);
}
