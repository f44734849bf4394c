/** The service's lists that are pulled incrementally, each with its own watermark. */
export type Stream = 'highlights' | 'documents' | 'book-list' | 'highlight-list';

export type WantedKind = 'book' | 'document' | 'text' | 'file';

/** All keys of the state store; those of the outbox are below. */
export const keys = {
  item: (itemKey: string): string => `item/${itemKey}`,
  /** The items of many v2 highlights. Of two values that have a highlight, the later one counts. */
  highlights: (number: number): string => `hl/${String(number).padStart(6, '0')}`,
  /** The item of a v2 highlight by its Reader id, while its book has no document. */
  readerHighlight: (id: string): string => `reader-hl/${id}`,
  /** The item of a book that belongs to a document. */
  book: (id: string): string => `book/${id}`,
  note: (itemKey: string): string => `note/${itemKey}`,
  /** The trailer that was removed from a note when it was made plain. */
  trailer: (noteKey: string): string => `trailer/${noteKey}`,
  /** Marks of note files as they were last checked or written, by path. */
  files: (bucket: number): string => `files/${String(bucket).padStart(2, '0')}`,
  /** Marks of note files in which the last check found no change by hand, by path. */
  unedited: (bucket: number): string => `unedited/${String(bucket).padStart(2, '0')}`,
  /** Marks of note files that had conflicts when last checked or written, by path. */
  conflicts: (bucket: number): string => `conflicts/${String(bucket).padStart(2, '0')}`,
  /** Keys of known notes that had no file when last checked, by the path where they were last seen. */
  missing: (bucket: number): string => `missing/${String(bucket).padStart(2, '0')}`,
  /** An item whose notes must be written: why the last attempt failed, and what they were last written from. */
  due: (itemKey: string): string => `due/${itemKey}`,
  /** The item of a v3 record, and the crawl that last saw it. */
  documentId: (id: string): string => `id/${id}`,
  /** A v3 note whose highlight has not arrived yet. */
  orphan: (highlightId: string, noteId: string): string => `orphan/${highlightId}/${noteId}`,
  /** What has to be asked for: a book, a document, its full text, or an attachment by a hash of its source. */
  wanted: (kind: WantedKind, id: string): string => `refetch/${kind}/${id}`,
  text: (documentId: string): string => `text/${documentId}`,
  /** An attachment that is in the vault or was refused, by a hash of its source. */
  file: (sourceMark: string): string => `file/${sourceMark}`,
  pull: (stream: Stream): string => `pull/${stream}`,
  /** A notice about a record that a run has reported. */
  reported: (code: string, id: string): string => `reported/${code}/${id}`,
  documentIds: 'meta/document-ids',
  candidates: 'meta/deletion-candidates',
  crawl: 'meta/crawl',
  textWalk: 'meta/text-walk',
  /** A hash of the account that state and notes belong to, and the version of the state. */
  account: 'meta/account',
  rendering: 'meta/rendering',
  /** Texts of a person's own templates that notes were made with. */
  templates: 'meta/templates',
  /** Set once a part of an item got a separate note. */
  parts: 'meta/parts',
  hold: 'meta/hold',
  /** The hold as it was when a person last decided about it, for undo. */
  answeredHold: 'meta/answered-hold',
  removals: 'meta/removals',
  /** Decisions of the user about single items, until they are carried out. */
  decisions: 'meta/decisions',
  pauses: 'meta/pauses',
  /** What a person decided about another plugin's notes. */
  otherNotes: 'meta/other-notes',
  run: (number: number): string => `run/${String(number).padStart(9, '0')}`,
  /** A note as it was before the last run that wrote. */
  before: (noteKey: string): string => `before/${noteKey}`,
  /** Notes that that run made, by key. */
  made: (number: number): string => `before/made/${String(number).padStart(6, '0')}`,
  /** The run of the `before/` entries, and whether they are complete. */
  undo: 'meta/undo',
  /** Set once anything was undone on this device. */
  undone: 'meta/undone',
  /** Notes that are being written outside a sync, as they were before. */
  section: 'meta/section',
  /** A change sent since the last run that can be undone. */
  sent: (id: string): string => `sent/${id}`,
} as const;

export const prefixes = {
  item: 'item/',
  highlights: 'hl/',
  note: 'note/',
  due: 'due/',
  documentId: 'id/',
  orphan: 'orphan/',
  wanted: 'refetch/',
  text: 'text/',
  run: 'run/',
  before: 'before/',
  made: 'before/made/',
  sent: 'sent/',
} as const;

/** Prefix of the keys of waiting changes. */
export const CHANGE_PREFIX = 'outbox/';

/** All keys of the outbox. It has its own store, because nothing in it can be fetched again. */
export const outboxKeys = {
  /** A change waiting to be sent to the service. */
  change: (id: string): string => `${CHANGE_PREFIX}${id}`,
  /** What a person decided not to send for a highlight, document or book. */
  discarded: (id: string): string => `discarded/${id}`,
} as const;
