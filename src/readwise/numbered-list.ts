import type { RateClass } from './budget';
import { toQuery } from './outgoing/wire-form';
import { walkPages } from './page-walk';
import { parseNumberedPage, type EntryParser } from './parse-page';
import type { ListPage } from './records';
import type { Transport } from './transport';

export interface NumberedList<Wire, Entry> {
  readonly rate: RateClass;
  readonly path: string;
  readonly filter: Readonly<Record<string, string | number | undefined>>;
  readonly parser: EntryParser<Wire, Entry>;
  readonly idOf: (entry: Entry) => string;
  readonly doing: string;
}

/**
 * The pages of a v2 list, asked for by number (the service's `next` is an address, and the token follows no address).
 * A page that is gone by the time it is asked for is the end.
 */
export function numberedPages<Wire, Entry>(
  transport: Transport,
  { rate, path, filter, parser, idOf, doing }: NumberedList<Wire, Entry>,
): AsyncGenerator<ListPage<Entry>> {
  const fetchPage = (cursor: string | null, doingPage: string): Promise<ListPage<Entry>> => {
    const number = Number(cursor ?? '1');
    return transport.call({
      doing: doingPage,
      rate,
      method: 'GET',
      path,
      query: toQuery({ ...filter, page: number }),
      repeat: 'safe',
      read: (answer, pace) => parseNumberedPage(answer, { parser, number, pace }),
      ...(number > 1 ? { whenMissing: endOfList<Entry> } : {}),
    });
  };
  return walkPages({ cursor: null, doing, fetchPage, idsOf: (page) => page.entries.map(idOf) });
}

const endOfList = <Entry>(): ListPage<Entry> => ({
  entries: [],
  quarantined: [],
  nextCursor: null,
  count: null,
  serverDate: null,
});
