import * as z from 'zod/mini';
import { scalar } from './leaves';

/** What every cursor-paged answer is: `{count, nextPageCursor, results}` (v2 export, v3 list, v3 tags). */
export const cursorPageSchema = z.looseObject({
  count: scalar,
  nextPageCursor: z.nullish(z.union([z.string(), z.number()])),
  results: z.array(z.unknown()),
});

/** What every answer paged by number is: `{count, next, previous, results}` (v2 lists). */
export const numberedPageSchema = z.looseObject({
  count: scalar,
  next: scalar,
  results: z.array(z.unknown()),
});
