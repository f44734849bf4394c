import type { FastifyInstance } from 'fastify';
import { ApiError } from '../api-error';
import { showDocument } from '../document-views';
import { comparePositions, cursorPage, keyCursors, type Position } from '../paging';
import { allValues, choiceValue, instantValue, isTrue, textValue, type Query } from '../query';
import type { DocumentRecord } from '../records';
import { isUpdatedAfter, type Service } from '../service';
import { DOCUMENT_CATEGORIES } from './document-schemas';

const LOCATIONS: ReadonlySet<string> = new Set(['new', 'later', 'shortlist', 'archive', 'feed']);
// The live service has podcasts too.
const CATEGORY_FILTERS: ReadonlySet<string> = new Set([...DOCUMENT_CATEGORIES, 'podcast']);
const MOST_TAG_FILTERS = 5;
interface DocumentFilter {
  readonly id: string | undefined;
  readonly updatedAfter: number | undefined;
  readonly location: string | undefined;
  readonly category: string | undefined;
  readonly tags: readonly string[];
}

/** v3-documents.md: Document LIST and Tag LIST. */
export function registerDocumentLists(app: FastifyInstance, service: Service): void {
  app.get<{ Querystring: Query }>('/api/v3/list/', (request) => {
    const { query } = request;
    const filter = readFilter(query);
    const list = listed(service, filter);
    const { documentCounts, documentStamp } = service.options;
    const page = cursorPage({
      list,
      positionOf,
      cursors: keyCursors,
      cursor: textValue(query, 'pageCursor'),
      size: service.options.pageSizes.documents,
    });
    const parts = {
      html: isTrue(query, 'withHtmlContent'),
      rawSourceFrom: isTrue(query, 'withRawSourceUrl') ? service.library.now() : null,
      stamp: documentStamp,
    };
    const count = documentCounts.count({
      filter: JSON.stringify(filter),
      live: list,
      trashed: () =>
        service.library.documents.trash.filter((document) => isSelected(document, filter, service)),
      now: service.library.now(),
    });
    return {
      count,
      nextPageCursor: page.nextPageCursor,
      results: page.items.map((document) => showDocument(document, parts)),
    };
  });

  app.get<{ Querystring: Query }>('/api/v3/tags/', (request) => {
    const list = service.library.ledger.view('document tags', () => documentTags(service));
    const page = cursorPage({
      list,
      positionOf: (tag) => tag.position,
      cursors: keyCursors,
      cursor: textValue(request.query, 'pageCursor'),
      size: service.options.pageSizes.documentTags,
    });
    return {
      count: list.length,
      nextPageCursor: page.nextPageCursor,
      results: page.items.map(({ key, name }) => ({ key, name })),
    };
  });
}

function readFilter(query: Query): DocumentFilter {
  const tags = allValues(query, 'tag');
  if (tags.length > MOST_TAG_FILTERS)
    throw new ApiError(400, `tag: at most ${MOST_TAG_FILTERS} can be given`);
  return {
    id: textValue(query, 'id'),
    updatedAfter: instantValue(query, 'updatedAfter'),
    location: choiceValue(query, 'location', LOCATIONS),
    category: choiceValue(query, 'category', CATEGORY_FILTERS),
    tags,
  };
}

function listed(service: Service, filter: DocumentFilter): readonly DocumentRecord[] {
  const { ledger, documents } = service.library;
  if (filter.id !== undefined) return [documents.find(filter.id)].filter((document) => document !== null);
  return ledger.view(`documents ${JSON.stringify(filter)}`, () =>
    highestFirst(service).filter((document) => isSelected(document, filter, service)),
  );
}

function isSelected(document: DocumentRecord, filter: DocumentFilter, service: Service): boolean {
  return (
    (filter.id === undefined || document.id === filter.id) &&
    isUpdatedAfter(document.updatedAt, filter.updatedAfter, service.options) &&
    document.location === (filter.location ?? document.location) &&
    document.category === (filter.category ?? document.category) &&
    filter.tags.every((tag) => isTagged(document, tag))
  );
}

function highestFirst(service: Service): readonly DocumentRecord[] {
  const { ledger, documents } = service.library;
  return ledger.view('documents', () =>
    [...documents.all()].sort((a, b) => comparePositions(positionOf(a), positionOf(b))),
  );
}

/** The list is in the order of ids, the highest first. */
function positionOf(document: DocumentRecord): Position {
  return [0, document.id, 0];
}

/** The empty filter selects what has no tag at all. */
function isTagged(document: DocumentRecord, key: string): boolean {
  return key === ''
    ? document.parentId === null && document.tags.length === 0
    : document.tags.some((tag) => tag.key === key);
}

interface ListedTag {
  readonly key: string;
  readonly name: string;
  readonly position: Position;
}

function documentTags(service: Service): readonly ListedTag[] {
  const names = new Map<string, string>();
  for (const document of service.library.documents.all())
    for (const tag of document.tags) names.set(tag.key, tag.name);
  return [...names]
    .map(([key, name]): ListedTag => ({ key, name, position: [0, key, 0] }))
    .sort((a, b) => comparePositions(a.position, b.position));
}
