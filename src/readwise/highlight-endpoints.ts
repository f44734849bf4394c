import type * as z from 'zod/mini';
import {
  followCursors,
  idInPath,
  listByNumber,
  optional,
  removal,
  single,
  type Removal,
} from './endpoint-calls';
import {
  createdHighlightsSchema,
  dailyReviewSchema,
  listedBookSchema,
  listedHighlightSchema,
  type CreatedHighlights,
  type DailyReview,
  type ListedBook,
  type ListedHighlight,
} from './highlight-records';
import { parseHighlightPage, type HighlightPage, type ListPage } from './pages';
import {
  bookFilter,
  checked,
  exportQuery,
  highlightChange,
  highlightFilter,
  newHighlights,
  toBody,
  toQuery,
} from './requests';
import { TagEndpoints } from './tag-endpoints';
import type { Transport } from './transport';

export class HighlightEndpoints {
  readonly tags: TagEndpoints;

  constructor(private readonly transport: Transport) {
    this.tags = new TagEndpoints(transport, 'highlights');
  }

  /** All pages of the export, from `cursor` on when given. A refused cursor throws `cursor-rejected`. */
  export(
    query: z.infer<typeof exportQuery> = {},
    cursor: string | null = null,
  ): AsyncGenerator<HighlightPage> {
    const doing = 'fetching highlights';
    const { ids, ...rest } = checked(exportQuery, query, doing);
    return followCursors(this.transport, {
      call: {
        doing,
        rate: 'v2',
        path: '/api/v2/export/',
        query: toQuery({ ...rest, ids: ids?.join(',') }),
        read: parseHighlightPage,
      },
      cursor,
      // A book may continue on the next page, so a page is new if it has a new highlight or a new book.
      idsOf: ({ books }) =>
        books.flatMap(({ book, highlights }) => [`book ${book.id}`, ...highlights.map(({ id }) => id)]),
    });
  }

  list(filter: z.infer<typeof highlightFilter> = {}): AsyncGenerator<ListPage<ListedHighlight>> {
    const doing = 'listing highlights';
    const wanted = checked(highlightFilter, filter, doing);
    return listByNumber(this.transport, {
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
        bookIdField: 'book_id',
        essential: ['book_id'],
      },
      idOf: ({ id }) => id,
    });
  }

  /** Sending the same highlights again creates no duplicates. */
  async create(highlights: z.infer<typeof newHighlights>['highlights']): Promise<CreatedHighlights> {
    const doing = 'saving highlights';
    const accepted = checked(newHighlights, { highlights }, doing);
    return this.transport.call({
      doing,
      rate: 'v2',
      method: 'POST',
      path: '/api/v2/highlights/',
      body: { highlights: accepted.highlights.map(toBody) },
      read: single(createdHighlightsSchema),
    });
  }

  /** Null when there is no such highlight. */
  async get(id: string): Promise<ListedHighlight | null> {
    const doing = `fetching highlight ${id}`;
    return this.transport.call({
      doing,
      rate: 'v2',
      path: `/api/v2/highlights/${idInPath(id, doing)}/`,
      ...optional(listedHighlightSchema),
    });
  }

  /** Null when there is no such highlight. */
  async update(id: string, change: z.infer<typeof highlightChange>): Promise<ListedHighlight | null> {
    const doing = `changing highlight ${id}`;
    return this.transport.call({
      doing,
      rate: 'v2',
      method: 'PATCH',
      path: `/api/v2/highlights/${idInPath(id, doing)}/`,
      body: checked(highlightChange, change, doing),
      ...optional(listedHighlightSchema),
    });
  }

  async remove(id: string): Promise<Removal> {
    const doing = `deleting highlight ${id}`;
    const path = `/api/v2/highlights/${idInPath(id, doing)}/`;
    return this.transport.call<Removal>({ ...removal, doing, rate: 'v2', path });
  }

  async dailyReview(): Promise<DailyReview> {
    return this.transport.call({
      doing: 'fetching the daily review',
      rate: 'v2',
      path: '/api/v2/review/',
      read: single(dailyReviewSchema),
    });
  }
}

export class BookEndpoints {
  readonly tags: TagEndpoints;

  constructor(private readonly transport: Transport) {
    this.tags = new TagEndpoints(transport, 'books');
  }

  list(filter: z.infer<typeof bookFilter> = {}): AsyncGenerator<ListPage<ListedBook>> {
    const doing = 'listing books';
    const wanted = checked(bookFilter, filter, doing);
    return listByNumber(this.transport, {
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
      parser: { endpoint: 'highlights', schema: listedBookSchema, idField: 'id' },
      idOf: ({ bookId }) => bookId,
    });
  }

  /** Null when there is no such book. */
  async get(id: string): Promise<ListedBook | null> {
    const doing = `fetching book ${id}`;
    return this.transport.call({
      doing,
      rate: 'v2',
      path: `/api/v2/books/${idInPath(id, doing)}/`,
      ...optional(listedBookSchema),
    });
  }
}
