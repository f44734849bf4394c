import type { Book } from '../model/model';
import type { NewHighlight } from '../model/outbox';
import { Pace } from '../model/pace';
import type { Clock, StateStore } from '../model/ports';
import { libraryRecords } from '../store/library';

/** The known books that a new highlight may be meant for: those with its title, and with what else is given. */
export async function booksOf(
  { state, clock }: { readonly state: StateStore; readonly clock: Clock },
  { title, author, sourceUrl }: NewHighlight,
): Promise<readonly Book[]> {
  if (title === undefined) return [];
  const found: Book[] = [];
  for await (const { book } of libraryRecords(state, new Pace(clock))) {
    if (book === null || book.deleted) continue;
    const titles = [book.title, book.readableTitle];
    const isMeant =
      titles.some((each) => isSame(each, title)) &&
      isSame(author ?? book.author, book.author) &&
      isSame(sourceUrl ?? book.sourceUrl, book.sourceUrl);
    if (isMeant && !found.some((other) => isOnePlace(book, other))) found.push(book);
  }
  return found;
}

const isSame = (left: string, right: string): boolean =>
  left.trim().toLowerCase() === right.trim().toLowerCase();

/** The service finds the book of a new highlight by these three. */
const isOnePlace = (left: Book, right: Book): boolean =>
  left.title === right.title && left.author === right.author && left.sourceUrl === right.sourceUrl;

export function withBook(highlight: NewHighlight, { title, author, sourceUrl }: Book): NewHighlight {
  return {
    ...highlight,
    title,
    ...(author === '' ? {} : { author }),
    ...(sourceUrl === '' ? {} : { sourceUrl }),
  };
}
