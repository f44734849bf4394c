import * as z from 'zod/mini';
import type { DocumentHighlight, Highlight } from '../model/model';
import type { ItemRecord } from '../model/record';
import { holdReasonSchema, problemSchema } from '../model/problem';
import type { DeletionCandidate } from '../model/deletion-candidates';

/**
 * What the state store holds, read back. The store is ours, so a value of another shape is damage or an older
 * format: it counts as absent, and the next full pull writes it anew.
 */

/** Reads what a store holds: null where it is of another shape. */
export const storedAs =
  <Value>(schema: z.ZodMiniType<Value>) =>
  (value: unknown): Value | null => {
    const result = schema.safeParse(value);
    return result.success ? result.data : null;
  };

/** An item as it is stored: its highlights have keys of their own, and it tells their ids, in order. */
export interface ItemHead extends Omit<ItemRecord, 'highlights' | 'documentHighlights'> {
  readonly highlightIds: readonly string[];
  readonly documentHighlightIds: readonly string[];
}

/** Records are checked by their frame only: they are many, and were validated when they came in. */
const framed = <Value>(frame: z.ZodMiniType) =>
  storedAs(z.custom<Value>((value) => frame.safeParse(value).success));

export const readHead = framed<ItemHead>(
  z.object({
    key: z.string(),
    revision: z.number(),
    highlightIds: z.array(z.string()),
    documentHighlightIds: z.array(z.string()),
    documentNotes: z.custom(Array.isArray),
    removedDocumentHighlights: z.custom(Array.isArray),
  }),
);
const highlightFrame = z.object({ id: z.string(), text: z.string() });
export const readHighlight = framed<Highlight>(highlightFrame);
export const readDocumentHighlight = framed<DocumentHighlight>(highlightFrame);

const dueSchema = z.object({
  revision: z.number(),
  /** Set when the last try failed: the item is on the retry list. */
  failure: z.optional(z.object({ path: z.nullable(z.string()), problem: problemSchema })),
  /**
   * Part keys under which former values are kept, the item's own among them: what its notes were last written
   * from.
   */
  former: z.optional(z.array(z.string())),
});
export type Due = z.infer<typeof dueSchema>;
export const readDue = storedAs(dueSchema);

const notePlaceSchema = z.object({
  path: z.string(),
  /** Where a sync was about to move it: found there, it was that sync and not the person. */
  movingTo: z.optional(z.string()),
  /**
   * It was not there when it was looked for: then it counts as deleted by the person, until it is seen again.
   */
  isMissing: z.optional(z.boolean()),
  /** The sync's own note of the item, in whose place another was about to be taken over. */
  replaces: z.optional(z.string()),
  /** Its item is out of scope, and a person has been told so. */
  isLeftOut: z.optional(z.boolean()),
  /** A sync was about to move it to the trash: found gone, it was that sync and not the person. */
  toTrash: z.optional(z.boolean()),
});
export type NotePlace = z.infer<typeof notePlaceSchema>;
export const readNotePlace = storedAs(notePlaceSchema);

const documentIdSchema = z.object({
  key: z.string(),
  crawl: z.number(),
  updatedAt: z._default(z.nullable(z.string()), null),
});
export type DocumentIdEntry = z.infer<typeof documentIdSchema>;
export const readDocumentId = storedAs(documentIdSchema);

const documentIdsSchema = z.object({
  /** v3 records held. */
  held: z.number(),
  /** Number of the last crawl begun. */
  crawl: z.number(),
  /**
   * Whether the service's counts were right after the last crawl that ended: only then do they say that
   * nothing was deleted.
   */
  countsTrusted: z._default(z.boolean(), true),
  /** The service's time when that crawl ended. */
  verifiedAt: z._default(z.nullable(z.string()), null),
});
export type DocumentIds = z.infer<typeof documentIdsSchema>;
export const readDocumentIds = (value: unknown): DocumentIds =>
  storedAs(documentIdsSchema)(value) ?? { held: 0, crawl: 0, countsTrusted: true, verifiedAt: null };

const candidatesSchema = z.array(
  z.object({ id: z.string(), absentAt: z.nullable(z.string()), hadNoControl: z.optional(z.boolean()) }),
);
export const readCandidates = (value: unknown): readonly DeletionCandidate[] =>
  storedAs(candidatesSchema)(value) ?? [];

