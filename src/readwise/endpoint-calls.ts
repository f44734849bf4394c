import type * as z from 'zod/mini';
import type { Answer } from './answer';
import { isReadwiseError, ReadwiseError, ResponseShapeError } from './errors';
import { walkPages } from './page-walk';
import { emptyPage, parseListPage, type ListPage, type Page } from './pages';
import { parseSingle, type RecordParser } from './parse-record';
import { checked, numericId, toQuery } from './requests';
import type { Call, Transport } from './transport';

/** Reads an answer that is one record. */
export const single =
  <Value>(schema: z.ZodMiniType<Value>) =>
  ({ json }: Answer): Value =>
    parseSingle(json, schema);

/** The same for a record that may not exist: null after a 404. */
export const optional = <Value>(
  schema: z.ZodMiniType<Value>,
): Pick<Call<Value | null>, 'read' | 'whenMissing'> => ({ read: single(schema), whenMissing: () => null });

/** The result of a DELETE; both mean that the record is no longer there. */
export type Removal = 'deleted' | 'absent';

/** What all DELETE calls share. The service answers 204 without a body. */
export const removal: Pick<Call<Removal>, 'method' | 'read' | 'whenMissing'> = {
  method: 'DELETE',
  read({ status, json }) {
    if (status === 204 || json === undefined) return 'deleted';
    throw new ResponseShapeError('the answer to a deletion has a body.');
  },
  whenMissing: () => 'absent',
};

/** A v2 id, checked before it becomes part of an address. */
export const idInPath = (id: string, doing: string): string => checked(numericId, id, doing);

/** All pages of a list with cursors, from `cursor` on. A refused cursor throws `cursor-rejected`. */
export function followCursors<One extends Page>(
  transport: Transport,
  {
    call,
    cursor,
    idsOf,
  }: {
    readonly call: Call<One>;
    readonly cursor: string | null;
    readonly idsOf: (page: One) => readonly string[];
  },
): AsyncGenerator<One> {
  const fetchPage = async (pageCursor: string | null, doing: string): Promise<One> => {
    if (pageCursor === null) return transport.call({ ...call, doing });
    const query = [...(call.query ?? []), ['pageCursor', pageCursor] as const];
    try {
      const page = await transport.call<One | null>({ ...call, doing, query, whenMissing: () => null });
      if (page !== null) return page;
    } catch (error) {
      if (!isReadwiseError(error, 'rejected') || error.details.status !== 400) throw error;
    }
    throw new ReadwiseError(
      'cursor-rejected',
      doing,
      'the service no longer knows where this download stopped.',
    );
  };
  return walkPages({ cursor, doing: call.doing, fetchPage, idsOf });
}

interface List<Entry> extends Pick<Call<unknown>, 'rate' | 'path' | 'doing'> {
  readonly parser: RecordParser<Entry>;
  readonly idOf: (entry: Entry) => string;
}

export function listByCursor<Entry>(
  transport: Transport,
  { parser, idOf, ...call }: List<Entry>,
): AsyncGenerator<ListPage<Entry>> {
  return followCursors(transport, {
    call: { ...call, read: (answer, pace) => parseListPage(answer, { parser, pace }) },
    cursor: null,
    idsOf: ({ entries }) => entries.map(idOf),
  });
}

/**
 * All pages of a v2 list, by number: `next` is an address, and the token goes to no address of an answer. A
 * page that no longer exists is the end.
 */
export function listByNumber<Entry>(
  transport: Transport,
  {
    parser,
    idOf,
    filter,
    ...call
  }: List<Entry> & { readonly filter: Readonly<Record<string, string | number | undefined>> },
): AsyncGenerator<ListPage<Entry>> {
  const fetchPage = (cursor: string | null, doing: string): Promise<ListPage<Entry>> => {
    const pageNumber = Number(cursor ?? '1');
    return transport.call<ListPage<Entry>>({
      ...call,
      doing,
      query: toQuery({ ...filter, page: pageNumber }),
      read: (answer, pace) => parseListPage(answer, { parser, pace, pageNumber }),
      ...(pageNumber > 1 ? { whenMissing: () => ({ ...emptyPage(null), entries: [] }) } : {}),
    });
  };
  const idsOf = ({ entries }: ListPage<Entry>): readonly string[] => entries.map(idOf);
  return walkPages({ cursor: null, doing: call.doing, fetchPage, idsOf });
}
