import {
  BOOK_CATEGORIES,
  DOCUMENT_CATEGORIES,
  DOCUMENT_LOCATIONS,
  type Document,
  type DocumentHighlight,
  type DocumentNote,
  type Highlight,
  type Item,
  type ItemHighlight,
} from './model';
import { chosenOf } from './highlight-choice';
import type { GoneReason } from './problem';
import { compareIds, compareText, type ItemRecord } from './record';
import type { Settings } from './settings';

export type Scope = Settings['scope'];

export type Assembled =
  | {
      readonly kind: 'live';
      readonly item: Item;
      /** Anchors of highlights that were deleted or are left out: their blocks may leave the note. */
      readonly gone: ReadonlySet<string>;
      /** Those among them that the settings leave out: not chosen, or discarded. */
      readonly leftOut: ReadonlySet<string>;
      /** Whether some v3 highlights were left out because v2 may still deliver them. */
      readonly isProvisional: boolean;
    }
  /** The service has nothing left of it: its note is treated as deleted. */
  | { readonly kind: 'gone'; readonly reason: GoneReason; readonly gone: ReadonlySet<string> }
  /** Outside the scope: an existing note is left alone. */
  | { readonly kind: 'out-of-scope'; readonly isProvisional: boolean };

/** A value that the service adds later is in scope: leaving it out would look like a loss. */
const isInScope = (value: string, choice: readonly string[], known: readonly string[]): boolean =>
  choice.includes(value) || !known.includes(value);

/** The item of a record, or null when it is deleted or out of scope. */
export function liveItem(record: ItemRecord, scope: Scope): Item | null {
  const assembled = assembleItem(record, { scope });
  return assembled.kind === 'live' ? assembled.item : null;
}

/**
 * Joins the highlights of both interfaces, drops what is out of scope and sorts by the service's order.
 * `v2KnownUpTo` is when the v2 pull began: a v3 highlight made after it waits for the next sync, because v2
 * may have it by then and its anchor depends on that. One whose anchor is `inUse` in a note has that anchor
 * already, and stays.
 */
export function assembleItem(
  record: ItemRecord,
  {
    scope,
    v2KnownUpTo = null,
    inUse,
  }: {
    readonly scope: Scope;
    readonly v2KnownUpTo?: string | null;
    readonly inUse?: ReadonlySet<string> | undefined;
  },
): Assembled {
  const book = record.book === null || record.book.deleted ? null : record.book;
  const { document } = record;
  const live = record.highlights.filter((highlight) => book !== null && isLive(highlight, scope));
  const gone = goneAnchors(record, live);
  const unpaired = documentOnlyHighlights(record);
  const waiting = new Set(
    unpaired
      .filter(({ createdAt }) => v2KnownUpTo !== null && createdAt !== null && createdAt > v2KnownUpTo)
      .map(({ id }) => `rd${id}`)
      .filter((anchor) => inUse?.has(anchor) !== true),
  );
  const hasBook = book !== null && (live.length > 0 || book.documentNote !== '');
  if (!hasBook && document === null) return { kind: 'gone', reason: reasonForGone(record), gone };
  const { chosen, others } = choose(joinHighlights(record, { live, documentOnly: unpaired }), scope);
  const isEmpty = document === null && book?.documentNote === '';
  const isProvisional = waiting.size > 0;
  const outOfScope = { kind: 'out-of-scope', isProvisional } as const;
  if (chosen.length === 0 && (isEmpty || scope.documents === 'highlighted')) return outOfScope;

  const bookInScope = hasBook && isInScope(book.category, scope.bookCategories, BOOK_CATEGORIES);
  const documentInScope = document !== null && isWantedDocument(document, scope);
  if (!bookInScope && !documentInScope) return outOfScope;

  const highlights = chosen.filter(({ anchor }) => !waiting.has(anchor));
  const leftOut = new Set([...others, ...(book === null ? [] : discardedAnchors(record, scope))]);
  const item = { key: record.key, book: hasBook ? book : null, document, highlights };
  return {
    kind: 'live',
    item,
    gone: new Set([...gone, ...leftOut]),
    leftOut,
    isProvisional,
  };
}