/** Where the crawl goes on that takes one page with each sync. */
const rollingCrawlSchema = z.object({ cursor: z.string() });
export const readRollingCrawl = storedAs(rollingCrawlSchema);

const storedTextSchema = z.object({
  /** Of the document that it was fetched for. */
  version: z.string(),
  markdown: z.string(),
  /** What it was before: its note may still hold that. */
  previous: z.optional(z.string()),
});
export type StoredText = z.infer<typeof storedTextSchema>;
export const readStoredText = storedAs(storedTextSchema);

const wantedTextSchema = z.object({
  itemKey: z.string(),
  /** How often it was asked for in vain. */
  tries: z.number(),
  /** Of the next try, in days since the epoch. */
  day: z.number(),
});
export type WantedText = z.infer<typeof wantedTextSchema>;
/** The item alone, where it was never asked for. */
export const readWantedText = (value: unknown): WantedText =>
  storedAs(wantedTextSchema)(value) ?? { itemKey: readText(value) ?? '', tries: 0, day: 0 };

const orphanSchema = z.object({
  id: z.string(),
  highlightId: z.string(),
  text: z.string(),
  updatedAt: z.nullable(z.string()),
});
export const readOrphan = storedAs(orphanSchema);

const pullSchema = z.object({
  since: z.nullable(z.string()),
  cursor: z.nullable(z.string()),
  /** The service's time at the first response: where the next watermark comes from. */
  startedAt: z.nullable(z.string()),
  complete: z.boolean(),
  /** The service's count with the last page. */
  count: z.nullable(z.number()),
  /** Highlights or records so far. */
  received: z.optional(z.number()),
  /** Whether it took more than one page: what changed at the service meanwhile may have moved past it. */
  isPaged: z.optional(z.boolean()),
  /** Whether it met records that could not be read and told no id by which to ask for them again. */
  hasNameless: z.optional(z.boolean()),
});
/** A pull that is under way or complete but not yet committed to a watermark. */
export type PullState = z.infer<typeof pullSchema>;
export const readPull = storedAs(pullSchema);

export const readText = storedAs(z.string());

const quarantinedSchema = z.object({
  endpoint: z.enum(['highlights', 'documents']),
  id: z.string(),
  bookId: z.optional(z.string()),
  problem: z.string(),
});
export const readQuarantined = storedAs(quarantinedSchema);

const holdSchema = z.object({
  reason: holdReasonSchema,
  notes: z.array(
    z.object({
      id: z.string(),
      path: z.string(),
      action: z._default(z.enum(['trash', 'archive']), 'trash'),
    }),
  ),
});
export const readHold = storedAs(holdSchema);

const decisionsSchema = z.object({
  remove: z.array(z.string()),
  keep: z.array(z.string()),
  restore: z.array(z.string()),
});
export type StoredDecisions = z.infer<typeof decisionsSchema>;
export const readDecisions = (value: unknown): StoredDecisions =>
  storedAs(decisionsSchema)(value) ?? { remove: [], keep: [], restore: [] };

const removalsSchema = z.array(z.object({ at: z.number(), count: z.number() }));
export const readRemovals = (value: unknown): readonly { readonly at: number; readonly count: number }[] =>
  storedAs(removalsSchema)(value) ?? [];

const partialFileSchema = z.object({ name: z.string(), text: z.string() });
const goodTemplatesSchema = z.record(
  z.string(),
  z.object({ text: z.string(), partials: z.array(partialFileSchema) }),
);
/** By the paths that settings and rules name. */
export type GoodTemplates = z.infer<typeof goodTemplatesSchema>;
export const readGoodTemplates = (value: unknown): GoodTemplates =>
  storedAs(goodTemplatesSchema)(value) ?? {};

const pausesSchema = z.object({
  account: z.string(),
  pauses: z.record(z.string(), z.object({ from: z.number(), until: z.number() })),
});
/** What the service asked of an account's token, by the class of requests; times are the local clock's. */
export type StoredPauses = z.infer<typeof pausesSchema>;
export const readPauses = storedAs(pausesSchema);

const lastRunSchema = z.object({
  at: z.string(),
  outcome: z.enum(['done', 'partial', 'held', 'failed']),
});
export const readLastRun = storedAs(lastRunSchema);
