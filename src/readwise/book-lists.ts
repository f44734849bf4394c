import { numberedPages } from './numbered-list';
import { bookFilterRule, type BookFilter } from './outgoing/highlight-queries';
import { checked } from './outgoing/rules';
import type { ListedBook, ListPage } from './records';
import { listedBookSchema } from './schema/listed';
import { toListedBook } from './to-model/book';
import type { Transport } from './transport';

/** The endpoints that page through the books of v2 (v2-highlights.md, "Endpoints"). */
export interface BookLists {
  /** "Books LIST". */
  list(filter?: BookFilter): AsyncGenerator<ListPage<ListedBook>>;
}

const LISTED_BOOK = {
  endpoint: 'highlights',
  schema: listedBookSchema,
  idField: 'id',
  toEntry: toListedBook,
} as const;

export function createBookLists(transport: Transport): BookLists {
  return { list: (filter = {}) => listPages(transport, filter) };
}

function listPages(transport: Transport, filter: BookFilter): AsyncGenerator<ListPage<ListedBook>> {
  const doing = 'listing books';
  const { pageSize, category, source, ...bounds } = checked(filter, { rule: bookFilterRule, doing });
  return numberedPages(transport, {
    doing,
    rate: 'v2-lists',
    path: '/api/v2/books/',
    filter: {
      page_size: pageSize,
      category,
      source,
      updated__lt: bounds.updatedBefore,
      updated__gt: bounds.updatedAfter,
      last_highlight_at__lt: bounds.lastHighlightBefore,
      last_highlight_at__gt: bounds.lastHighlightAfter,
    },
    parser: LISTED_BOOK,
    idOf: ({ bookId }) => bookId,
  });
}
