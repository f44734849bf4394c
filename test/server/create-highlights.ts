import type { NewHighlight } from './book-shelf';
import type { Library } from './library';
import type { BookRecord, HighlightRecord } from './records';
import type { NewHighlightBody } from './routes/highlight-schemas';

/** The book that highlights without a title go into. */
const QUOTES_TITLE = 'Quotes';

/**
 * Highlight CREATE: makes books as needed, leaves duplicates alone, gives a known `highlight_url` its new
 * text. Returns each affected book's id with the ids of the highlights made or changed, in the order of the
 * request.
 */
export function createHighlights(
  library: Library,
  items: readonly NewHighlightBody[],
): ReadonlyMap<number, readonly number[]> {
  const modified = new Map<number, number[]>();
  for (const [order, item] of items.entries()) {
    const known = knownHighlight(library, item);
    const bookId = known?.bookId ?? bookFor(library, item).id;
    const changed = modified.get(bookId) ?? [];
    modified.set(bookId, changed);
    if (known === null && !isDuplicate(library, bookId, item))
      changed.push(library.addHighlight(bookId, asHighlight(item, order + 1)).id);
    if (known !== null && known.text !== item.text)
      changed.push(library.editHighlight(known.id, { text: item.text }).id);
  }
  return modified;
}

function knownHighlight(library: Library, item: NewHighlightBody): HighlightRecord | null {
  return item.highlight_url ? library.books.highlightWithUrl(item.highlight_url) : null;
}

function isDuplicate(library: Library, bookId: number, item: NewHighlightBody): boolean {
  return library.books.liveHighlightsOf(bookId).some((highlight) => highlight.text === item.text);
}

function bookFor(library: Library, item: NewHighlightBody): BookRecord {
  const title = item.title ?? QUOTES_TITLE;
  const sourceUrl = item.source_url ?? null;
  const author = item.author ?? domainOf(sourceUrl);
  for (const book of library.books.books()) {
    if (
      book.deletedAt === null &&
      book.title === title &&
      book.author === author &&
      book.sourceUrl === sourceUrl
    )
      return book;
  }
  return library.addBook({
    title,
    author,
    sourceUrl,
    category: item.category ?? (sourceUrl === null ? 'books' : 'articles'),
    source: item.source_type ?? 'api',
    coverImageUrl: item.image_url ?? '',
  });
}

function domainOf(url: string | null): string {
  return url !== null && URL.canParse(url) ? new URL(url).hostname : '';
}

function asHighlight(item: NewHighlightBody, order: number): NewHighlight {
  return {
    text: item.text,
    note: item.note ?? '',
    location: item.location ?? order,
    locationType: item.location_type ?? 'order',
    highlightedAt: item.highlighted_at ?? null,
    url: item.highlight_url ?? null,
    color: '',
  };
}
