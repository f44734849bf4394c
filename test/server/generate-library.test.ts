import { demoLibrary } from './demo-library';
import { generateLibrary, LIBRARY_SIZES } from './generate-library';
import type { Library } from './library';

function everything(library: Library): unknown {
  return [[...library.books.books()], [...library.books.highlights()], [...library.documents.all()]];
}

describe('generateLibrary', () => {
  const library = generateLibrary({ ...LIBRARY_SIZES.S, seed: 3 });

  it('should have exactly the size asked for when it is generated', () => {
    expect([...library.books.books()]).toHaveLength(50);
    expect([...library.books.highlights()]).toHaveLength(500);
    expect([...library.documents.all()].filter((document) => document.parentId === null)).toHaveLength(100);
  });

  it('should be the same for the same seed and another for another', () => {
    expect(everything(generateLibrary({ ...LIBRARY_SIZES.S, seed: 3 }))).toEqual(everything(library));
    expect(everything(generateLibrary({ ...LIBRARY_SIZES.S, seed: 4 }))).not.toEqual(everything(library));
  });

  it('should join a tenth of the documents with books and keep passages to natural lengths', () => {
    expect([...library.books.books()].filter((book) => book.externalId !== null)).toHaveLength(10);
    const lengths = [...library.books.highlights()].map((highlight) => highlight.text.length);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(80);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(600);
  });
});

describe('demoLibrary', () => {
  const library = demoLibrary();
  const books = [...library.books.books()];
  const documents = [...library.documents.all()];

  it('should be the same at every call', () => {
    expect(everything(demoLibrary())).toEqual(everything(library));
  });

  it('should have something of every kind when it is made', () => {
    expect(new Set(books.map((book) => book.category))).toEqual(
      new Set(['books', 'articles', 'tweets', 'podcasts', 'supplementals']),
    );
    expect(new Set(documents.map((document) => document.category))).toEqual(
      new Set(['article', 'email', 'rss', 'highlight', 'note', 'pdf', 'epub', 'tweet', 'video']),
    );
    expect(new Set(documents.map((document) => document.location))).toEqual(
      new Set(['new', 'later', 'shortlist', 'archive', 'feed']),
    );
    expect(new Set([...library.books.highlights()].map((highlight) => highlight.color))).toEqual(
      new Set(['yellow', 'blue', 'pink', 'orange', 'green', 'purple', '']),
    );
  });

  it('should hold joined items, twins by title, a ghost and a book with a note alone', () => {
    expect(books.filter((book) => book.externalId !== null).length).toBeGreaterThanOrEqual(3);
    expect(books.filter((book) => book.title === 'Essays')).toHaveLength(2);
    const empty = books.filter((book) => library.books.liveHighlightsOf(book.id).length === 0);
    expect(empty.map((book) => book.documentNote === null)).toEqual([false, true]);
  });
});
