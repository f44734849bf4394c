import { cursorPages, idInPath, numberedPages, readSingle, removal, type Removal } from './endpoint-calls';
import {
  bookFilterSchema,
  exportQuerySchema,
  highlightChangeSchema,
  highlightFilterSchema,
  highlightTagSchema,
  newHighlightsSchema,
  bookTagSchema,
  type BookFilter,
  type ExportQuery,
  type HighlightChange,
  type HighlightFilter,
  type NewHighlight,
} from './highlight-limits';
import {
  createdHighlightsSchema,
  dailyReviewSchema,
  listedBookSchema,
  listedHighlightSchema,
  toCreatedHighlights,
  toDailyReview,
  toListedBook,
  toListedHighlight,
  type ListedBook,
  type ListedHighlight,
} from './highlight-records';
import { checked, toQuery, toWireBody } from './outgoing';
import type { HighlightPage, ListPage } from './pages';
import { parseHighlightPage } from './parse-page';
import { TagEndpoints } from './tag-endpoints';
import type { Transport } from './transport';

/** All endpoints of the highlights of v2 (v2-highlights.md, "Endpoints"). */
export class HighlightEndpoints {
  readonly tags: TagEndpoints;

  constructor(private readonly transport: Transport) {
    this.tags = new TagEndpoints(transport, { kind: 'highlights', schema: highlightTagSchema });
  }

  /** "Highlight EXPORT", from `cursor` on where one is given. A refused cursor throws `CursorRejectedError`. */
  export(query: ExportQuery = {}, cursor: string | null = null): AsyncGenerator<HighlightPage> {
    const doing = 'fetching highlights';
    const { ids, ...rest } = checked(query, { schema: exportQuerySchema, doing });
    return cursorPages(this.transport, {
      doing,
      cursor,
      call: {
        rate: 'v2',
        path: '/api/v2/export/',
        query: toQuery({ ...rest, ids: ids?.join(',') }),
        read: parseHighlightPage,
      },
      // A book may be spread over pages, so a page is new when one of its highlights is, or one of its books.
      idsOf: ({ books }) =>
        books.flatMap(({ book, highlights }) => [`book ${book.id}`, ...highlights.map(({ id }) => id)]),
    });
  }

  /** "Highlights LIST". */
  list(filter: HighlightFilter = {}): AsyncGenerator<ListPage<ListedHighlight>> {
    const doing = 'listing highlights';
    const wanted = checked(filter, { schema: highlightFilterSchema, doing });
    return numberedPages(this.transport, {
      doing,
      rate: 'v2-lists',
      path: '/api/v2/highlights/',
      filter: {
        page_size: wanted.pageSize,
        book_id: wanted.bookId,
        updated__lt: wanted.updatedBefore,
        updated__gt: wanted.updatedAfter,
        highlighted_at__lt: wanted.highlightedBefore,
        highlighted_at__gt: wanted.highlightedAfter,
      },
      parser: {
        endpoint: 'highlights',
        schema: listedHighlightSchema,
        idField: 'id',
        essential: ['id', 'book_id', 'text'],
        toEntry: toListedHighlight,
      },
      idOf: ({ id }) => id,
    });
  }

  /** "Highlight CREATE". Sending the same highlights again creates nothing twice. */
  async create(highlights: readonly NewHighlight[]): Promise<ReturnType<typeof toCreatedHighlights>> {
    const doing = 'saving highlights';
    const accepted = checked({ highlights }, { schema: newHighlightsSchema, doing });
    return this.transport.call({
      doing,
      rate: 'v2',
      method: 'POST',
      path: '/api/v2/highlights/',
      body: { highlights: accepted.highlights.map(toWireBody) },
      repeat: 'safe',
      read: readSingle(createdHighlightsSchema, toCreatedHighlights),
    });
  }

  /** "Highlight DETAIL". Null when there is no such highlight. */
  async get(id: string): Promise<ListedHighlight | null> {
    const doing = `fetching highlight ${id}`;
    return this.transport.call<ListedHighlight | null>({
      doing,
      rate: 'v2',
      method: 'GET',
      path: highlightPath(id, doing),
      repeat: 'safe',
      read: readSingle(listedHighlightSchema, toListedHighlight),
      whenMissing: () => null,
    });
  }

  /** "Highlight UPDATE". Null when there is no such highlight. */
  async update(id: string, change: HighlightChange): Promise<ListedHighlight | null> {
    const doing = `changing highlight ${id}`;
    return this.transport.call<ListedHighlight | null>({
      doing,
      rate: 'v2',
      method: 'PATCH',
      path: highlightPath(id, doing),
      body: checked(change, { schema: highlightChangeSchema, doing }),
      repeat: 'safe',
      read: readSingle(listedHighlightSchema, toListedHighlight),
      whenMissing: () => null,
    });
  }

  /** "Highlight DELETE". */
  async remove(id: string): Promise<Removal> {
    const doing = `deleting highlight ${id}`;
    return this.transport.call<Removal>({ ...removal, doing, rate: 'v2', path: highlightPath(id, doing) });
  }

  /** "Daily Review LIST". */
  async dailyReview(): Promise<ReturnType<typeof toDailyReview>> {
    return this.transport.call({
      doing: 'fetching the daily review',
      rate: 'v2',
      method: 'GET',
      path: '/api/v2/review/',
      repeat: 'safe',
      read: readSingle(dailyReviewSchema, toDailyReview),
    });
  }
}

const highlightPath = (id: string, doing: string): string => `/api/v2/highlights/${idInPath(id, doing)}/`;

/** All endpoints of the books of v2 (v2-highlights.md, "Endpoints"). */
export class BookEndpoints {
  readonly tags: TagEndpoints;

  constructor(private readonly transport: Transport) {
    this.tags = new TagEndpoints(transport, { kind: 'books', schema: bookTagSchema });
  }

  /** "Books LIST". */
  list(filter: BookFilter = {}): AsyncGenerator<ListPage<ListedBook>> {
    const doing = 'listing books';
    const wanted = checked(filter, { schema: bookFilterSchema, doing });
    return numberedPages(this.transport, {
      doing,
      rate: 'v2-lists',
      path: '/api/v2/books/',
      filter: {
        page_size: wanted.pageSize,
        category: wanted.category,
        source: wanted.source,
        updated__lt: wanted.updatedBefore,
        updated__gt: wanted.updatedAfter,
        last_highlight_at__lt: wanted.lastHighlightBefore,
        last_highlight_at__gt: wanted.lastHighlightAfter,
      },
      parser: {
        endpoint: 'highlights',
        schema: listedBookSchema,
        idField: 'id',
        essential: ['id', 'title'],
        toEntry: toListedBook,
      },
      idOf: ({ bookId }) => bookId,
    });
  }

  /** "Book DETAIL". Null when there is no such book. */
  async get(id: string): Promise<ListedBook | null> {
    const doing = `fetching book ${id}`;
    return this.transport.call<ListedBook | null>({
      doing,
      rate: 'v2',
      method: 'GET',
      path: `/api/v2/books/${idInPath(id, doing)}/`,
      repeat: 'safe',
      read: readSingle(listedBookSchema, toListedBook),
      whenMissing: () => null,
    });
  }
}
