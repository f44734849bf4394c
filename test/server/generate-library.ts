import { GeneratedText } from './generated-text';
import { Library } from './library';
import { SeededRandom } from './seeded-random';

export interface LibrarySize {
  readonly books: number;
  /** Of all books together. */
  readonly highlights: number;
  /** Without the highlights below them. */
  readonly documents: number;
}

export const LIBRARY_SIZES = {
  S: { books: 50, highlights: 500, documents: 100 },
  M: { books: 1_000, highlights: 20_000, documents: 3_000 },
  L: { books: 5_000, highlights: 100_000, documents: 20_000 },
} as const;

const BEGIN = Date.UTC(2018, 0, 1);
const END = Date.UTC(2025, 11, 31);
const COLORS = ['yellow', 'yellow', 'yellow', 'blue', 'pink', 'orange', 'green', 'purple', ''] as const;
const TAGS = [
  'science',
  'history',
  'craft',
  'to-write',
  'questions',
  'love',
  'nature',
  'work',
  'reread',
  'stoics',
] as const;
const BOOK_CATEGORIES = [
  'books',
  'books',
  'books',
  'articles',
  'articles',
  'tweets',
  'podcasts',
  'supplementals',
] as const;
const DOCUMENT_CATEGORIES = [
  'article',
  'article',
  'article',
  'article',
  'email',
  'rss',
  'rss',
  'pdf',
  'epub',
  'tweet',
  'video',
] as const;
const LOCATIONS = ['new', 'later', 'later', 'shortlist', 'archive', 'archive', 'archive', 'feed'] as const;
const MOST_HIGHLIGHTS_OF_JOINED = 6;
const JOINED_SHARE = 0.1;
const DIFFERENT_PAGES = 40;

interface Workshop {
  readonly library: Library;
  readonly random: SeededRandom;
  readonly text: GeneratedText;
  /** Full texts, of which each document has one. */
  readonly pages: readonly string[];
}

/**
 * A library of the given size, the same for the same seed. A tenth of the documents are joined with a book
 * that holds their highlights; those highlights are in v3 as well, below their document, and count among
 * `highlights`.
 */
export function generateLibrary(options: LibrarySize & { readonly seed: number }): Library {
  const random = new SeededRandom(options.seed);
  const library = new Library({ seed: options.seed });
  const workshop = { library, random, text: new GeneratedText(random), pages: somePages(options.seed) };
  const documentIds = Array.from({ length: options.documents }, (_, index) => addDocument(workshop, index));
  const joined = Math.min(Math.floor(options.documents * JOINED_SHARE), Math.floor(options.books / 2));
  const mirrored = addJoinedHighlights(workshop, documentIds.slice(0, joined), options.highlights);
  const bookIds = Array.from({ length: options.books - joined }, () => addBook(workshop));
  for (let left = options.highlights - mirrored; left > 0; left -= 1)
    addHighlight(workshop, favouredBook(workshop, bookIds));
  library.now = Date.now;
  return library;
}

/** Moves the library's clock to some moment of the past years. */
function someTime({ library, random }: Workshop): void {
  const moment = random.between(BEGIN / 1000, END / 1000) * 1000;
  library.now = () => moment;
}

/** By a randomness of their own. */
function somePages(seed: number): readonly string[] {
  const text = new GeneratedText(new SeededRandom(seed + 1));
  return Array.from({ length: DIFFERENT_PAGES }, () => text.page());
}

function addDocument(workshop: Workshop, index: number): string {
  const { library, random, text, pages } = workshop;
  someTime(workshop);
  const words = random.between(150, 9_000);
  const address = `https://example.org/${random.between(0, 0xffffffff).toString(36)}/${library.ids.nextTag()}`;
  return library.addDocument({
    title: text.title(),
    author: text.name(),
    category: random.pick(DOCUMENT_CATEGORIES),
    location: random.pick(LOCATIONS),
    sourceUrl: address,
    siteName: 'example.org',
    summary: text.note(),
    wordCount: words,
    readingTime: `${Math.ceil(words / 250)} mins`,
    readingProgress: random.between(0, 100) / 100,
    tags: random.chance(0.2) ? [random.pick(TAGS)] : [],
    notes: random.chance(0.05) ? text.note() : '',
    htmlContent: pages[index % pages.length] ?? '',
  }).id;
}

/** Returns how many highlights were made. */
function addJoinedHighlights(workshop: Workshop, documentIds: readonly string[], most: number): number {
  const { library, random, text } = workshop;
  let made = 0;
  for (const id of documentIds) {
    library.bookOfDocument(id);
    const count = Math.min(random.between(1, MOST_HIGHLIGHTS_OF_JOINED), most - made);
    for (let index = 0; index < count; index += 1) {
      someTime(workshop);
      library.addMirroredHighlight(id, {
        text: text.passage(),
        note: random.chance(0.15) ? text.note() : '',
        location: random.between(100, 90_000),
      });
    }
    made += count;
  }
  return made;
}

function addBook(workshop: Workshop): number {
  const { library, random, text } = workshop;
  someTime(workshop);
  return library.addBook({
    title: text.title(),
    author: text.name(),
    category: random.pick(BOOK_CATEGORIES),
    source: random.pick(['kindle', 'api', 'instapaper', 'pocket']),
    tags: random.chance(0.1) ? [random.pick(TAGS)] : [],
    documentNote: random.chance(0.03) ? text.note() : null,
  }).id;
}

function addHighlight(workshop: Workshop, bookId: number): void {
  const { library, random, text } = workshop;
  someTime(workshop);
  library.addHighlight(bookId, {
    text: text.passage(),
    note: random.chance(0.15) ? text.note() : '',
    tags: random.chance(0.12) ? [random.pick(TAGS)] : [],
    color: random.pick(COLORS),
    location: random.between(1, 12_000),
    locationType: 'location',
    favorite: random.chance(0.02),
    discarded: random.chance(0.01),
  });
}

/** Some books are marked far more than others. */
function favouredBook({ random }: Workshop, bookIds: readonly number[]): number {
  const index = Math.floor(bookIds.length * random.next() ** 1.6);
  return bookIds[index] ?? bookIds[0] ?? 0;
}
