import fc from 'fast-check';
import type { BookRecord, DocumentRecord, HighlightRecord } from '../server/records';
import { fileBytes } from '../support/file-bytes';
import type { World } from './world';

/** How often each kind of change is made, relative to the others. */
const WEIGHTS = {
  'add book': 14,
  'add document': 14,
  'add highlight': 16,
  'edit highlight': 8,
  'note highlight': 8,
  'move highlight': 8,
  'mirrored highlight': 8,
  'document highlight': 8,
  'delete highlight': 4,
  discard: 4,
  favourite: 4,
  'delete book': 4,
  'delete document': 4,
  'document note': 4,
  'tag book': 4,
  'retitle book': 7,
  'retitle document': 7,
  'book note': 7,
  'move document': 7,
  'name document': 4,
  /** Only where a test asks for it. */
  'head chapter': 0,
} as const;

type Kind = keyof typeof WEIGHTS;

/**
 * What somebody does at the service, as data: fast-check makes lists of these, shrinks them and prints them.
 * `pick` chooses among the records that there are at that moment, `text` among the texts, titles or places.
 */
export interface ServiceChange {
  readonly kind: Kind;
  readonly pick: number;
  readonly text: number;
}

export function serviceChangeExcept(...excluded: readonly Kind[]): fc.Arbitrary<ServiceChange> {
  const kinds = (Object.keys(WEIGHTS) as Kind[]).filter((kind) => !excluded.includes(kind));
  const kind = fc.oneof(...kinds.map((each) => ({ weight: WEIGHTS[each], arbitrary: fc.constant(each) })));
  return fc.record({ kind, pick: fc.nat(20), text: fc.nat(30) });
}

export const serviceChange = serviceChangeExcept();

export const newChapter: fc.Arbitrary<ServiceChange> = fc.record({
  kind: fc.constant('head chapter'),
  pick: fc.nat(20),
  text: fc.nat(30),
});

/**
 * Without what may rightly leave two blocks of one highlight: where a person wrote under one that moved, the
 * note that it left keeps it.
 */
export const changeWithoutMoves = serviceChangeExcept('move highlight');

const SWEPT: readonly Kind[] = [
  'move highlight',
  'retitle book',
  'book note',
  'tag book',
  'delete document',
  'delete book',
];

/**
 * Only what the export and the list themselves tell: nothing that waits for a metadata sweep or the
 * verification of a deletion.
 */
export const plainChange = serviceChangeExcept(...SWEPT);

/** Plain ones after which every note keeps its name. */
export const changeWithoutNames = serviceChangeExcept(
  ...SWEPT,
  'retitle document',
  'name document',
  'delete highlight',
  'discard',
  'move document',
).filter(({ kind, text }) => !kind.startsWith('add ') || kind === 'add highlight' || text % 5 === 0);

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

/** The element at an index that may be larger than the list. */
export const pickFrom = <T>(list: readonly T[], index: number): T | undefined =>
  list[index % Math.max(1, list.length)];

const liveBooks = ({ library }: World): readonly BookRecord[] =>
  [...library.books.books()].filter(({ deletedAt }) => deletedAt === null);

const liveHighlights = ({ library }: World): readonly HighlightRecord[] =>
  [...library.books.highlights()].filter(({ deletedAt }) => deletedAt === null);

const documentsOf = ({ library }: World): readonly DocumentRecord[] =>
  [...library.documents.all()].filter(({ parentId }) => parentId === null);

/** What an added item is called, as a disk compares names that does not tell cases apart; null for another change. */
export const titleOfAdded = ({ kind, pick }: ServiceChange): string | null =>
  kind === 'add book' || kind === 'add document' ? (pickFrom(TITLES, pick) ?? '').toLowerCase() : null;

