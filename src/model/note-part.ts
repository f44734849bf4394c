/**
 * An item has one note, and may have separate notes for its parts: its full text and its highlights. State
 * and reports know a note by its key: the item's key for the main note, `<item>#<part id>` for a part. The
 * note of a part has the part id in its property `readwise-part`.
 */
const SEPARATOR = '#';
const TEXT_PREFIX = 'text-';

export const partKey = (itemKey: string, partId: string): string => `${itemKey}${SEPARATOR}${partId}`;

/** The prefix of all part keys of an item. */
export const partsPrefix = (itemKey: string): string => `${itemKey}${SEPARATOR}`;

export const itemKeyOf = (noteKey: string): string => noteKey.split(SEPARATOR, 1).join('');

/** Null for the main note of an item. */
export const partIdOf = (noteKey: string): string | null =>
  noteKey.includes(SEPARATOR) ? noteKey.slice(noteKey.indexOf(SEPARATOR) + 1) : null;

/** The note's id as users see it: its key without the leading `b:` or `d:`. */
export const shownId = (noteKey: string): string => noteKey.slice(2);

/** The part id of a full text. That of a highlight is its anchor. */
export const textPartId = (documentId: string): string => `${TEXT_PREFIX}${documentId}`;

export const isTextPart = (partId: string): boolean => partId.startsWith(TEXT_PREFIX);
