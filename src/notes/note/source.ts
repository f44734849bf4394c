import type { Book, Document, Item, ItemHighlight } from '../../model/model';

// All that a template can show, so that no change of the service is taken for one of the template. Left out is
// what identifies a record, and what changes while a person reads: each note would be written again for it.
const HIGHLIGHT_SOURCE = [
  'text',
  'note',
  'tags',
  'color',
  'favorite',
  'location',
  'endLocation',
  'locationType',
  'url',
  'serviceUrl',
  'highlightedAt',
] as const satisfies readonly (keyof ItemHighlight)[];
const BOOK_SOURCE = [
  'title',
  'readableTitle',
  'author',
  'category',
  'source',
  'coverUrl',
  'tags',
  'documentNote',
  'summary',
  'serviceUrl',
  'sourceUrl',
  'uniqueUrl',
  'asin',
  'documentId',
] as const satisfies readonly (keyof Book)[];
const DOCUMENT_SOURCE = [
  'title',
  'author',
  'category',
  'location',
  'source',
  'siteName',
  'tags',
  'url',
  'sourceUrl',
  'imageUrl',
  'summary',
  'note',
  'wordCount',
  'readingTime',
  'publishedDate',
  'createdAt',
  'savedAt',
] as const satisfies readonly (keyof Document)[];

/** The fields of a record in this order, whatever order it has them in. */
const sourceOf = (record: object | null | undefined, fields: readonly string[]): string =>
  JSON.stringify(record ?? null, [...fields]);

/** A block's content, without its presentation. */
export const highlightSource = (highlight: ItemHighlight | undefined): string =>
  sourceOf(highlight, HIGHLIGHT_SOURCE);

/** The header's content. If it changed, the service changed the header, otherwise the template did. */
export const headerSource = (
  { book, document, highlights }: Item,
  { listsHighlights }: { readonly listsHighlights: boolean },
): string =>
  [
    sourceOf(book, BOOK_SOURCE),
    sourceOf(document, DOCUMENT_SOURCE),
    ...(listsHighlights ? highlights.map(highlightSource) : []),
  ].join('\n');
