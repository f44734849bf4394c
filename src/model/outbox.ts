import * as z from 'zod/mini';
import { bugSchema, problemSchema } from './problem';

/**
 * Changes made here that wait to be sent to the service. Only a person's request makes one. The schemas are lazy:
 * made when they are first used, because the app waits for all that is made while a plugin loads.
 */

export const HIGHLIGHT_FIELDS = ['text', 'note', 'color', 'url', 'location'] as const;
export const DOCUMENT_FIELDS = [
  'title',
  'author',
  'summary',
  'publishedDate',
  'imageUrl',
  'location',
  'category',
] as const;

const tagEditsSchema = z.lazy(() =>
  z.object({
    add: z._default(z.array(z.string()), []),
    remove: z._default(z.array(z.string()), []),
    rename: z._default(z.array(z.object({ from: z.string(), to: z.string() })), []),
  }),
);
/** Changes of tags by name. Tags that are not named stay as they are at the service. */
export type TagEdits = z.infer<typeof tagEditsSchema>;

const newHighlightSchema = z.lazy(() =>
  z.object({
    text: z.string(),
    title: z.optional(z.string()),
    author: z.optional(z.string()),
    imageUrl: z.optional(z.string()),
    sourceUrl: z.optional(z.string()),
    sourceType: z.optional(z.string()),
    category: z.optional(z.enum(['books', 'articles', 'tweets', 'podcasts'])),
    note: z.optional(z.string()),
    location: z.optional(z.number()),
    locationType: z.optional(z.enum(['page', 'location', 'none', 'order', 'offset', 'time_offset'])),
    highlightedAt: z.optional(z.string()),
    /** Sending the same address again changes the highlight's text and makes no second one. */
    highlightUrl: z.optional(z.string()),
  }),
);
export type NewHighlight = z.infer<typeof newHighlightSchema>;

const newDocumentSchema = z.lazy(() =>
  z.object({
    url: z.string(),
    html: z.optional(z.string()),
    shouldCleanHtml: z.optional(z.boolean()),
    title: z.optional(z.string()),
    author: z.optional(z.string()),
    summary: z.optional(z.string()),
    publishedDate: z.optional(z.string()),
    imageUrl: z.optional(z.string()),
    location: z.optional(z.enum(['new', 'later', 'archive', 'feed'])),
    tags: z.optional(z.array(z.string())),
    notes: z.optional(z.string()),
  }),
);
export type NewDocument = z.infer<typeof newDocumentSchema>;

const edits = {
  tags: z.optional(tagEditsSchema),
  /** The person confirmed that filled values become empty. */
  confirmedEmpty: z.optional(z.boolean()),
};

const changeSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('create-highlights'), highlights: z.array(newHighlightSchema) }),
    z.object({
      kind: z.literal('edit-highlight'),
      /** `rw<id>` or `rd<id>`; of the latter, only tags can be changed. */
      anchor: z.string(),
      fields: z.partialRecord(z.enum(HIGHLIGHT_FIELDS), z.string()),
      ...edits,
    }),
    z.object({ kind: z.literal('delete-highlight'), anchor: z.string() }),
    z.object({
      kind: z.literal('edit-item'),
      /** Of a book without a document, only tags can be changed. */
      item: z.enum(['document', 'book']),
      id: z.string(),
      fields: z.partialRecord(z.enum(DOCUMENT_FIELDS), z.string()),
      ...edits,
    }),
    z.object({ kind: z.literal('save-document'), document: newDocumentSchema }),
    z.object({ kind: z.literal('delete-document'), id: z.string() }),
  ]),
);
export type Change = z.infer<typeof changeSchema>;
export type ChangeKind = Change['kind'];
export type Edit = Extract<Change, { kind: 'edit-highlight' | 'edit-item' }>;
export type Deletion = Extract<Change, { kind: 'delete-highlight' | 'delete-document' }>;

export const isDeletion = (kind: Change['kind']): kind is Deletion['kind'] =>
  kind === 'delete-highlight' || kind === 'delete-document';

