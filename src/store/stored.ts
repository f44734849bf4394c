import * as z from 'zod/mini';
import type { ItemRecord } from '../model/record';
import type { RecordDifference } from '../model/record-difference';
import { holdReasonSchema, problemSchema, REASONS } from '../model/problem';
import type { DeletionCandidate } from './deletion-candidates';

/** Readers of stored values. A value of an unknown shape counts as absent and is fetched again. */

/** Parses a value that a store keeps as JSON. What is not JSON also counts as absent. */
export function parseStored(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Makes a reader for a schema: null for a value of another shape. */
export const storedAs =
  <Value>(schema: z.ZodMiniType<Value>) =>
  (value: unknown): Value | null => {
    const result = schema.safeParse(value);
    return result.success ? result.data : null;
  };

/** Checks only the frame of a record, because there are many and they were validated on arrival. */
const recordFrame = z.object({
  key: z.string(),
  highlights: z.custom(Array.isArray),
  documentHighlights: z.custom(Array.isArray),
  documentNotes: z.custom(Array.isArray),
});
const recordSchema = z.custom<ItemRecord>((value) => recordFrame.safeParse(value).success);
export const readRecord = storedAs(recordSchema);

const listFrame = z.optional(
  z.object({ changed: z.custom(Array.isArray), missing: z.custom(Array.isArray) }),
);
const differenceFrame = z.object({
  highlights: listFrame,
  documentHighlights: listFrame,
  documentNotes: listFrame,
});
const differenceSchema = z.custom<RecordDifference>((value) => differenceFrame.safeParse(value).success);

const dueSchema = z.object({
  /** Set when the last attempt failed, which puts the item on the retry list. */
  failure: z.optional(z.object({ path: z.nullable(z.string()), problem: problemSchema })),
  /** What the record that the item's notes were last written from has otherwise than the present one. */
  former: z.optional(differenceSchema),
  /** It is due only because templates, settings or the scope changed. */
  isAnew: z.optional(z.boolean()),
});
export type Due = z.infer<typeof dueSchema>;
export const readDue = storedAs(dueSchema);

/** Why a note is absent: the person deleted it or made it plain, or undo removed it until its item changes. */
const ABSENCES = ['deleted', 'plain', 'undone'] as const;
export type Absence = (typeof ABSENCES)[number];

export const notePlaceSchema = z.object({
  path: z.string(),
  /** Mark of the trailer that this device last wrote, or last found to be up to date. */
  base: z.optional(z.string()),
  /** Why it was missing when last looked for; not set once it is seen again. */
  absence: z.optional(z.enum(ABSENCES)),
  /** Undo put it back as it was, and no run has written it since. */
  isReverted: z.optional(z.boolean()),
  /** Another note of the item, which an adoption was about to replace by this one. */
  replaces: z.optional(z.string()),
  /** The item whose note it was, until it is written as the note of this one. */
  cameFrom: z.optional(z.string()),
  /** The settings leave it out, and the user was told. */
  isLeftOut: z.optional(z.boolean()),
});
export type NotePlace = z.infer<typeof notePlaceSchema>;
export const readNotePlace = storedAs(notePlaceSchema);

const otherNotesSchema = z.enum([
  /** They stay as they are. */
  'left',
  /** Some were moved in, or were and are not any more; no sync has looked for others since. */
  'moving-in',
]);
export type OtherNotesDecision = z.infer<typeof otherNotesSchema>;
export const readOtherNotes = storedAs(otherNotesSchema);

/** Raise by one when stored values get another form: then everything is fetched again. */
const STATE_VERSION = 2;

const accountSchema = z.object({ version: z.literal(STATE_VERSION), mark: z.string() });
/** The mark of the account; null also when another version of the program stored the state. */
export const readAccount = (value: unknown): string | null => storedAs(accountSchema)(value)?.mark ?? null;
export const storedAccount = (mark: string): z.infer<typeof accountSchema> => ({
  version: STATE_VERSION,
  mark,
});

/** Anchors of highlights by item, separated by spaces. */
export const readHighlightItems = storedAs(z.record(z.string(), z.string()));

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((text) => typeof text === 'string');
/** Checked without the copy that a record of zod makes: there is one for each note. */
export const readFileMarks = storedAs(z.custom<Readonly<Record<string, string>>>(isTexts));

const documentIdSchema = z.object({
  key: z.string(),
  crawl: z.number(),
  updatedAt: z._default(z.nullable(z.string()), null),
  /** Of a document. */
  category: z.optional(z.string()),
});
export type DocumentIdEntry = z.infer<typeof documentIdSchema>;
export const readDocumentId = storedAs(documentIdSchema);

const documentIdsSchema = z.object({
  held: z.number(),
  /** The number of the last crawl that began. */
  crawl: z.number(),
  /** How many fewer records the service counted than were known after the last crawl. */
  difference: z._default(z.number(), 0),
  /** The same where records may have changed during that crawl; the next one will tell. */
  unexplained: z._default(z.number(), 0),
  /** How many crawls in a row explained nothing. */
  fruitless: z._default(z.number(), 0),
  /** The service's time when the last crawl ended. */
  crawledAt: z._default(z.nullable(z.string()), null),
});
export type DocumentIds = z.infer<typeof documentIdsSchema>;
export const readDocumentIds = (value: unknown): DocumentIds =>
  storedAs(documentIdsSchema)(value) ?? {
    held: 0,
    crawl: 0,
    difference: 0,
    unexplained: 0,
    fruitless: 0,
    crawledAt: null,
  };

const candidatesSchema = z.array(
  z.object({ id: z.string(), absentAt: z.nullable(z.string()), hadNoControl: z.optional(z.boolean()) }),
);
export const readCandidates = (value: unknown): readonly DeletionCandidate[] =>
  storedAs(candidatesSchema)(value) ?? [];

/** A crawl of the whole list that continues in the next sync. */
const crawlSchema = z.object({
  cursor: z.nullable(z.string()),
  /** Whether it was started because of a count that nothing else explained. */
  isSuspected: z.boolean(),
  /** The service's time when it began, or a little earlier; null: unknown. */
  startedAt: z.nullable(z.string()),
});
export type Crawl = z.infer<typeof crawlSchema>;
export const readCrawl = storedAs(crawlSchema);

/** A walk through a list with texts, page by page, that continues in the next sync. */
const textWalkSchema = z.object({
  /** Null: of all categories. */
  category: z.nullable(z.string()),
  /** Only what was updated after this time; null: everything. */
  updatedAfter: z.nullable(z.string()),
  /** Null before the first page. */
  cursor: z.nullable(z.string()),
  /** How many records are expected from there on. */
  left: z.number(),
  /** The service did not answer the request for this page. */
  isUnanswered: z.optional(z.boolean()),
});
export type TextWalk = z.infer<typeof textWalkSchema>;
export const readTextWalk = storedAs(textWalkSchema);

/** What notes were last made with, and the day on which rules about age were applied. */
const renderingSchema = z.object({
  mark: z.string(),
  day: z.string(),
  /** The mark of each template, by its name; the last good one while it is broken. */
  templates: z.record(z.string(), z.string()),
});
export type StoredRendering = z.infer<typeof renderingSchema>;
export const readRendering = storedAs(renderingSchema);

const earlierTemplateSchema = z.object({
  /** As the settings or a rule named it. */
  choice: z.string(),
  name: z.string(),
  path: z.nullable(z.string()),
  text: z.string(),
  partials: z.object({
    folder: z.string(),
    files: z.array(z.object({ name: z.string(), text: z.string() })),
  }),
});
export type EarlierTemplate = z.infer<typeof earlierTemplateSchema>;
export const readStoredTemplates = storedAs(z.array(earlierTemplateSchema));

const storedTextSchema = z.object({
  /** The version of the document that it was fetched for. */
  version: z.string(),
  /** The document's last update that was known when its text was last fetched. */
  updatedAt: z.nullable(z.string()),
  markdown: z.string(),
  /** The previous text, which the note may still contain. */
  previous: z.optional(z.string()),
});
export type StoredText = z.infer<typeof storedTextSchema>;
export const readStoredText = storedAs(storedTextSchema);

const orphanSchema = z.object({
  id: z.string(),
  highlightId: z.string(),
  text: z.string(),
  updatedAt: z.nullable(z.string()),
});
export const readOrphan = storedAs(orphanSchema);

const pullSchema = z.object({
  /** The next pull requests what changed after this time of the service; null: everything. */
  watermark: z.nullable(z.string()),
  /** Everything has to be pulled once more. */
  full: z.optional(z.literal(true)),
  /**
   * The start of a pull that brought records without an id, which cannot be requested one by one; `''` for a
   * pull of everything. It is repeated once.
   */
  repeatedFrom: z.optional(z.string()),
  /** Books may have moved between the pages of a pull that began at this time of the service. */
  lookAgainFrom: z.optional(z.string()),
  /** A pull that has not reached its last page. */
  open: z.optional(
    z.object({
      since: z.nullable(z.string()),
      cursor: z.string(),
      /** The service's time at the first response; gives the next watermark. */
      startedAt: z.nullable(z.string()),
      received: z.number(),
      hasNameless: z.boolean(),
    }),
  ),
});
/** How far a pull of one of the service's lists has come. */
export type PullState = z.infer<typeof pullSchema>;
export const readPull = (value: unknown): PullState => storedAs(pullSchema)(value) ?? { watermark: null };

export const readText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const queuedSchema = z.object({
  /** The address of an attachment, the name of a document's own file, or the category of a document with a text. */
  source: z.optional(z.string()),
  /** Items whose notes need it. */
  items: z.readonly(z.array(z.string())),
  tries: z.number(),
  /** Not to be requested before this time, in milliseconds since the epoch. */
  notBefore: z.number(),
  /** When the newest part of its items was saved or highlighted, in milliseconds since the epoch; 0 if unknown. */
  newest: z.number(),
  /** The records that could not be read. */
  unreadable: z.readonly(
    z.array(
      z.object({
        endpoint: z.enum(['highlights', 'documents']),
        id: z.string(),
        bookId: z.optional(z.string()),
        name: z.optional(z.string()),
        problem: z.string(),
      }),
    ),
  ),
});
/** An entry of the refetch queue, without what its key tells. */
export type Queued = Readonly<z.infer<typeof queuedSchema>>;
export const readQueued = storedAs(queuedSchema);

const fileEntrySchema = z.union([
  /** In the vault, by this name, unless the user deleted it. */
  z.object({ kind: z.literal('here'), name: z.string() }),
  /** Never to be requested again, or only with a higher limit than this number of bytes. */
  z.object({ kind: z.literal('refused'), limit: z.nullable(z.number()) }),
]);
export type FileEntry = Readonly<z.infer<typeof fileEntrySchema>>;
export const readFileEntry = storedAs(fileEntrySchema);

const holdSchema = z.object({
  reason: holdReasonSchema,
  notes: z.array(
    z.object({
      id: z.string(),
      path: z.string(),
      action: z.enum(['trash', 'archive']),
      reasons: z.array(z.enum(REASONS)),
    }),
  ),
});
export const readHold = storedAs(holdSchema);

const decisionsSchema = z.object({
  remove: z.array(z.string()),
  archive: z.array(z.string()),
  keep: z.array(z.string()),
  restore: z.array(z.string()),
});
export type StoredDecisions = z.infer<typeof decisionsSchema>;
export const readDecisions = (value: unknown): StoredDecisions =>
  storedAs(decisionsSchema)(value) ?? { remove: [], archive: [], keep: [], restore: [] };

const removalsSchema = z.readonly(
  z.array(
    z.object({
      /** The service's time in milliseconds since the epoch; null if it was unknown. */
      at: z.nullable(z.number()),
      /** How many notes were removed in one run. */
      count: z.number(),
    }),
  ),
);
export type StoredRemovals = z.infer<typeof removalsSchema>;
export const readRemovals = (value: unknown): StoredRemovals => storedAs(removalsSchema)(value) ?? [];

const pausesSchema = z.object({
  account: z.string(),
  pauses: z.record(z.string(), z.object({ from: z.number(), until: z.number() })),
});
/** Pauses that the service demanded of an account, by request class; local times. */
export type StoredPauses = z.infer<typeof pausesSchema>;
export const readPauses = storedAs(pausesSchema);
