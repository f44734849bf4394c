import { IDENTITY_PROPERTIES, splitNote } from '../../notes/note/note';
import { partIdOf } from '../../model/note-part';
import type { ItemRecord } from '../../model/record';
import type { NoteIdentity } from '../../model/ports';

/** By which the note of a whole item is found. */
export const identityOf = (record: Pick<ItemRecord, 'key' | 'book' | 'document'>): NoteIdentity => ({
  bookId: record.book?.id ?? null,
  documentId:
    record.document?.id ??
    record.book?.documentId ??
    (record.key.startsWith('d:') ? record.key.slice(2) : null),
  partId: null,
});

/** By which a note of an item is found: that of the whole, or that of a part. */
export function identityOfNote(
  record: Pick<ItemRecord, 'key' | 'book' | 'document'>,
  noteKey: string,
): NoteIdentity {
  const partId = partIdOf(noteKey);
  return partId === null ? identityOf(record) : { bookId: null, documentId: null, partId };
}

/** Whether a note's front matter names the identity. */
export const bears = (text: string, identity: NoteIdentity): boolean =>
  namedIn(text, identity).includes(true);

/**
 * Whether a note says that it is another item's. One whose lines say nothing of the kind may have said it in
 * a way that only a reader of YAML sees.
 */
export function bearsAnother(text: string, identity: NoteIdentity): boolean {
  const named = namedIn(text, identity);
  return named.length > 0 && !named.includes(true);
}

/** Ids in a note of a whole item that are of another. */
export const otherIds = (text: string, identity: NoteIdentity): readonly string[] =>
  saidIn(text).flatMap(({ kind, id }) => (kind === 'partId' || identity[kind] === id ? [] : [id]));

/** What a note says that it is of. */
export function identityIn(text: string): NoteIdentity {
  const said = saidIn(text);
  const idOf = (kind: keyof NoteIdentity): string | null => said.find((one) => one.kind === kind)?.id ?? null;
  return { bookId: idOf('bookId'), documentId: idOf('documentId'), partId: idOf('partId') };
}

/** Of each line of a note's front matter that names an item or a part, whether it names this one. */
const namedIn = (text: string, identity: NoteIdentity): readonly boolean[] =>
  saidIn(text).map(({ kind, id }) => identity[kind] === id);

const PROPERTIES = [
  ['bookId', IDENTITY_PROPERTIES.book],
  ['documentId', IDENTITY_PROPERTIES.document],
  ['partId', IDENTITY_PROPERTIES.part],
] as const;

/**
 * The ids in a note's front matter. Read line by line: they must be found even where a person broke the YAML.
 */
function saidIn(text: string): readonly { readonly kind: keyof NoteIdentity; readonly id: string }[] {
  const lines = (splitNote(text).yaml ?? '').split('\n');
  return lines.flatMap((line) =>
    PROPERTIES.flatMap(([kind, property]) =>
      line.startsWith(`${property}:`) ? [{ kind, id: idSaid(line.slice(property.length + 1)) }] : [],
    ),
  );
}

const idSaid = (said: string): string =>
  said
    .replace(/\s#.*$/, '')
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2');

const SHAPES: Readonly<Record<keyof NoteIdentity, RegExp>> = {
  bookId: /^\d+$/,
  documentId: /^[\w-]+$/,
  partId: /^(?:rw\d+|rd[\w-]+|text-[\w-]+)$/,
};

/** The ids of a note that can be ids. */
export function wellFormed({ bookId, documentId, partId }: NoteIdentity): NoteIdentity {
  const checked = (field: keyof NoteIdentity, id: string | null): string | null =>
    SHAPES[field].test(id ?? '') ? id : null;
  return {
    bookId: checked('bookId', bookId),
    documentId: checked('documentId', documentId),
    partId: checked('partId', partId),
  };
}