/** Makes a change at the service, where there is something to be changed. */
export function change(world: World, kind: Kind, pick: number, text = 0): void {
  const { library } = world;
  world.pass(1);
  const words = pickFrom(TEXTS, text) ?? '';
  const at = String(world.now);
  if (kind === 'add book') {
    const title = pickFrom(TITLES, pick) ?? '';
    const book = library.addBook({ title, category: pickFrom(BOOK_CATEGORIES, text) ?? 'books' });
    library.addHighlight(book.id, { text: `Opening of ${String(book.id)}.`, location: 1 });
    return;
  }
  if (kind === 'add document') {
    library.addDocument({
      title: pickFrom(TITLES, pick) ?? '',
      category: pickFrom(DOCUMENT_CATEGORIES, text) ?? 'article',
      location: pickFrom(LOCATIONS, text) ?? 'new',
    });
    return;
  }
  const book = pickFrom(liveBooks(world), pick);
  if (book !== undefined) {
    if (kind === 'add highlight') library.addHighlight(book.id, { text: `${words} (${at})`, location: text });
    if (kind === 'delete book') library.deleteBook(book.id);
    if (kind === 'tag book') library.setBookTags(book.id, [`tag${String(world.now % 7)}`]);
    if (kind === 'retitle book') library.retitleBook(book.id, pickFrom(TITLES, text) ?? '');
    if (kind === 'book note') library.setDocumentNote(book.id, words);
  }
  const highlight = pickFrom(liveHighlights(world), pick);
  if (highlight !== undefined) {
    const target = pickFrom(liveBooks(world), text);
    if (kind === 'edit highlight') library.editHighlight(highlight.id, { text: `${words} [${at}]` });
    if (kind === 'note highlight') library.editHighlight(highlight.id, { note: words });
    // One that the reading app made stays with its document.
    if (kind === 'move highlight' && target !== undefined && highlight.externalId === null)
      library.moveHighlight(highlight.id, target.id);
    if (kind === 'delete highlight') library.deleteHighlight(highlight.id);
    if (kind === 'discard') library.discard(highlight.id);
    if (kind === 'favourite') library.favourite(highlight.id);
    if (kind === 'head chapter') headChapter(world, highlight, text);
  }
  const document = pickFrom(documentsOf(world), pick);
  if (document !== undefined) {
    const passage = { text: `${words} {${at}}` };
    if (kind === 'mirrored highlight')
      library.addMirroredHighlight(document.id, { ...passage, location: text + 1 });
    if (kind === 'document highlight') library.addDocumentHighlight(document.id, passage);
    if (kind === 'delete document') library.deleteDocument(document.id);
    if (kind === 'document note') library.editDocument(document.id, { notes: `Noted at ${at}.` });
    if (kind === 'name document') nameDocument(world, document, { pick: text, passage });
    if (kind === 'move document') library.moveDocument(document.id, pickFrom(LOCATIONS, text) ?? 'new');
    if (kind === 'retitle document')
      library.editDocument(document.id, { title: pickFrom(TITLES, text) ?? '' });
  }
}

/** Makes a passage the heading of a chapter. */
function headChapter({ library }: World, { id }: HighlightRecord, text: number): void {
  const tag = `h${String(1 + (text % 3))}`;
  library.editHighlight(id, { note: `.${tag}` });
  library.setHighlightTags(id, [tag]);
}

/** The service finds out which document a book is of. The export tells with what else is new in the book. */
function nameDocument(
  { library }: World,
  { id }: DocumentRecord,
  { pick, passage }: { readonly pick: number; readonly passage: { readonly text: string } },
): void {
  const books = [...library.books.books()];
  const nameless = books.filter(({ deletedAt, externalId }) => deletedAt === null && externalId === null);
  const book = pickFrom(nameless, pick);
  const isNamed = books.some(({ externalId }) => externalId === id);
  if (book === undefined || isNamed) return;
  library.editBook(book.id, { externalId: id });
  library.addHighlight(book.id, { ...passage, location: 3 });
}

export const applyChange = (world: World, { kind, pick, text }: ServiceChange): void =>
  change(world, kind, pick, text);

/** Brings back a highlight or document that was deleted or discarded. */
export function bringBack(world: World, pick: number): void {
  const { library } = world;
  world.pass(1);
  const highlights = [...library.books.highlights()].filter(
    ({ deletedAt, discarded, externalId }) => externalId === null && (deletedAt !== null || discarded),
  );
  const documents = library.documents.trash.filter(
    ({ parentId, id }) => parentId === null && library.documents.find(id) === null,
  );
  const gone = pickFrom([...highlights, ...documents], pick);
  if (gone === undefined) return;
  if (!('bookId' in gone)) {
    library.addDocument({ ...gone, title: gone.title ?? '', tags: gone.tags.map(({ name }) => name) });
    library.editDocument(gone.id, { title: gone.title });
    return;
  }
  const alive = { deletedAt: null, discarded: false };
  const { title } = library.books.book(gone.bookId);
  library.books.changeBook(gone.bookId, { title, ...{ deletedAt: null } });
  library.editHighlight(gone.id, alive);
}

const IMAGE = 'https://images.example.org/files/';

/** Every document has a text to read with an image in it, every book a cover, and both are to be had. */
export function giveFiles(world: World): void {
  const { library, server } = world;
  server.web.set('cover', fileBytes.jpg('cover'));
  for (const { id, coverImageUrl } of liveBooks(world))
    if (coverImageUrl !== `${IMAGE}cover`) library.editBook(id, { coverImageUrl: `${IMAGE}cover` });
  giveTexts(world);
}

/**
 * The documents' texts alone: a new cover is told only by a sweep, and a quiet sync may make the other one.
 */
export function giveTexts(world: World): void {
  const { library, server } = world;
  server.web.set('text', fileBytes.png('text'));
  for (const { id, title, htmlContent } of documentsOf(world)) {
    if (htmlContent !== '') continue;
    const html = `<h2>${encodeURIComponent(title ?? '')}</h2><p>One thing. Two paragraphs, and <em>more</em>.</p><p>See <img src="${IMAGE}text" alt="it">.</p>`;
    // A commit as any other: what follows it late is not stamped before it.
    world.commitLate(0, () =>
      library.editDocument(id, { htmlContent: html, wordCount: (title ?? '').length }),
    );
  }
}