/** The highlights that the settings choose, and the anchors of the others. */
function choose(
  highlights: readonly ItemHighlight[],
  scope: Scope,
): { readonly chosen: readonly ItemHighlight[]; readonly others: readonly string[] } {
  const chosen = chosenOf(highlights, scope.highlights);
  if (chosen.length === highlights.length) return { chosen, others: [] };
  const inNotes = new Set(chosen);
  const others = highlights.filter((highlight) => !inNotes.has(highlight));
  return { chosen, others: others.flatMap(({ anchor, otherAnchor }) => [anchor, otherAnchor ?? anchor]) };
}

/** Whether the scope has documents of this place and kind. */
const isWantedDocument = ({ location, category }: Document, scope: Scope): boolean =>
  isInScope(location, scope.documentLocations, DOCUMENT_LOCATIONS) &&
  isInScope(category, scope.documentCategories, DOCUMENT_CATEGORIES);

/** Whether the scope has any documents at all. */
export const wantsDocuments = (scope: Scope): boolean =>
  scope.documentLocations.length > 0 && scope.documentCategories.length > 0;

/** The highlights of a record that are not deleted, in any scope, in the service's order. */
export function livingHighlights(record: ItemRecord): readonly ItemHighlight[] {
  const live = record.highlights.filter(({ deleted }) => !deleted && record.book?.deleted === false);
  return joinHighlights(record, { live, documentOnly: documentOnlyHighlights(record) });
}

function joinHighlights(
  record: ItemRecord,
  {
    live,
    documentOnly,
  }: { readonly live: readonly Highlight[]; readonly documentOnly: readonly DocumentHighlight[] },
): readonly ItemHighlight[] {
  const living = record.documentHighlights.filter(({ deleted }) => !deleted);
  const v3Highlights = new Map(living.map((highlight) => [highlight.id, highlight]));
  return [
    ...live.map((highlight) =>
      fromHighlight(highlight, v3CopyOf(highlight, v3Highlights), record.documentNotes),
    ),
    ...documentOnly.map((highlight) => fromDocumentHighlight(highlight, record.documentNotes)),
  ].sort(compareByServiceOrder);
}

/** Whether two states of a record look the same in every scope. Most v3 highlights only copy v2 ones. */
export function looksTheSame(before: ItemRecord, after: ItemRecord): boolean {
  const isSameBase =
    before.book === after.book &&
    before.document === after.document &&
    before.highlights === after.highlights;
  if (!isSameBase) return false;
  const shown = (record: ItemRecord): string =>
    JSON.stringify([
      joinHighlights(record, { live: record.highlights, documentOnly: documentOnlyHighlights(record) }),
      deletedInReader(record),
    ]);
  return shown(before) === shown(after);
}

/** Whether the record has v3 highlights that v2 may still deliver. */
export const hasUnpairedHighlights = (record: ItemRecord): boolean =>
  documentOnlyHighlights(record).length > 0;

/** Whether the book is one of Reader whose document is not known yet: one of its highlights may name it. */
export const awaitsDocument = ({ book }: ItemRecord): boolean =>
  book?.source === 'reader' && book.documentId === null;

const isLive = (highlight: Highlight, scope: Scope): boolean =>
  !highlight.deleted && (scope.discarded || !highlight.discarded);

/** Anchors of discarded highlights that the settings leave out. */
const discardedAnchors = ({ highlights }: ItemRecord, scope: Scope): readonly string[] =>
  highlights.flatMap((highlight) =>
    highlight.deleted || isLive(highlight, scope) ? [] : anchorsOf(highlight),
  );

function reasonForGone(record: ItemRecord): GoneReason {
  if (record.book?.deleted === true) return 'deleted';
  if (record.book !== null) return 'no-highlights';
  return 'document-deleted';
}

function goneAnchors(record: ItemRecord, live: readonly Highlight[]): ReadonlySet<string> {
  const liveIds = new Set(live.map((highlight) => highlight.id));
  return new Set([
    ...record.highlights.flatMap((highlight) => (liveIds.has(highlight.id) ? [] : anchorsOf(highlight))),
    ...deletedInReader(record),
  ]);
}

/** Anchors of v3 highlights whose deletion is confirmed. */
const deletedInReader = ({ documentHighlights }: ItemRecord): readonly string[] =>
  documentHighlights.flatMap(({ id, deleted }) => (deleted ? [`rd${id}`] : []));

export const anchorsOf = (highlight: Highlight): readonly string[] =>
  highlight.documentHighlightId === null
    ? [`rw${highlight.id}`]
    : [`rw${highlight.id}`, `rd${highlight.documentHighlightId}`];

