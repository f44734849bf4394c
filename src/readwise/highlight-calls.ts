import type * as z from 'zod/mini';
import type { Call } from './client';
import { ResponseShapeError } from './readwise-error';
import { tagSchema, type Tag } from './wire-fields';
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
  highlightFilter,
  checked,
  exportQuery,
  highlightChange,
  newHighlights,
  numericId,
  tagFilter,
  tagName,
  toBody,
  toQuery,
} from './requests';
import { listOf, optional, removal, single, type PagedCall, type Removal } from './calls';

/** The endpoints of v2, as its specification has them. */

export const tokenCheck: Call<void> = {
  doing: 'checking the token',
  rate: 'v2',
  path: '/api/v2/auth/',
  read({ status }) {
    if (status === 204) return;
    throw new ResponseShapeError(`the service answered ${String(status)} instead of 204.`);
  },
};

/** Highlights of v2; their `get` and `update` answer null when there is no such highlight. */
export const highlightCalls = {
  /** All highlights by book. */
  export(query: z.infer<typeof exportQuery> = {}): PagedCall<HighlightPage> {
    const doing = 'fetching highlights';
    const { ids, ...rest } = checked(exportQuery, query, doing);
    return {
      doing,
      rate: 'v2',
      path: '/api/v2/export/',
      query: toQuery({ ...rest, ids: ids?.join(',') }),
      read: parseHighlightPage,
      paging: 'by cursor',
      // A book may continue on the next page, so a page is new if it has a new highlight or a new book.
      idsOf: ({ books }) =>
        books.flatMap(({ book, highlights }) => [`book ${book.id}`, ...highlights.map(({ id }) => id)]),
    };
  },

  list(filter: z.infer<typeof highlightFilter>): PagedCall<ListPage<ListedHighlight>> {
    const doing = 'listing highlights';
    const wanted = checked(highlightFilter, filter, doing);
    return {
      doing,
      rate: 'v2-lists',
      path: '/api/v2/highlights/',
      query: toQuery({ page_size: wanted.pageSize, updated__gt: wanted.updatedAfter }),
      ...listOf(
        'by number',
        {
          endpoint: 'highlights',
          schema: listedHighlightSchema,
          idField: 'id',
          bookIdField: 'book_id',
          essential: ['book_id'],
        },
        ({ id }) => id,
      ),
    };
  },

  /** Sending the same highlights again creates no duplicates. */
  create(highlights: z.infer<typeof newHighlights>['highlights']): Call<CreatedHighlights> {
    const doing = 'saving highlights';
    const accepted = checked(newHighlights, { highlights }, doing);
    return {
      doing,
      rate: 'v2',
      method: 'POST',
      path: '/api/v2/highlights/',
      body: { highlights: accepted.highlights.map(toBody) },
      read: single(createdHighlightsSchema),
    };
  },

  get(id: string): Call<ListedHighlight | null> {
    const doing = `fetching highlight ${id}`;
    return { doing, rate: 'v2', path: highlightPath(id, doing), ...optional(listedHighlightSchema) };
  },

  update(id: string, change: z.infer<typeof highlightChange>): Call<ListedHighlight | null> {
    const doing = `changing highlight ${id}`;
    return {
      doing,
      rate: 'v2',
      method: 'PATCH',
      path: highlightPath(id, doing),
      body: checked(highlightChange, change, doing),
      ...optional(listedHighlightSchema),
    };
  },

  remove(id: string): Call<Removal> {
    const doing = `deleting highlight ${id}`;
    return { ...removal, doing, rate: 'v2', path: highlightPath(id, doing) };
  },

  dailyReview(): Call<DailyReview> {
    return {
      doing: 'fetching the daily review',
      rate: 'v2',
      path: '/api/v2/review/',
      read: single(dailyReviewSchema),
    };
  },
};

/** Books of v2; `get` answers null when there is no such book. */
export const bookCalls = {
  list(filter: z.infer<typeof bookFilter>): PagedCall<ListPage<ListedBook>> {
    const doing = 'listing books';
    const wanted = checked(bookFilter, filter, doing);
    return {
      doing,
      rate: 'v2-lists',
      path: '/api/v2/books/',
      query: toQuery({
        page_size: wanted.pageSize,
        source: wanted.source,
        updated__gt: wanted.updatedAfter,
      }),
      ...listOf(
        'by number',
        { endpoint: 'highlights', schema: listedBookSchema, idField: 'id' },
        ({ bookId }) => bookId,
      ),
    };
  },

  get(id: string): Call<ListedBook | null> {
    const doing = `fetching book ${id}`;
    const path = `/api/v2/books/${checked(numericId, id, doing)}/`;
    return { doing, rate: 'v2', path, ...optional(listedBookSchema) };
  },
};

/** A highlight or a book, which both have tags with ids of their own. */
export interface TagOwner {
  readonly kind: 'highlights' | 'books';
  readonly id: string;
}

/** Tags of one record of v2; `get` and `rename` answer null when it has no such tag. */
export const tagCalls = {
  list(owner: TagOwner, filter: z.infer<typeof tagFilter> = {}): PagedCall<ListPage<Tag>> {
    const doing = `fetching the tags of ${owner.kind} ${owner.id}`;
    const { pageSize } = checked(tagFilter, filter, doing);
    return {
      doing,
      rate: 'v2',
      path: tagsPath(owner, doing),
      query: toQuery({ page_size: pageSize }),
      ...listOf(
        'by number',
        { endpoint: 'highlights', schema: tagSchema, idField: 'id', essential: ['name'] },
        ({ id }) => id,
      ),
    };
  },

  get(owner: TagOwner, tagId: string): Call<Tag | null> {
    const doing = `fetching tag ${tagId} of ${owner.kind} ${owner.id}`;
    return { doing, rate: 'v2', path: tagsPath(owner, doing, tagId), ...optional(tagSchema) };
  },

  create(owner: TagOwner, name: string): Call<Tag> {
    const doing = `adding a tag to ${owner.kind} ${owner.id}`;
    return {
      doing,
      rate: 'v2',
      method: 'POST',
      path: `${tagsPath(owner, doing)}/`,
      body: checked(tagName[owner.kind], { name }, doing),
      isOnceOnly: true,
      read: single(tagSchema),
    };
  },

  rename(owner: TagOwner, { id, name }: Tag): Call<Tag | null> {
    const doing = `renaming tag ${id} of ${owner.kind} ${owner.id}`;
    return {
      doing,
      rate: 'v2',
      method: 'PATCH',
      path: tagsPath(owner, doing, id),
      body: checked(tagName[owner.kind], { name }, doing),
      ...optional(tagSchema),
    };
  },

  remove(owner: TagOwner, tagId: string): Call<Removal> {
    const doing = `removing tag ${tagId} from ${owner.kind} ${owner.id}`;
    return { ...removal, doing, rate: 'v2', path: tagsPath(owner, doing, tagId) };
  },
};

const highlightPath = (id: string, doing: string): string =>
  `/api/v2/highlights/${checked(numericId, id, doing)}/`;

function tagsPath({ kind, id }: TagOwner, doing: string, tagId?: string): string {
  const path = `/api/v2/${kind}/${checked(numericId, id, doing)}/tags`;
  return tagId === undefined ? path : `${path}/${checked(numericId, tagId, doing)}`;
}
