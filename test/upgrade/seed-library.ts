import type { Library } from '../server/library';

/** The library that every earlier version has synced: the same ids in each of them. */
export function seedLibrary(
  library: Library,
  pass: (seconds: number) => void,
): { readonly books: readonly number[]; readonly documents: readonly string[] } {
  const books = ['Walden', 'Emma', 'Essays', 'Middlemarch', 'Persuasion', 'Cranford'].map((title) => {
    const { id } = library.addBook({ title, author: 'An Author', category: 'books' });
    for (let location = 1; location <= 3; location += 1)
      library.addHighlight(id, {
        text: `Passage ${String(location)} of ${title}.`,
        note: location === 2 ? 'My thought.' : '',
        location,
      });
    pass(1);
    return id;
  });
  const documents = ['Walking', 'Self-Reliance'].map((title) => {
    const { id } = library.addDocument({ title, category: 'article', location: 'new' });
    pass(1);
    return id;
  });
  return { books, documents };
}