/** v3 highlights that v2 does not have, matched by id, else by text. Deleted v2 highlights count as had. */
function documentOnlyHighlights(record: ItemRecord): readonly DocumentHighlight[] {
  if (record.documentHighlights.length === 0) return [];
  const pairedIds = new Set(record.highlights.map((highlight) => highlight.documentHighlightId));
  const unidentified = new Set(
    record.highlights
      .filter((highlight) => highlight.documentHighlightId === null)
      .map((highlight) => highlight.text.trim()),
  );
  return record.documentHighlights.filter(
    ({ id, text, deleted }) => !deleted && !pairedIds.has(id) && !unidentified.has(text.trim()),
  );
}

/** The same highlight in v3, matched by id, else by text. */
function v3CopyOf(
  { documentHighlightId, text }: Highlight,
  v3Highlights: ReadonlyMap<string, DocumentHighlight>,
): DocumentHighlight | null {
  if (documentHighlightId !== null) return v3Highlights.get(documentHighlightId) ?? null;
  if (v3Highlights.size === 0) return null;
  return [...v3Highlights.values()].find((candidate) => candidate.text.trim() === text.trim()) ?? null;
}

function fromHighlight(
  highlight: Highlight,
  v3Copy: DocumentHighlight | null,
  notes: readonly DocumentNote[],
): ItemHighlight {
  const documentHighlightId = v3Copy?.id ?? highlight.documentHighlightId;
  return {
    anchor: `rw${highlight.id}`,
    otherAnchor: documentHighlightId === null ? null : `rd${documentHighlightId}`,
    text: highlight.text,
    note: laterNoteOf(v3Copy, highlight, notes) || highlight.note,
    color: highlight.color,
    tags: highlight.tags,
    location: highlight.location,
    endLocation: highlight.endLocation,
    locationType: highlight.locationType,
    serviceUrl: highlight.serviceUrl,
    url: highlight.url,
    highlightedAt: highlight.highlightedAt ?? highlight.createdAt,
    favorite: highlight.favorite,
  };
}

function fromDocumentHighlight(highlight: DocumentHighlight, notes: readonly DocumentNote[]): ItemHighlight {
  return {
    anchor: `rd${highlight.id}`,
    otherAnchor: null,
    text: highlight.text,
    note: noteOf(highlight, notes),
    color: '',
    tags: highlight.tags,
    location: null,
    endLocation: null,
    locationType: 'none',
    serviceUrl: highlight.url,
    url: '',
    highlightedAt: highlight.createdAt,
    favorite: false,
  };
}

/**
 * The note of the copy in v3, if that or a note on it changed after the v2 highlight; else `''`. Notes may stay
 * different for ever, so v2's counts, also when it is empty, unless v3's is later. An empty one of v3 never hides
 * a note: a copy that got another tag is later, too, and may never have had the note.
 */
function laterNoteOf(
  v3Copy: DocumentHighlight | null,
  { updatedAt }: Highlight,
  notes: readonly DocumentNote[],
): string {
  if (v3Copy === null || updatedAt === null) return '';
  const isLater = [v3Copy, ...notesOn(v3Copy, notes)].some((each) => (each.updatedAt ?? '') > updatedAt);
  return isLater ? noteOf(v3Copy, notes) : '';
}

function noteOf(highlight: DocumentHighlight, notes: readonly DocumentNote[]): string {
  const attached = notesOn(highlight, notes).map(({ text }) => text);
  return [...new Set([highlight.note, ...attached])].filter((text) => text !== '').join('\n\n');
}

const notesOn = ({ id }: DocumentHighlight, notes: readonly DocumentNote[]): readonly DocumentNote[] =>
  notes.filter(({ highlightId }) => highlightId === id);

/** By location if both have one (0: unknown), else by time; highlights with a location come first. */
function compareByServiceOrder(left: ItemHighlight, right: ItemHighlight): number {
  const leftLocation = left.location ?? 0;
  const rightLocation = right.location ?? 0;
  if (leftLocation > 0 && rightLocation > 0 && leftLocation !== rightLocation)
    return leftLocation - rightLocation;
  if (leftLocation > 0 !== rightLocation > 0) return leftLocation > 0 ? -1 : 1;
  const byTime = leftLocation > 0 ? 0 : compareText(left.highlightedAt ?? '', right.highlightedAt ?? '');
  return byTime !== 0 ? byTime : compareIds(left.anchor.slice(2), right.anchor.slice(2));
}
