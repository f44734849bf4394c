import { idsInFrontMatter, type NoteId } from '../../notes/note/identity';
import { frontMatterOf, splitNote } from '../../notes/note/note';
import { itemKeyOf, joinedBookOf, partIdOf } from '../../model/note-part';
import { documentIdOf, type ItemRecord } from '../../model/record';
import type { NoteIdentity } from '../../model/ports';

/** The identity of the note of a whole item. */
export const identityOf = (record: Pick<ItemRecord, 'key' | 'book' | 'document'>): NoteIdentity => ({
  bookId: record.book?.id ?? null,
  documentId:
    record.document?.id ??
    record.book?.documentId ??
    (record.key.startsWith('d:') ? record.key.slice(2) : null),
  partId: null,
});

/** The identity of a note of an item, of the whole or of a part. */
export function identityOfNote(
  record: Pick<ItemRecord, 'key' | 'book' | 'document'>,
  noteKey: string,
): NoteIdentity {
  return partIdOf(noteKey) === null ? identityOf(record) : identityOfKey(noteKey);
}

/** What a note's key reveals of its identity, without the item's record. */
export function identityOfKey(noteKey: string): NoteIdentity {
  const joinedBook = joinedBookOf(noteKey);
  if (joinedBook !== null)
    return { bookId: joinedBook, documentId: documentIdOf(itemKeyOf(noteKey)), partId: null };
  const partId = partIdOf(noteKey);
  if (partId !== null) return { bookId: null, documentId: null, partId };
  const id = noteKey.slice(2);
  return noteKey.startsWith('b:')
    ? { bookId: id, documentId: null, partId: null }
    : { bookId: null, documentId: id, partId: null };
}

export const hasIdentity = (text: string, identity: NoteIdentity): boolean =>
  idMatches(text, identity).includes(true);

/** Whether nothing in a text marks it as an item's note. */
export const isPlainText = (text: string): boolean =>
  splitNote(text).trailer === null && Object.values(identityIn(text)).every((id) => id === null);

/** Whether the front matter names another item, and not this one. */
export function hasOtherIdentity(text: string, identity: NoteIdentity): boolean {
  const matches = idMatches(text, identity);
  return matches.length > 0 && !matches.includes(true);
}

/** Ids in the front matter of an item's note that belong to another item. */
export const otherIds = (text: string, identity: NoteIdentity): readonly string[] =>
  idsIn(text).flatMap(({ kind, id }) => (kind === 'partId' || identity[kind] === id ? [] : [id]));

/** The identity in a note's front matter. */
export function identityIn(text: string): NoteIdentity {
  const ids = idsIn(text);
  const idOf = (kind: keyof NoteIdentity): string | null =>
    ids.find((each) => each.kind === kind)?.id ?? null;
  return { bookId: idOf('bookId'), documentId: idOf('documentId'), partId: idOf('partId') };
}

/** For each id in the front matter, whether it belongs to this identity. */
const idMatches = (text: string, identity: NoteIdentity): readonly boolean[] =>
  idsIn(text).map(({ kind, id }) => identity[kind] === id);

const idsIn = (text: string): readonly NoteId[] => idsInFrontMatter(frontMatterOf(text) ?? '');

const SHAPES: Readonly<Record<keyof NoteIdentity, RegExp>> = {
  bookId: /^\d+$/,
  documentId: /^[\w-]+$/,
  partId: /^(?:rw\d+|rd[\w-]+|text-[\w-]+)$/,
};

/** Drops ids that cannot be valid. */
export function wellFormed({ bookId, documentId, partId }: NoteIdentity): NoteIdentity {
  const checked = (field: keyof NoteIdentity, id: string | null): string | null =>
    SHAPES[field].test(id ?? '') ? id : null;
  return {
    bookId: checked('bookId', bookId),
    documentId: checked('documentId', documentId),
    partId: checked('partId', partId),
  };
}
