import { Library } from './library';

/** A library with so many books of one highlight each. */
export function shelfOfBooks(books: number): Library {
  const library = new Library();
  for (let number = 1; number <= books; number += 1) {
    const { id } = library.addBook({ title: `Book ${String(number)}`, author: 'Ada Example' });
    library.addHighlight(id, { text: `Passage of book ${String(number)}` });
  }
  return library;
}
