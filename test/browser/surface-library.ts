import { Library } from '../server/library';

/** Titles that are hard on a layout: one long word, and two that are read from the right. */
const TITLES = [
  'https://example.com/an-address-without-any-place-to-break-it-0123456789-abcdefghijklmnopqrstuvwxyz',
  'كتاب عن الذاكرة والنسيان وما بينهما',
  'ספר על הזיכרון ועל השכחה',
  'Walden',
];
const AUTHOR = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

export interface OddShelf {
  readonly library: Library;
  /** Ids of its books, in the order of their numbers. */
  readonly books: readonly number[];
}

/** A library of books whose titles, authors and passages are as odd as they come. */
export function oddShelf(count: number): OddShelf {
  const library = new Library();
  const books = Array.from({ length: count }, (_, index) => {
    const title = `${TITLES[index % TITLES.length] ?? ''} ${String(index + 1)}`;
    const { id } = library.addBook({ title, author: AUTHOR, category: 'books' });
    library.addHighlight(id, {
      text: `A passage of ${title}`,
      note: 'فكرة عن هذا الكتاب',
      tags: ['nature'],
      location: 1,
    });
    library.addHighlight(id, {
      text: `${AUTHOR}${AUTHOR}, as one says of book ${String(index + 1)}`,
      location: 2,
    });
    return id;
  });
  return { library, books };
}
