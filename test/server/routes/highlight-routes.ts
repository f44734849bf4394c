import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '../api-error';
import { createHighlights } from '../create-highlights';
import { showCreateResult, showHighlight } from '../highlight-views';
import { numberedPage } from '../paging';
import { boundsValue, integerValue, isBetween, parseBody, type Query } from '../query';
import type { HighlightRecord } from '../records';
import type { Service } from '../service';
import { addressOf } from './address';
import { createSchema, highlightUpdateSchema } from './highlight-schemas';

interface HighlightPath {
  readonly Params: { readonly highlightId: string };
}

/** v2-highlights.md: Highlight CREATE, LIST, DETAIL, UPDATE and DELETE. */
export function registerHighlights(app: FastifyInstance, service: Service): void {
  const show = (highlight: HighlightRecord): object => showHighlight(highlight, service.options);

  app.post('/api/v2/highlights/', (request) => {
    const { library } = service;
    const { highlights } = parseBody(createSchema, request.body);
    return [...createHighlights(library, highlights)].map(([bookId, modified]) =>
      showCreateResult(library.books.book(bookId), library.books.liveHighlightsOf(bookId), modified),
    );
  });

  app.get<{ Querystring: Query }>('/api/v2/highlights/', (request) =>
    numberedPage({
      list: listed(service, request.query),
      query: request.query,
      address: addressOf(request),
      show,
      largest: service.options.pageSizes.lists,
    }),
  );

  app.get<HighlightPath>('/api/v2/highlights/:highlightId/', (request) => show(addressed(service, request)));

  app.patch<HighlightPath>('/api/v2/highlights/:highlightId/', (request) => {
    const { id } = addressed(service, request);
    const { text, note, location, url, color } = parseBody(highlightUpdateSchema, request.body);
    const change = {
      ...(text === undefined ? {} : { text }),
      ...(note === undefined ? {} : { note }),
      ...(location === undefined ? {} : { location }),
      ...(url === undefined ? {} : { url }),
      ...(color === undefined ? {} : { color }),
    };
    return show(service.library.editHighlight(id, change));
  });

  app.delete<HighlightPath>('/api/v2/highlights/:highlightId/', (request, reply) => {
    service.library.deleteHighlight(addressed(service, request).id);
    return reply.code(204).send();
  });
}

function addressed(service: Service, request: FastifyRequest<HighlightPath>): HighlightRecord {
  const highlight = service.library.books.liveHighlight(Number(request.params.highlightId));
  if (highlight === null) throw notFound();
  return highlight;
}

function listed(service: Service, query: Query): readonly HighlightRecord[] {
  const { ledger, books } = service.library;
  const bookId = integerValue(query, 'book_id');
  const updated = boundsValue(query, 'updated');
  const highlighted = boundsValue(query, 'highlighted_at');
  return ledger.view(`highlights ${JSON.stringify([bookId, updated, highlighted])}`, () =>
    [...(bookId === undefined ? books.highlights() : books.highlightsOf(bookId))]
      .filter(
        (highlight) =>
          highlight.deletedAt === null &&
          isBetween(highlight.updatedAt, updated) &&
          isBetween(highlight.highlightedAt, highlighted),
      )
      .sort((a, b) => b.updatedAt - a.updatedAt || b.id - a.id),
  );
}
