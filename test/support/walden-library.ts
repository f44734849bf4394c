import type { Library } from '../server/library';

export interface WaldenLibrary {
  readonly bookId: number;
  readonly highlightId: number;
  readonly documentId: string;
  readonly anchor: string;
}

/** Adds a book with a highlight and a document, to be edited. */
export function addWalden(library: Library): WaldenLibrary {
  const book = library.addBook({ title: 'Walden', author: 'Thoreau', category: 'books', tags: ['woods'] });
  const highlight = library.addHighlight(book.id, {
    text: 'Simplify, simplify.',
    location: 1,
    note: 'Why twice?',
    tags: ['life', 'style'],
  });
  const document = library.addDocument({ title: 'Walking', location: 'later', tags: ['nature'] });
  return {
    bookId: book.id,
    highlightId: highlight.id,
    documentId: document.id,
    anchor: `rw${highlight.id}`,
  };
}
