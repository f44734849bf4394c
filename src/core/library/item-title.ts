import type { Book, Document } from './model';

/** The title an item goes by. Where both interfaces have one, the document's: it is the one that a reader edits in Reader. */
export function titleOf(item: { readonly book: Book | null; readonly document: Document | null }): string {
  const titles = [item.document?.title, item.book?.title];
  return titles.find((title) => title !== undefined && title.trim() !== '') ?? '';
}
