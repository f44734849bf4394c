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
export const bears = (text: string, identity: NoteIdentity): boolean => namedIn(text, identity).includes(true);

/** Whether a note says that it is another item's. One whose lines say nothing of the kind may have said it in a way that only a reader of YAML sees. */
export function bearsAnother(text: string, identity: NoteIdentity): boolean {
  const named = namedIn(text, identity);
  return named.length > 0 && !named.includes(true);
}

/** What a note says that it is of. */
export function identityIn(text: string): NoteIdentity {
  const lines = (splitNote(text).yaml ?? '').split('\n');
  const idOf = (property: string): string | null => {
    const line = lines.find((one) => one.startsWith(`${property}:`));
    return line === undefined ? null : idSaid(line.slice(property.length + 1));
  };
  const { book, document, part } = IDENTITY_PROPERTIES;
  return { bookId: idOf(book), documentId: idOf(document), partId: idOf(part) };
}

/** Of each line of a note's front matter that names an item or a part, whether it names this one. */
function namedIn(text: string, { bookId, documentId, partId }: NoteIdentity): readonly boolean[] {
  const { book, document, part } = IDENTITY_PROPERTIES;
  const ids = [[book, bookId], [document, documentId], [part, partId]] as const;
  const lines = (splitNote(text).yaml ?? '').split('\n');
  return lines.flatMap((line) => ids.flatMap(([property, id]) => (line.startsWith(`${property}:`) ? [states(line.slice(property.length + 1), id)] : [])));
}

const states = (said: string, id: string | null): boolean => id !== null && idSaid(said) === id;

const idSaid = (said: string): string => said.replace(/\s#.*$/, '').trim().replace(/^(["'])(.*)\1$/, '$2');
