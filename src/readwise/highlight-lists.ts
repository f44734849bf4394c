import { numberedPages } from './numbered-list';
import {
  exportQueryRule,
  highlightFilterRule,
  type ExportQuery,
  type HighlightFilter,
} from './outgoing/highlight-queries';
import { checked } from './outgoing/rules';
import { toQuery } from './outgoing/wire-form';
import { walkPages } from './page-walk';
import type { HighlightPage } from './pages';
import { parseHighlightPage } from './parse-page';
import { callForPage } from './read-answers';
import type { ListedHighlight, ListPage } from './records';
import { listedHighlightSchema } from './schema/listed';
import { toListedHighlight } from './to-model/highlight';
import type { Transport } from './transport';

/** The endpoints that page through the highlights of v2 (v2-highlights.md, "Endpoints"). */
export interface HighlightLists {
  /** "Highlight EXPORT", from `cursor` on where one is given. A refused cursor throws `CursorRejectedError`. */
  export(query?: ExportQuery, cursor?: string | null): AsyncGenerator<HighlightPage>;
  /** "Highlights LIST". */
  list(filter?: HighlightFilter): AsyncGenerator<ListPage<ListedHighlight>>;
}

const LISTED_HIGHLIGHT = {
  endpoint: 'highlights',
  schema: listedHighlightSchema,
  idField: 'id',
  toEntry: toListedHighlight,
} as const;

export function createHighlightLists(transport: Transport): HighlightLists {
  return {
    export: (query = {}, cursor = null) => exportPages(transport, { query, cursor }),
    list: (filter = {}) => listPages(transport, filter),
  };
}

function exportPages(
  transport: Transport,
  { query, cursor }: { readonly query: ExportQuery; readonly cursor: string | null },
): AsyncGenerator<HighlightPage> {
  const doing = 'fetching highlights';
  const { updatedAfter, ids, includeDeleted } = checked(query, { rule: exportQueryRule, doing });
  const wireQuery = toQuery({ updatedAfter, ids: ids?.join(','), includeDeleted });
  const fetchPage = (pageCursor: string | null, doingPage: string): Promise<HighlightPage> =>
    callForPage(transport, {
      call: {
        doing: doingPage,
        rate: 'v2',
        method: 'GET',
        path: '/api/v2/export/',
        query: wireQuery,
        repeat: 'safe',
        read: parseHighlightPage,
      },
      cursor: pageCursor,
    });
  return walkPages({ cursor, doing, fetchPage, idsOf });
}

/** A book may be spread over pages, so a page is new when one of its highlights is, or one of its books. */
const idsOf = ({ books }: HighlightPage): readonly string[] =>
  books.flatMap(({ book, highlights }) => [`book ${book.id}`, ...highlights.map(({ id }) => id)]);

function listPages(transport: Transport, filter: HighlightFilter): AsyncGenerator<ListPage<ListedHighlight>> {
  const doing = 'listing highlights';
  const { pageSize, bookId, ...bounds } = checked(filter, { rule: highlightFilterRule, doing });
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
