import { IDENTITY_PROPERTIES, splitNote } from '../../core/note/note';
import { partIdOf } from '../../core/layout/note-part';
import type { ItemRecord } from '../../core/library/record';
import type { NoteIdentity } from '../../ports';

/** By which the note of a whole item is found. */
export const identityOf = (record: ItemRecord): NoteIdentity => ({
  bookId: record.book?.id ?? null,
  documentId: record.document?.id ?? record.book?.documentId ?? (record.key.startsWith('d:') ? record.key.slice(2) : null),
  partId: null,
});

/** By which a note of an item is found: that of the whole, or that of a part. */
export function identityOfNote(record: ItemRecord, noteKey: string): NoteIdentity {
  const partId = partIdOf(noteKey);
  return partId === null ? identityOf(record) : { bookId: null, documentId: null, partId };
}

/** Whether a note's front matter names the identity. Read line by line: it must be found even where a person broke the YAML. */
export function bears(text: string, identity: NoteIdentity): boolean {
  const stated = [
    [IDENTITY_PROPERTIES.book, identity.bookId],
    [IDENTITY_PROPERTIES.document, identity.documentId],
    [IDENTITY_PROPERTIES.part, identity.partId],
  ] as const;
  const lines = (splitNote(text).yaml ?? '').split('\n');
  return stated.some(([property, id]) => lines.some((line) => states(line, property, id)));
}

/** Whether a note says that it is another item's. One whose lines say nothing of the kind may have said it in a way that only a reader of YAML sees. */
export const bearsAnother = (text: string, identity: NoteIdentity): boolean => !bears(text, identity) && (splitNote(text).yaml ?? '').split('\n').some((line) => OWNED_LINE.test(line));

const OWNED_LINE = new RegExp(`^(?:${[IDENTITY_PROPERTIES.book, IDENTITY_PROPERTIES.document, IDENTITY_PROPERTIES.part].join('|')}):`);

function states(line: string, property: string, id: string | null): boolean {
  if (id === null || !line.startsWith(`${property}:`)) return false;
  const value = line.slice(property.length + 1).replace(/\s#.*$/, '').trim();
  return value.replace(/^(["'])(.*)\1$/, '$2') === id;
}
