import * as v from 'valibot';
import { readRecord } from './read-answers';
import { numericId } from './schema/leaves';
import type { Call, Transport } from './transport';

/** The part that every reading of the daily review shares (v2-highlights.md, "Daily Review LIST"). */
export const reviewCall = {
  doing: 'fetching the daily review',
  rate: 'v2',
  method: 'GET',
  path: '/api/v2/review/',
  repeat: 'safe',
} as const satisfies Omit<Call<unknown>, 'read'>;

/** All that a note of the review needs of it. */
const reviewIdsSchema = v.looseObject({
  highlights: v.optional(v.nullable(v.array(v.looseObject({ id: numericId })))),
});

/** Ids of the highlights in the service's review of today, in its order. */
export const reviewIds = (transport: Transport): Promise<readonly string[]> =>
  transport.call({
    ...reviewCall,
    read: readRecord(reviewIdsSchema, ({ highlights }) => (highlights ?? []).map(({ id }) => String(id))),
  });