const valuesSchema = z.lazy(() =>
  z.object({ fields: z.record(z.string(), z.string()), tags: z.array(z.string()) }),
);
/** The values of a highlight, document or book, by the names of their fields in a change. */
export interface Values {
  readonly fields: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
}

const reasonSchema = z.lazy(() =>
  z.discriminatedUnion('code', [
    /** These wait. `not-tried`: nothing was sent since the person asked for it. */
    z.object({ code: z.literal('not-tried') }),
    z.object({ code: z.literal('token-of-another-account') }),
    z.object({ code: z.literal('unreachable'), problem: problemSchema }),
    z.object({ code: z.literal('asked-for-pause') }),
    z.object({ code: z.literal('token-refused') }),
    z.object({ code: z.literal('behind-another') }),
    bugSchema,
    /** These are refused; the change is kept, so that it can be copied. */
    z.object({ code: z.literal('gone') }),
    z.object({ code: z.literal('rejected'), detail: z.string() }),
    z.object({ code: z.literal('other-account') }),
    /** These are refused before anything is stored. */
    z.object({ code: z.literal('limit'), field: z.string(), problem: z.string() }),
    z.object({ code: z.literal('unknown-target'), target: z.string() }),
    z.object({ code: z.literal('deleted'), isNoteOnHold: z.boolean() }),
    z.object({ code: z.literal('tags-only'), of: z.enum(['book', 'reader-highlight']) }),
    z.object({ code: z.literal('no-such-tag'), tag: z.string(), tags: z.array(z.string()) }),
    z.object({ code: z.literal('would-be-empty'), field: z.string() }),
    z.object({ code: z.literal('nothing-to-change') }),
  ]),
);
export type OutboxReason = z.infer<typeof reasonSchema>;

const conflictSchema = z.lazy(() =>
  z.object({
    field: z.string(),
    base: z.string(),
    /** Null: it is to be deleted. */
    mine: z.nullable(z.string()),
    theirs: z.string(),
  }),
);
export type ValueConflict = z.infer<typeof conflictSchema>;

const touchedSchema = z.lazy(() =>
  z.object({
    books: z.array(z.string()),
    documents: z.array(z.string()),
    /** Documents and v3 highlights that were deleted. */
    deleted: z.array(z.string()),
  }),
);
/** The records to fetch again when a change was sent. */
export type Touched = z.infer<typeof touchedSchema>;

export const outboxEntrySchema = z.lazy(() =>
  z.object({
    id: z.string(),
    change: changeSchema,
    /** The values as the person saw them. */
    base: valuesSchema,
    /** When the person asked for it, by the local clock (ISO 8601). */
    at: z.string(),
    /** `sent`: it is at the service, and the notes do not show the answer yet. */
    state: z.enum(['waiting', 'conflict', 'refused', 'sent']),
    reason: z.optional(reasonSchema),
    /** When it is tried again, by the local clock in milliseconds since the epoch. */
    nextTry: z.optional(z.number()),
    tries: z._default(z.number(), 0),
    /** It may have reached the service. `since`: up to when v2 was known at the first try. */
    attempt: z.optional(z.object({ since: z.nullable(z.string()) })),
    conflicts: z.optional(z.array(conflictSchema)),
    touched: touchedSchema,
    /** A document to be saved was at the service already. */
    wasThere: z.optional(z.boolean()),
  }),
);
export type OutboxEntry = z.infer<typeof outboxEntrySchema>;

/** Whether the change waits for a time before which nothing sends it, so that the person can take it back. */
export const canBeTakenBack = (
  { state, reason, nextTry }: Pick<OutboxEntry, 'state' | 'reason' | 'nextTry'>,
  now: number,
): boolean => state === 'waiting' && reason?.code === 'not-tried' && nextTry !== undefined && nextTry > now;

