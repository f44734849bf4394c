import type * as v from 'valibot';
import type { Answer } from './answer';
import { CursorRejectedError, RequestRejectedError } from './errors';
import { parseSingle } from './parse-record';
import { ResponseShapeError } from './response-shape-error';
import type { Call, Transport } from './transport';

/** What became of a DELETE; both mean that it is not there any more. */
export type Removal = 'deleted' | 'absent';

/** Reads the one record a detail endpoint answers with. */
export const readRecord =
  <Wire, Value>(schema: v.GenericSchema<unknown, Wire>, toValue: (wire: Wire) => Value) =>
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

/**
 * Fetches one page by its cursor. Throws `CursorRejectedError` when there is a cursor and the service refuses it
 * (400, or 404 in JSON).
 */
export async function callForPage<Page>(
  transport: Transport,
  { call, cursor }: { readonly call: Call<Page>; readonly cursor: string | null },
): Promise<Page> {
  if (cursor === null) return transport.call(call);
  const rejected = new CursorRejectedError({ doing: call.doing });
  const query = [...(call.query ?? []), ['pageCursor', cursor] as const];
  try {
    const page = await transport.call<Page | null>({ ...call, query, whenMissing: () => null });
    if (page !== null) return page;
  } catch (error) {
    if (!(error instanceof RequestRejectedError) || error.status !== 400) throw error;
  }
  throw rejected;
}
