/** The layout of the state store: every key there is. */
export const keys = {
  /** An item without its highlights. */
  item: (itemKey: string): string => `item/${itemKey}`,
  /** One highlight of an item; its part key is that of a note of its own. */
  highlight: (partKey: string): string => `highlight/${partKey}`,
  /**
   * What an item, or a highlight of it, was when its note was last written: kept until the note is written
   * again.
   */
  former: (partKey: string): string => `former/${partKey}`,
  /** Where an item's note was last seen. */
  note: (itemKey: string): string => `note/${itemKey}`,
  /** An item whose note is still to be written, and why the last try failed, if it did. */
  due: (itemKey: string): string => `due/${itemKey}`,
  /** A v3 record's item, and the crawl that last saw it. */
  documentId: (id: string): string => `id/${id}`,
  /** The document that a book is the highlights of. */
  joined: (bookId: string): string => `join/${bookId}`,
  /** A v3 note whose highlight has not arrived yet. */
  orphan: (highlightId: string, noteId: string): string => `orphan/${highlightId}/${noteId}`,
  quarantine: (endpoint: string, id: string): string => `quarantine/${endpoint}/${id}`,
  /** A document's full text. */
  text: (documentId: string): string => `text/${documentId}`,
  /** A document whose full text is to be fetched; the value is its item. */
  wantedText: (documentId: string): string => `want/${documentId}`,
  /** What is known of an attachment, by the mark of where it comes from. */
  file: (sourceMark: string): string => `file/${sourceMark}`,
  pull: (endpoint: string): string => `pull/${endpoint}`,
  watermark: (stream: string): string => `watermark/${stream}`,
  /** Where a pull began that is made twice, because of a record that could not be read and told no id. */
  again: (endpoint: string): string => `again/${endpoint}`,
  /** A folder that was made for notes; the value is the moment. */
  folder: (path: string): string => `folder/${path}`,
  documentIds: 'meta/document-ids',
  candidates: 'meta/deletion-candidates',
  /** Set when the last pull of highlights took more than one page. */
  mayHaveMoved: 'meta/may-have-moved',
  rollingCrawl: 'meta/rolling-crawl',
  /** Mark of the account that state and notes were last seen to belong to. */
  account: 'meta/account',
  rendering: 'meta/rendering',
  /** The person's own template files as they were when they last were without mistakes. */
  templates: 'meta/templates',
  /** Set when a part of an item got a note of its own. */
  parts: 'meta/parts',
  hold: 'meta/hold',
  removals: 'meta/removals',
  /** What a person decided about single items, until it is carried out. */
  decisions: 'meta/decisions',
  /** The day from which on highlights go into day notes: that on which the person first had it so. */
  daysSince: 'meta/days-since',
  /** For how long the service wants not to be asked. */
  pauses: 'meta/pauses',
  lastRun: 'meta/last-run',
  /** What the device remembers of a run that did anything. */
  run: (number: number): string => `run/${String(number).padStart(9, '0')}`,
  /** A note in which a run found a conflict. */
  conflict: (noteKey: string): string => `conflict/${noteKey}`,
  /** What a note was before the last run that wrote. */
  before: (noteKey: string): string => `before/${noteKey}`,
  /** Which run the `before/` entries are of, and whether they are all that it did. */
  undo: 'meta/undo',
  /** The notes that are being written other than by a sync, and what they were before. */
  section: 'meta/section',
} as const;

export const prefixes = {
  item: 'item/',
  highlight: 'highlight/',
  note: 'note/',
  due: 'due/',
  documentId: 'id/',
  orphan: 'orphan/',
  quarantine: 'quarantine/',
  wantedText: 'want/',
  wantedFiles: 'fetch/',
  run: 'run/',
  conflict: 'conflict/',
  before: 'before/',
} as const;
