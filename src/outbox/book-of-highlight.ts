import type { Book } from '../model/model';
import type { NewHighlight } from '../model/outbox';
import { Pace } from '../model/pace';
import type { Clock, StateStore } from '../model/ports';
import { libraryRecords } from '../store/library';

/** The known books that a new highlight may belong to: same title, and same author and source if given. */
export async function matchingBooks(
  { state, clock }: { readonly state: StateStore; readonly clock: Clock },
  { title, author, sourceUrl }: NewHighlight,
): Promise<readonly Book[]> {
  if (title === undefined) return [];
  const found: Book[] = [];
  for await (const { book } of libraryRecords(state, new Pace(clock))) {
    if (book === null || book.deleted) continue;
    const titles = [book.title, book.readableTitle];
    const isMatch =
      titles.some((each) => isSame(each, title)) &&
      isSame(author ?? book.author, book.author) &&
      isSame(sourceUrl ?? book.sourceUrl, book.sourceUrl);
    if (isMatch && !found.some((other) => isSameBook(book, other))) found.push(book);
  }
  return found;
}

const isSame = (left: string, right: string): boolean =>
  left.trim().toLowerCase() === right.trim().toLowerCase();

/** The service assigns a new highlight to a book by these three. */
const isSameBook = (left: Book, right: Book): boolean =>
  left.title === right.title && left.author === right.author && left.sourceUrl === right.sourceUrl;

export function withBook(highlight: NewHighlight, { title, author, sourceUrl }: Book): NewHighlight {
  return {
    ...highlight,
    title,
    ...(author === '' ? {} : { author }),
    ...(sourceUrl === '' ? {} : { sourceUrl }),
  };
}
