import type { Book, Document, Item, ItemHighlight } from '../../model/model';

// All that a template can show, so that no change of the service is taken for one of the template. Left out is
// what identifies a record, and what changes while a person reads: each note would be written again for it. The
// order counts.

const shownOfHighlight = (highlight: ItemHighlight) => ({
  text: highlight.text,
  note: highlight.note,
  tags: highlight.tags,
  color: highlight.color,
  favorite: highlight.favorite,
  location: highlight.location,
  endLocation: highlight.endLocation,
  locationType: highlight.locationType,
  url: highlight.url,
  serviceUrl: highlight.serviceUrl,
  highlightedAt: highlight.highlightedAt,
});

const shownOfBook = (book: Book) => ({
  title: book.title,
  readableTitle: book.readableTitle,
  author: book.author,
  category: book.category,
  source: book.source,
  coverUrl: book.coverUrl,
  tags: book.tags,
  documentNote: book.documentNote,
  summary: book.summary,
  serviceUrl: book.serviceUrl,
  sourceUrl: book.sourceUrl,
  uniqueUrl: book.uniqueUrl,
  asin: book.asin,
  documentId: book.documentId,
});

const shownOfDocument = (document: Document) => ({
  title: document.title,
  author: document.author,
  category: document.category,
  location: document.location,
  source: document.source,
  siteName: document.siteName,
  tags: document.tags,
  url: document.url,
  sourceUrl: document.sourceUrl,
  imageUrl: document.imageUrl,
  summary: document.summary,
  note: document.note,
  wordCount: document.wordCount,
  readingTime: document.readingTime,
  publishedDate: document.publishedDate,
  createdAt: document.createdAt,
  savedAt: document.savedAt,
});

const NOTHING = 'null';

/** A block's content, without its presentation. */
export const highlightSource = (highlight: ItemHighlight | undefined): string =>
  highlight === undefined ? NOTHING : JSON.stringify(shownOfHighlight(highlight));

/** The header's content. If it changed, the service changed the header, otherwise the template did. */
export const headerSource = (
  { book, document, highlights }: Item,
  { listsHighlights }: { readonly listsHighlights: boolean },
): string =>
  [
    book === null ? NOTHING : JSON.stringify(shownOfBook(book)),
    document === null ? NOTHING : JSON.stringify(shownOfDocument(document)),
    ...(listsHighlights ? highlights.map(highlightSource) : []),
  ].join('\n');
