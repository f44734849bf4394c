import * as v from 'valibot';
import type { ItemRecord } from '../../core/library/record';
import type { Suspect } from '../../core/audit/suspects';
import { storedAs as read, storedNumber as number } from './stored-value';

/**
 * What the state store holds, read back. The store is ours, so a value of another shape is damage or an older format: it counts
 * as absent, and the next full pull writes it anew.
 */

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

const dueSchema = v.object({
  revision: number,
  /** Set when the last try failed: the item is on the retry list. */
  failure: v.optional(v.object({ path: v.nullable(v.string()), message: v.string() })),
  /** The record that its note was last made from, where that is known: the common ancestor when both sides changed a text. */
  written: v.optional(v.pipe(v.unknown(), v.transform(readRecord))),
});
export type Due = v.InferOutput<typeof dueSchema>;
export const readDue = read(dueSchema);

const notePlaceSchema = v.object({
  path: v.string(),
  /** Where a sync was about to move it: found there, it was that sync and not the person. */
  movingTo: v.optional(v.string()),
  /** It was not there when it was looked for: then it counts as deleted by the person, until it is seen again. */
  isMissing: v.optional(v.boolean()),
  /** The sync's own note of the item, in whose place another was about to be taken over. */
  replaces: v.optional(v.string()),
  /** Its item is out of scope, and a person has been told so. */
  isLeftOut: v.optional(v.boolean()),
  /** A sync was about to move it to the trash: found gone, it was that sync and not the person. */
  toTrash: v.optional(v.boolean()),
});
export type NotePlace = v.InferOutput<typeof notePlaceSchema>;
export const readNotePlace = read(notePlaceSchema);

const keysSchema = v.array(v.string());
export const readKeys = (value: unknown): readonly string[] => read(keysSchema)(value) ?? [];

const documentIdSchema = v.object({
  key: v.string(),
  crawl: number,
  updatedAt: v.optional(v.nullable(v.string()), null),
});
export type DocumentIdEntry = v.InferOutput<typeof documentIdSchema>;
export const readDocumentId = read(documentIdSchema);

const documentIdsSchema = v.object({
  /** v3 records held. */
  held: number,
  /** Number of the last crawl begun. */
  crawl: number,
  /** Whether the service's counts were right after the last crawl that ended: only then do they say that nothing was deleted. */
  countsTrusted: v.optional(v.boolean(), true),
  /** The service's time when that crawl ended. */
  verifiedAt: v.optional(v.nullable(v.string()), null),
});
export type DocumentIds = v.InferOutput<typeof documentIdsSchema>;
export const readDocumentIds = (value: unknown): DocumentIds =>
  read(documentIdsSchema)(value) ?? { held: 0, crawl: 0, countsTrusted: true, verifiedAt: null };

const suspectsSchema = v.array(
  v.object({ id: v.string(), absentAt: v.nullable(v.string()), hadNoCanary: v.optional(v.boolean()) }),
);
export const readSuspects = (value: unknown): readonly Suspect[] => read(suspectsSchema)(value) ?? [];

/** Where the crawl goes on that takes one page with each sync. */
const rollingCrawlSchema = v.object({ cursor: v.string() });
export const readRollingCrawl = read(rollingCrawlSchema);

const storedTextSchema = v.object({
  /** Of the document that it was fetched for. */
  version: v.string(),
  markdown: v.string(),
  /** What it was before: its note may still hold that. */
  previous: v.optional(v.string()),
});
export type StoredText = v.InferOutput<typeof storedTextSchema>;
export const readStoredText = read(storedTextSchema);

const wantedTextSchema = v.object({
  itemKey: v.string(),
  /** How often it was asked for in vain. */
  tries: number,
  /** Of the next try, in days since the epoch. */
  day: number,
});
export type WantedText = v.InferOutput<typeof wantedTextSchema>;
/** The item alone, where it was never asked for. */
export const readWantedText = (value: unknown): WantedText =>
  read(wantedTextSchema)(value) ?? { itemKey: readText(value) ?? '', tries: 0, day: 0 };

const orphanSchema = v.array(
  v.object({ id: v.string(), highlightId: v.string(), text: v.string(), updatedAt: v.nullable(v.string()) }),
);
export const readOrphans = read(orphanSchema);

const pullSchema = v.object({
  since: v.nullable(v.string()),
  cursor: v.nullable(v.string()),
  /** The service's time at the first response: where the next watermark comes from. */
  startedAt: v.nullable(v.string()),
  complete: v.boolean(),
  /** The service's count with the last page. */
  count: v.nullable(number),
  /** Pages so far, and books or records that they brought. */
  brought: v.optional(v.object({ pages: number, received: number })),
  /** Whether it took more than one page: what changed at the service meanwhile may have moved past it. */
  isPaged: v.optional(v.boolean()),
  /** Whether it met records that could not be read and told no id by which to ask for them again. */
  hasNameless: v.optional(v.boolean()),
});
/** A pull that is under way or complete but not yet committed to a watermark. */
export type PullState = v.InferOutput<typeof pullSchema>;
export const readPull = read(pullSchema);

export const readText = read(v.string());

const quarantinedSchema = v.object({
  endpoint: v.picklist(['highlights', 'documents']),
  id: v.string(),
  bookId: v.optional(v.string()),
  problem: v.string(),
});
export const readQuarantined = read(quarantinedSchema);

const holdSchema = v.object({
  reason: v.string(),
  notes: v.array(
    v.object({
      id: v.string(),
      path: v.string(),
      action: v.optional(v.picklist(['trash', 'archive']), 'trash'),
    }),
  ),
});
export const readHold = read(holdSchema);

const wordsSchema = v.object({
  remove: v.array(v.string()),
  keep: v.array(v.string()),
  restore: v.array(v.string()),
});
export type StoredWords = v.InferOutput<typeof wordsSchema>;
export const readWords = (value: unknown): StoredWords =>
  read(wordsSchema)(value) ?? { remove: [], keep: [], restore: [] };

const removalsSchema = v.array(v.object({ at: number, count: number }));
export const readRemovals = (value: unknown): readonly { readonly at: number; readonly count: number }[] =>
  read(removalsSchema)(value) ?? [];

const partialFileSchema = v.object({ name: v.string(), text: v.string() });
const goodTemplatesSchema = v.record(
  v.string(),
  v.object({ text: v.string(), partials: v.array(partialFileSchema) }),
);
/** By the paths that settings and rules name. */
export type GoodTemplates = v.InferOutput<typeof goodTemplatesSchema>;
export const readGoodTemplates = (value: unknown): GoodTemplates => read(goodTemplatesSchema)(value) ?? {};

const pausesSchema = v.object({
  account: v.string(),
  pauses: v.record(v.string(), v.object({ from: number, until: number })),
});
/** What the service asked of an account's token, by the class of requests; times are the local clock's. */
export type StoredPauses = v.InferOutput<typeof pausesSchema>;
export const readPauses = read(pausesSchema);

const lastRunSchema = v.object({
  at: v.string(),
  outcome: v.picklist(['done', 'partial', 'held', 'failed']),
});
export const readLastRun = read(lastRunSchema);
