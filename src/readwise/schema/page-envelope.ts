import * as v from 'valibot';
import { scalar } from './leaves';

/** What every cursor-paged answer is: `{count, nextPageCursor, results}` (v2 export, v3 list, v3 tags). */
export const cursorPageSchema = v.looseObject({
  count: scalar,
  nextPageCursor: v.optional(
    v.custom<string | number | null | undefined>(
      (value) => value === null || typeof value === 'string' || typeof value === 'number',
    ),
  ),
  results: v.array(v.unknown()),
});

/** What every answer paged by number is: `{count, next, previous, results}` (v2 lists). */
export const numberedPageSchema = v.looseObject({
  count: scalar,
  next: scalar,
  results: v.array(v.unknown()),
});
