/**
 * An item has one note, and may have more for its parts: its full text, and each of its highlights. The state
 * and reports know a note by its key: the item's own for the whole, `<item>#<part id>` for a part. A part's
 * note bears its id in `readwise-part`.
 */
const BORDER = '#';
const TEXT = 'text-';

export const partKey = (itemKey: string, partId: string): string => `${itemKey}${BORDER}${partId}`;

/** All keys of parts of an item begin so. */
export const partsPrefix = (itemKey: string): string => `${itemKey}${BORDER}`;

export const itemKeyOf = (noteKey: string): string => noteKey.split(BORDER, 1).join('');

/** Null for the note of a whole item. */
export const partIdOf = (noteKey: string): string | null =>
  noteKey.includes(BORDER) ? noteKey.slice(noteKey.indexOf(BORDER) + 1) : null;

/** The note's key without the sort of item: the id by which people are told of it. */
export const shownId = (noteKey: string): string => noteKey.slice(2);

/** The id of a document's full text as a part. That of a highlight is its anchor. */
export const textPartId = (documentId: string): string => `${TEXT}${documentId}`;

export const isTextPart = (partId: string): boolean => partId.startsWith(TEXT);
