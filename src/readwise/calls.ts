import type * as z from 'zod/mini';
import type { Answer } from './answer';
import type { Call } from './client';
import { ResponseShapeError } from './readwise-error';
import { parseSingle, type RecordParser } from './wire-fields';
import { emptyPage, parseListPage, type ListPage, type Page } from './pages';

// What all endpoints share. `highlight-calls.ts` and `document-calls.ts` have each of them: where it is, at which rate
// it may be asked, what is sent, and how its answer is read. What is sent is checked when a call is made
// (`limit-exceeded`).

/** A list, page by page. */
export interface PagedCall<One extends Page> extends Call<One> {
  readonly paging: 'by cursor' | 'by number';
  /** What tells a new page from a repeated one. */
  readonly idsOf: (page: One) => readonly string[];
  /** A page beyond the last one of a list by number. */
  readonly whenNoPage?: () => One;
}

/** The result of a DELETE; both mean that the record is no longer there. */
export type Removal = 'deleted' | 'absent';

/** Reads an answer that is one record. */
export const single =
  <Value>(schema: z.ZodMiniType<Value>) =>
  ({ json }: Answer): Value =>
    parseSingle(json, schema);

/** The same for a record that may not exist: null after a 404. */
export const optional = <Value>(
  schema: z.ZodMiniType<Value>,
): Pick<Call<Value | null>, 'read' | 'whenMissing'> => ({
  read: single(schema),
  whenMissing: () => null,
});

export const listOf = <Entry>(
  paging: PagedCall<Page>['paging'],
  parser: RecordParser<Entry>,
  idOf: (entry: Entry) => string,
): Pick<PagedCall<ListPage<Entry>>, 'paging' | 'read' | 'idsOf' | 'whenNoPage'> => ({
  paging,
  read: (answer, pace) => parseListPage(answer, { parser, pace }),
  idsOf: ({ entries }) => entries.map(idOf),
  whenNoPage: () => ({ ...emptyPage(null), entries: [] }),
});

/** What all DELETE calls share. The service answers 204 without a body. */
export const removal: Pick<Call<Removal>, 'method' | 'read' | 'whenMissing'> = {
  method: 'DELETE',
  read({ status, json }) {
    if (status === 204 || json === undefined) return 'deleted';
    throw new ResponseShapeError('the answer to a deletion has a body.');
  },
  whenMissing: () => 'absent',
};
