import type * as z from 'zod/mini';
import type { Answer } from './answer';
import { CursorRejectedError, RequestRejectedError, ResponseShapeError } from './errors';
import { numericId, checked, toQuery, type Query } from './outgoing';
import { walkPages } from './page-walk';
import type { ListPage } from './pages';
import { parseNumberedPage, type EntryParser } from './parse-page';
import { parseSingle } from './parse-record';
import type { Call, Transport } from './transport';

/** The calls that several endpoints have in common. */

/** What became of a DELETE; both mean that it is not there any more. */
export type Removal = 'deleted' | 'absent';

/** Reads an answer that is no page. */
export const readSingle =
  <Wire, Value>(schema: z.ZodMiniType<Wire>, toValue: (wire: Wire) => Value) =>
  (answer: Answer): Value =>
    toValue(parseSingle(answer.json, schema));

/** The part of a call that every DELETE shares: done is all that its answer says (204). */
export const removal: Pick<Call<Removal>, 'method' | 'repeat' | 'read' | 'whenMissing'> = {
  method: 'DELETE',
  repeat: 'safe',
  read(answer) {
    if (answer.status === 204 || answer.json === undefined) return 'deleted';
    throw new ResponseShapeError('not-the-api', 'the answer is not that of a deletion.');
  },
  whenMissing: () => 'absent',
};

/** The id of a v2 record, fit to stand in an address. */
export function idInPath(id: string, doing: string): string {
  return checked(id, { schema: numericId, doing });
}

export interface CursorPages<Page> {
  readonly call: Omit<Call<Page>, 'doing' | 'method' | 'repeat'>;
  readonly doing: string;
  /** Where to begin; null: at the first page. */
  readonly cursor: string | null;
  readonly idsOf: (page: Page) => readonly string[];
}

/** The pages of a list whose pages have cursors. Throws `CursorRejectedError` when the service refuses one. */
export function cursorPages<Page extends { nextCursor: string | null; count: number | null }>(
  transport: Transport,
  { call, doing, cursor, idsOf }: CursorPages<Page>,
): AsyncGenerator<Page> {
  return walkPages({
    cursor,
    doing,
    fetchPage: (pageCursor, doingPage) =>
      callForPage(transport, {
        call: { ...call, doing: doingPage, method: 'GET', repeat: 'safe' },
        cursor: pageCursor,
      }),
    idsOf,
  });
}

/** A cursor is refused by a 400, or by a 404 in JSON. */
async function callForPage<Page>(
  transport: Transport,
  { call, cursor }: { readonly call: Call<Page>; readonly cursor: string | null },
): Promise<Page> {
  if (cursor === null) return transport.call(call);
  const rejected = new CursorRejectedError({ doing: call.doing });
  const query: Query = [...(call.query ?? []), ['pageCursor', cursor]];
  try {
    const page = await transport.call<Page | null>({ ...call, query, whenMissing: () => null });
    if (page !== null) return page;
  } catch (error) {
    if (!(error instanceof RequestRejectedError) || error.status !== 400) throw error;
  }
  throw rejected;
}

export interface NumberedPages<Wire, Entry> extends Pick<Call<unknown>, 'rate' | 'path' | 'doing'> {
  readonly filter: Readonly<Record<string, string | number | undefined>>;
  readonly parser: EntryParser<Wire, Entry>;
  readonly idOf: (entry: Entry) => string;
}

/**
 * The pages of a v2 list, asked for by number (the service's `next` is an address, and the token follows no address).
 * A page that is gone by the time it is asked for is the end.
 */
export function numberedPages<Wire, Entry>(
  transport: Transport,
  { rate, path, filter, parser, idOf, doing }: NumberedPages<Wire, Entry>,
): AsyncGenerator<ListPage<Entry>> {
  const fetchPage = (cursor: string | null, doingPage: string): Promise<ListPage<Entry>> => {
    const pageNumber = Number(cursor ?? '1');
    return transport.call({
      doing: doingPage,
      rate,
      method: 'GET',
      path,
      query: toQuery({ ...filter, page: pageNumber }),
      repeat: 'safe',
      read: (answer, pace) => parseNumberedPage(answer, { parser, pageNumber, pace }),
      ...(pageNumber > 1 ? { whenMissing: endOfList<Entry> } : {}),
    });
  };
  return walkPages({ cursor: null, doing, fetchPage, idsOf: (page) => page.entries.map(idOf) });
}

const endOfList = <Entry>(): ListPage<Entry> => ({
  entries: [],
  quarantined: [],
  incomplete: [],
  nextCursor: null,
  count: null,
  serverDate: null,
});
