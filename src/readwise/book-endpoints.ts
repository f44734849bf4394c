import { numberedPages } from './numbered-list';
import { bookFilterSchema, bookTagSchema, type BookFilter } from './outgoing/highlights';
import { checked, numericIdText } from './outgoing/rules';
import { readRecord } from './read-answers';
import type { ListedBook, ListPage } from './records';
import { listedBookSchema } from './schema/listed';
import { createTagEndpoints, type TagEndpoints } from './tag-endpoints';
import { toListedBook } from './to-model/book';
import type { Transport } from './transport';

/** The books of v2 (v2-highlights.md, "Endpoints"). */
export interface BookEndpoints {
  /** "Books LIST". */
  list(filter?: BookFilter): AsyncGenerator<ListPage<ListedBook>>;
  /** "Book DETAIL". Null when there is no such book. */
  get(id: string): Promise<ListedBook | null>;
  readonly tags: TagEndpoints;
}

const LISTED_BOOK = { endpoint: 'highlights', schema: listedBookSchema, idField: 'id', toEntry: toListedBook } as const;
const readBook = readRecord(listedBookSchema, toListedBook);

export function createBookEndpoints(transport: Transport): BookEndpoints {
  return {
    list: (filter = {}) => listPages(transport, filter),
    async get(id) {
      const doing = `fetching book ${id}`;
      const path = `/api/v2/books/${checked(id, { schema: numericIdText, doing })}/`;
      return transport.call<ListedBook | null>({ doing, rate: 'v2', method: 'GET', path, repeat: 'safe', read: readBook, whenMissing: () => null });
    },
    tags: createTagEndpoints(transport, { kind: 'books', schema: bookTagSchema }),
  };
}

function listPages(transport: Transport, filter: BookFilter): AsyncGenerator<ListPage<ListedBook>> {
  const doing = 'listing books';
  const { pageSize, category, source, ...bounds } = checked(filter, { schema: bookFilterSchema, doing });
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