/** A change of the outbox as people and scripts see it. */
export interface ChangeResult {
  readonly id: string;
  readonly kind: ChangeKind;
  /** An anchor, an id, or an address; of several new highlights, the title. */
  readonly target: string;
  readonly fields: readonly string[];
  readonly state: OutboxEntry['state'];
  readonly at: string;
  readonly mine?: Readonly<Record<string, string | null>>;
  /** Of something new. */
  readonly text?: string;
  readonly tags?: TagEdits;
  readonly theirs?: Readonly<Record<string, string>>;
  readonly reason?: OutboxReason;
  readonly nextTry?: number;
  readonly wasThere?: boolean;
  /** Values that the service stored in another form than they were sent. */
  readonly became?: Readonly<Record<string, string>>;
  /** Of new highlights; missing where all are in notes. */
  readonly leftOut?: LeftOutHighlights;
}

/** How many of new highlights settings and rules leave out of the notes. */
export interface LeftOutHighlights {
  readonly count: number;
  readonly of: number;
}

/** With the title or the first words of what it is of. */
export interface NamedChange extends ChangeResult {
  readonly name: string;
}

/** A change of which a person decided that it is not sent. */
export interface Decided {
  readonly id: string;
  readonly kind: ChangeKind;
  /** `theirs`: of a conflict, the service's values stay; `discard`: the whole change is given up. */
  readonly decision: 'theirs' | 'discard';
  /** The title or the first words of what it is of. */
  readonly name: string;
  /** The fields that stay as the service has them, of `theirs`. */
  readonly fields: readonly string[];
  /** It had reached the service before. */
  readonly wasSent: boolean;
}

export const SEND_BACK_FIELDS = ['title', 'author', 'summary', 'tags', 'location', 'note'] as const;
/** What may be sent back when it was changed by hand in a note: properties, and notes of highlights. */
export type SendBackField = (typeof SEND_BACK_FIELDS)[number];

/** Something that the person changed by hand in a note. */
export interface LocalChange {
  readonly path: string;
  readonly field: SendBackField;
  /** What the service has. */
  readonly base: string;
  readonly mine: string;
  /** What to add to the outbox when the person wants it sent. */
  readonly change: Change;
}

/** What the person changed by hand in all notes. */
export interface LocalChanges {
  readonly changes: readonly LocalChange[];
  /** Paths of changed notes with the same id. Nobody can tell which counts, so nothing is found in them. */
  readonly ambiguous: readonly string[];
  /** Paths of notes with changes in what a template wrote that this device does not have, so they cannot be read. */
  readonly ofUnknownTemplate: readonly string[];
  /** Paths of notes with a highlight’s note that a sync would write in another way than the person did. */
  readonly unlike: readonly string[];
}

/** The highlight, document or book that a change is of; null for something new. */
export function targetIdOf(change: Change): string | null {
  switch (change.kind) {
    case 'edit-highlight':
    case 'delete-highlight':
      return change.anchor;
    case 'edit-item':
    case 'delete-document':
      return change.id;
    case 'create-highlights':
    case 'save-document':
      return null;
  }
}

/** The fields that a change sets, with `tags` when it changes these. */
export function fieldsOf(change: Change): Readonly<Record<string, string>> {
  switch (change.kind) {
    case 'edit-highlight':
    case 'edit-item':
      return change.fields;
    case 'create-highlights':
    case 'save-document':
    case 'delete-highlight':
    case 'delete-document':
      return {};
  }
}

/** Fields for which a person chooses a value, and writes no text. */
const CHOSEN_FIELDS: readonly string[] = ['location', 'category', 'color'];

/** The texts among the values of a change. */
export const writtenTexts = (values: Readonly<Record<string, string | null>>): readonly string[] =>
  Object.entries(values).flatMap(([field, value]) =>
    CHOSEN_FIELDS.includes(field) || value === null || value === '' ? [] : [value],
  );

/** What the person wrote in a change that cannot be sent, to be copied. */
export function textToCopy(change: Change): string {
  if (change.kind === 'save-document') return change.document.url;
  if (change.kind !== 'create-highlights') return writtenTexts(fieldsOf(change)).join('\n\n');
  return change.highlights
    .map(({ text, note = '' }) => (note === '' ? text : `${text}\n\n${note}`))
    .join('\n\n');
}
