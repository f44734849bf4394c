import { bookKey, documentKey, keyOfBook } from '../model/record';
import type { StateChange, StateStore } from '../model/ports';
import type { BookWithHighlights } from '../readwise/pages';
import { keys } from './keys';
import { readText } from './stored';

/** A book of a page, with the items that it is of and was of. */
export interface BookEntry extends BookWithHighlights {
  readonly key: string;
  readonly from: string;
  /** By which it is remembered whose book it is. */
  readonly changes: readonly StateChange[];
}

/** The books of a page. One whose document the service no longer names stays with that: what is not told takes nothing apart. */
export async function bookEntries(
  state: StateStore,
  books: readonly BookWithHighlights[],
): Promise<readonly BookEntry[]> {
  const joined = (await state.getMany(books.map(({ book }) => keys.joined(book.id)))).map(readText);
  return books.map(({ book: told, highlights }, index) => {
    const before = joined[index] ?? null;
    const book = { ...told, documentId: told.documentId ?? before };
    return {
      book,
      highlights,
      key: keyOfBook(book),
      from: before === null ? bookKey(book.id) : documentKey(before),
      changes: book.documentId === before ? [] : [{ put: keys.joined(book.id), value: book.documentId }],
    };
  });
}
