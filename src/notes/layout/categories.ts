import type { ItemRecord } from '../../model/record';

/**
 * The categories that a note was made with, which its trailer keeps. The service may file an item under another
 * category later; that must not move its note, nor give it another template.
 */

/** `<document's>.<book's>`. Of a side that is not there, was deleted or has no known category, there is none. */
export const categoriesOf = ({ document, book }: ItemRecord): string =>
  [document, book?.deleted === true ? null : book]
    .map((side) => (/^[\w-]+$/.test(side?.category ?? '') ? side?.category : ''))
    .join('.');

/** What a note tells of what it was made with; its book is null where it has no id of one. */
export interface MadeWith {
  readonly categories: string;
  readonly bookId: string | null;
}

/** The record with the categories that its note was made with. A side that came later has its own. */
export function withCategories(record: ItemRecord, { categories, bookId }: MadeWith): ItemRecord {
  if (categories === '' || categories === categoriesOf(record)) return record;
  const [document = '', book = ''] = categories.split('.');
  const isOtherBook = bookId !== null && bookId !== record.book?.id;
  return {
    ...record,
    document: withCategory(record.document, document),
    book: isOtherBook ? record.book : withCategory(record.book, book),
  };
}

const withCategory = <Side extends { readonly category: string }>(
  side: Side | null,
  category: string,
): Side | null => (side === null || category === '' ? side : { ...side, category });
