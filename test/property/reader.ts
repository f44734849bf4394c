import fc from 'fast-check';
import type { World } from './world';

/**
 * What a reader does at the service, as data: fast-check makes lists of these, shrinks them and prints them. `pick` chooses among
 * what there is at that moment.
 */
export type Deed =
  | { readonly kind: 'add book' | 'add document'; readonly title: number; readonly category: number }
  | {
      readonly kind:
        | 'add highlight'
        | 'edit highlight'
        | 'note highlight'
        | 'move highlight'
        | 'mirrored highlight'
        | 'document highlight';
      readonly pick: number;
      readonly text: number;
    }
  | {
      readonly kind:
        | 'delete highlight'
        | 'discard'
        | 'favourite'
        | 'delete book'
        | 'delete document'
        | 'document note'
        | 'tag book';
      readonly pick: number;
      readonly text?: undefined;
    }
  | {
      readonly kind: 'retitle book' | 'retitle document' | 'book note';
      readonly pick: number;
      readonly text: number;
    }
  | { readonly kind: 'move document'; readonly pick: number; readonly location: number };

const pick = fc.nat(20);
const text = fc.nat(30);

/** Few titles, so that names clash; few texts, so that highlights look alike. */
const TITLES = ['Meditations', 'meditations', 'Essays', 'A: B/C', 'CON', '#1 %% ^x', '書', 'Walden'];
const TEXTS = [
  'One thing.',
  'Two\n\nparagraphs.',
  '> quoted',
  '- a\n- b',
  '**bold** and `code`',
  'x ^rw9',
  '%% florilegium 1 n=x %%',
  '```js\nf()\n```',
  '<% tp %>',
  '| a |\n| - |\n| b |',
];
const BOOK_CATEGORIES = ['books', 'articles', 'tweets', 'podcasts', 'supplementals'];
const DOCUMENT_CATEGORIES = ['article', 'email', 'pdf', 'video', 'tweet'];
const LOCATIONS = ['new', 'later', 'shortlist', 'archive'];

export const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('add book' as const, 'add document' as const),
      title: pick,
      category: pick,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'add highlight' as const,
        'add highlight' as const,
        'edit highlight' as const,
        'note highlight' as const,
        'move highlight' as const,
        'mirrored highlight' as const,
        'document highlight' as const,
      ),
      pick,
      text,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'delete highlight' as const,
        'discard' as const,
        'favourite' as const,
        'delete book' as const,
        'delete document' as const,
        'document note' as const,
        'tag book' as const,
      ),
      pick,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('retitle book' as const, 'retitle document' as const, 'book note' as const),
      pick,
      text,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move document' as const), pick, location: pick }) },
);

/** Without what may rightly leave two blocks of one highlight: where a person wrote under one that moved, the note that it left keeps it. */
export const stayingDeed = deed.filter(({ kind }) => kind !== 'move highlight');

/** Only what the export and the list themselves tell: nothing that waits for a sweep or an audit, or is seen by the watermark alone. */
export const plainDeed = stayingDeed.filter(
  (candidate) =>
    !['retitle book', 'book note', 'tag book', 'delete document', 'delete book'].includes(candidate.kind),
);

const at = <T>(list: readonly T[], index: number): T | undefined =>
  list.length === 0 ? undefined : list[index % list.length];

/** Does a deed at the service, where there is something to do it to. */
export function perform(world: World, what: Deed): void {
  const { library } = world;
  world.pass(1);
  const books = [...library.books.books()].filter((book) => book.deletedAt === null);
  const documents = [...library.documents.all()].filter((document) => document.parentId === null);
  const highlights = [...library.books.highlights()].filter((highlight) => highlight.deletedAt === null);
  switch (what.kind) {
    case 'add book': {
      const book = library.addBook({
        title: at(TITLES, what.title) ?? '',
        category: at(BOOK_CATEGORIES, what.category) ?? 'books',
      });
      library.addHighlight(book.id, { text: `Opening of ${String(book.id)}.`, location: 1 });
      return;
    }
    case 'add document':
      library.addDocument({
        title: at(TITLES, what.title) ?? '',
        category: at(DOCUMENT_CATEGORIES, what.category) ?? 'article',
        location: at(LOCATIONS, what.category) ?? 'new',
      });
      return;
    case 'add highlight': {
      const book = at(books, what.pick);
      if (book !== undefined)
        library.addHighlight(book.id, {
          text: `${at(TEXTS, what.text) ?? ''} (${String(world.now)})`,
          location: what.text,
        });
      return;
    }
    case 'edit highlight': {
      const highlight = at(highlights, what.pick);
      if (highlight !== undefined)
        library.editHighlight(highlight.id, { text: `${at(TEXTS, what.text) ?? ''} [${String(world.now)}]` });
      return;
    }
    case 'note highlight': {
      const highlight = at(highlights, what.pick);
      if (highlight !== undefined) library.editHighlight(highlight.id, { note: at(TEXTS, what.text) ?? '' });
      return;
    }
    case 'move highlight': {
      const [highlight, book] = [at(highlights, what.pick), at(books, what.text)];
      if (highlight !== undefined && book !== undefined) library.moveHighlight(highlight.id, book.id);
      return;
    }
    case 'mirrored highlight':
    case 'document highlight': {
      const document = at(documents, what.pick);
      if (document === undefined) return;
      const highlight = { text: `${at(TEXTS, what.text) ?? ''} {${String(world.now)}}` };
      if (what.kind === 'mirrored highlight')
        library.addMirroredHighlight(document.id, { ...highlight, location: what.text + 1 });
      else library.addDocumentHighlight(document.id, highlight);
      return;
    }
    case 'delete highlight':
    case 'discard':
    case 'favourite': {
      const highlight = at(highlights, what.pick);
      if (highlight === undefined) return;
      if (what.kind === 'delete highlight') library.deleteHighlight(highlight.id);
      else if (what.kind === 'discard') library.discard(highlight.id);
      else library.favourite(highlight.id);
      return;
    }
    case 'delete book':
    case 'tag book':
    case 'retitle book':
    case 'book note': {
      const book = at(books, what.pick);
      if (book === undefined) return;
      if (what.kind === 'delete book') library.deleteBook(book.id);
      else if (what.kind === 'tag book') library.setBookTags(book.id, [`tag${String(world.now % 7)}`]);
      else if (what.kind === 'retitle book') library.retitleBook(book.id, `${at(TITLES, what.text) ?? ''}`);
      else if (what.kind === 'book note') library.setDocumentNote(book.id, at(TEXTS, what.text) ?? '');
      return;
    }
    case 'delete document':
    case 'document note':
    case 'move document':
    case 'retitle document': {
      const document = at(documents, what.pick);
      if (document === undefined) return;
      if (what.kind === 'delete document') library.deleteDocument(document.id);
      else if (what.kind === 'move document')
        library.moveDocument(document.id, at(LOCATIONS, what.location) ?? 'new');
      else if (what.kind === 'retitle document')
        library.editDocument(document.id, { title: at(TITLES, what.text) ?? '' });
      else library.editDocument(document.id, { notes: `Noted at ${String(world.now)}.` });
      return;
    }
  }
}
