import * as z from 'zod';
import type { Answer } from './answer';
import { numberedPages } from './numbered-list';
import {
  exportQuerySchema,
  highlightChangeSchema,
  highlightFilterSchema,
  highlightTagSchema,
  newHighlightsSchema,
  type ExportQuery,
  type HighlightChange,
  type HighlightFilter,
  type NewHighlight,
} from './outgoing/highlights';
import { checked, numericIdText } from './outgoing/rules';
import { toQuery, toWireBody } from './outgoing/wire-form';
import { walkPages } from './page-walk';
import type { HighlightPage } from './pages';
import { parseHighlightPage } from './parse-page';
import { parseSingle } from './parse-record';
import { callForPage, readRecord, removal, type Removal } from './read-answers';
import type { CreatedHighlights, DailyReview, ListedHighlight, ListPage } from './records';
import { dailyReviewSchema, type WireDailyReview } from './schema/daily-review';
import { listedBookSchema, listedHighlightSchema } from './schema/listed';
import { createTagEndpoints, type TagEndpoints } from './tag-endpoints';
import { toListedBook } from './to-model/book';
import { toListedHighlight, toReviewHighlight } from './to-model/highlight';
import { toFlag, toText } from './to-model/values';
import type { Transport } from './transport';

/** The highlights of v2 (v2-highlights.md, "Endpoints"). */
export interface HighlightEndpoints {
  /** "Highlight CREATE". Sending the same highlights again creates nothing twice. */
  create(highlights: readonly NewHighlight[]): Promise<readonly CreatedHighlights[]>;
  /** "Highlight EXPORT", from `cursor` on where one is given. A refused cursor throws `CursorRejectedError`. */
  export(query?: ExportQuery, cursor?: string | null): AsyncGenerator<HighlightPage>;
  /** "Highlights LIST". */
  list(filter?: HighlightFilter): AsyncGenerator<ListPage<ListedHighlight>>;
  /** "Highlight DETAIL". Null when there is no such highlight. */
  get(id: string): Promise<ListedHighlight | null>;
  /** "Highlight UPDATE". Null when there is no such highlight. */
  update(id: string, change: HighlightChange): Promise<ListedHighlight | null>;
  /** "Highlight DELETE". */
  remove(id: string): Promise<Removal>;
  /** "Daily Review LIST". */
  dailyReview(): Promise<DailyReview>;
  readonly tags: TagEndpoints;
}

const LISTED_HIGHLIGHT = { endpoint: 'highlights', schema: listedHighlightSchema, idField: 'id', toEntry: toListedHighlight } as const;
/** The part that reading and changing one highlight share. */
const oneHighlight = { rate: 'v2', repeat: 'safe', read: readRecord(listedHighlightSchema, toListedHighlight), whenMissing: () => null } as const;
const readDailyReview = readRecord(dailyReviewSchema, toDailyReview);

export function createHighlightEndpoints(transport: Transport): HighlightEndpoints {
  const pathOf = (id: string, doing: string): string => `/api/v2/highlights/${checked(id, { schema: numericIdText, doing })}/`;
  return {
    async create(highlights) {
      const doing = 'saving highlights';
      const wireHighlights = checked({ highlights }, { schema: newHighlightsSchema, doing }).highlights.map(toWireBody);
      const body = { highlights: wireHighlights };
      return transport.call({ doing, rate: 'v2', method: 'POST', path: '/api/v2/highlights/', body, repeat: 'safe', read: readCreated });
    },
    export: (query = {}, cursor = null) => exportPages(transport, { query, cursor }),
    list: (filter = {}) => listPages(transport, filter),
    async get(id) {
      const doing = `fetching highlight ${id}`;
      return transport.call<ListedHighlight | null>({ ...oneHighlight, doing, method: 'GET', path: pathOf(id, doing) });
    },
    async update(id, change) {
      const doing = `changing highlight ${id}`;
      const body = checked(change, { schema: highlightChangeSchema, doing });
      return transport.call<ListedHighlight | null>({ ...oneHighlight, doing, method: 'PATCH', path: pathOf(id, doing), body });
    },
    async remove(id) {
      const doing = `deleting highlight ${id}`;
      return transport.call<Removal>({ ...removal, doing, rate: 'v2', path: pathOf(id, doing) });
    },
    async dailyReview() {
      const doing = 'fetching the daily review';
      return transport.call({ doing, rate: 'v2', method: 'GET', path: '/api/v2/review/', repeat: 'safe', read: readDailyReview });
    },
    tags: createTagEndpoints(transport, { kind: 'highlights', schema: highlightTagSchema }),
  };
}

function exportPages(
  transport: Transport,
  { query, cursor }: { readonly query: ExportQuery; readonly cursor: string | null },
): AsyncGenerator<HighlightPage> {
  const doing = 'fetching highlights';
  const { updatedAfter, ids, includeDeleted } = checked(query, { schema: exportQuerySchema, doing });
  const wireQuery = toQuery({ updatedAfter, ids: ids?.join(','), includeDeleted });
  const fetchPage = (pageCursor: string | null, doingPage: string): Promise<HighlightPage> =>
    callForPage(transport, {
      call: { doing: doingPage, rate: 'v2', method: 'GET', path: '/api/v2/export/', query: wireQuery, repeat: 'safe', read: parseHighlightPage },
      cursor: pageCursor,
    });
  return walkPages({ cursor, doing, fetchPage, idsOf });
}

/** A book may be spread over pages, so a page is new when one of its highlights is, or one of its books. */
const idsOf = ({ books }: HighlightPage): readonly string[] =>
  books.flatMap(({ book, highlights }) => [`book ${book.id}`, ...highlights.map(({ id }) => id)]);

function listPages(transport: Transport, filter: HighlightFilter): AsyncGenerator<ListPage<ListedHighlight>> {
  const doing = 'listing highlights';
  const { pageSize, bookId, ...bounds } = checked(filter, { schema: highlightFilterSchema, doing });
  return numberedPages(transport, {
    doing,
    rate: 'v2-lists',
    path: '/api/v2/highlights/',
    filter: {
      page_size: pageSize,
      book_id: bookId,
      updated__lt: bounds.updatedBefore,
      updated__gt: bounds.updatedAfter,
      highlighted_at__lt: bounds.highlightedBefore,
      highlighted_at__gt: bounds.highlightedAfter,
    },
    parser: LISTED_HIGHLIGHT,
    idOf: ({ id }) => id,
  });
}

function readCreated({ json }: Answer): readonly CreatedHighlights[] {
  return parseSingle(json, z.array(listedBookSchema)).map((wire) => ({
    book: toListedBook(wire),
    modifiedIds: (wire.modified_highlights ?? []).map(String),
  }));
}

function toDailyReview(wire: WireDailyReview): DailyReview {
  return {
    id: String(wire.review_id),
    url: toText(wire.review_url),
    completed: toFlag(wire.review_completed),
    highlights: (wire.highlights ?? []).map(toReviewHighlight),
  };
}
