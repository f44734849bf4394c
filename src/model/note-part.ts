/**
 * An item has a main note, and may have notes for its parts: its full text and its highlights. The key of a
 * note is the item's key for the main note and `<item>#<part id>` for a part.
 */
const SEPARATOR = '#';
const TEXT_PREFIX = 'text-';
const JOINED_PREFIX = 'joined-';

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

/**
 * The part id of the note that an item has to give up: its book and its document had one each before the service
 * joined them.
 */
export const joinedPartId = (bookId: string): string => JOINED_PREFIX + bookId;

/** The book of the key of such a note; null for any other note. */
export function joinedBookOf(noteKey: string): string | null {
  const partId = partIdOf(noteKey) ?? '';
  return partId.startsWith(JOINED_PREFIX) ? partId.slice(JOINED_PREFIX.length) : null;
}

export const isJoinedNote = (noteKey: string): boolean => joinedBookOf(noteKey) !== null;
