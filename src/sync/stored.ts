import * as z from 'zod/mini';
import type { ItemRecord } from '../core/record';

/**
 * What the state store holds, read back. The store is ours, so a value of another shape is damage or an older format: it counts
 * as absent, and the next full pull writes it anew.
 */

const read =
  <T>(schema: z.ZodMiniType<T>) =>
  (value: unknown): T | null => {
    const result = schema.safeParse(value);
    return result.success ? result.data : null;
  };

/** Item records are checked by their frame only: they are many, large, and were validated when they came in. */
export function readRecord(value: unknown): ItemRecord | null {
  return isRecord(value) ? value : null;
}

function isRecord(value: unknown): value is ItemRecord {
  return (
    typeof value === 'object' &&
    value !== null &&
    'revision' in value &&
    typeof value.revision === 'number' &&
    'highlights' in value &&
    Array.isArray(value.highlights) &&
    'documentHighlights' in value &&
    Array.isArray(value.documentHighlights)
  );
}

const dueSchema = z.object({
  revision: z.number(),
  /** Set when the last try failed: the item is on the retry list. */
  failure: z.optional(z.object({ path: z.nullable(z.string()), message: z.string() })),
});
export type Due = z.infer<typeof dueSchema>;
export const readDue = read(dueSchema);

const notePlaceSchema = z.object({
  path: z.string(),
  /** Where a sync was about to move it: found there, it was that sync and not the person. */
  movingTo: z.optional(z.string()),
});
export const readNotePlace = read(notePlaceSchema);

export const readKeys = (value: unknown): readonly string[] => read(z.array(z.string()))(value) ?? [];

const documentIdSchema = z.object({ key: z.string(), crawl: z.number() });
export type DocumentIdEntry = z.infer<typeof documentIdSchema>;
export const readDocumentId = read(documentIdSchema);

const documentIdsSchema = z.object({
  /** v3 records held. */
  held: z.number(),
  /** By how much the service's count differed from `held` after the last whole crawl: its count is advice, not truth. */
  offset: z.number(),
  /** Number of the last crawl begun. */
  crawl: z.number(),
});
export type DocumentIds = z.infer<typeof documentIdsSchema>;
export const readDocumentIds = (value: unknown): DocumentIds => read(documentIdsSchema)(value) ?? { held: 0, offset: 0, crawl: 0 };

const orphanSchema = z.array(z.object({ id: z.string(), highlightId: z.string(), text: z.string(), updatedAt: z.nullable(z.string()) }));
export const readOrphans = read(orphanSchema);

const pullSchema = z.object({
  since: z.nullable(z.string()),
  cursor: z.nullable(z.string()),
  /** The service's time at the first response: where the next watermark comes from. */
  startedAt: z.nullable(z.string()),
  complete: z.boolean(),
  /** The service's count with the last page. */
  count: z.nullable(z.number()),
});
/** A pull that is under way or complete but not yet committed to a watermark. */
export type PullState = z.infer<typeof pullSchema>;
export const readPull = read(pullSchema);

export const readText = read(z.string());

const holdSchema = z.object({ reason: z.string(), notes: z.array(z.object({ id: z.string(), path: z.string() })) });
export const readHold = read(holdSchema);

const removalsSchema = z.array(z.object({ at: z.number(), count: z.number() }));
export const readRemovals = (value: unknown): readonly { readonly at: number; readonly count: number }[] => read(removalsSchema)(value) ?? [];

const lastRunSchema = z.object({ at: z.string(), outcome: z.enum(['done', 'partial', 'held', 'failed']) });
export const readLastRun = read(lastRunSchema);
