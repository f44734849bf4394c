import type { FastifyInstance } from 'fastify';
import { notFound } from '../api-error';
import { lastHighlightAt, showBook } from '../highlight-views';
import { numberedPage } from '../paging';
import { boundsValue, choiceValue, isBetween, textValue, type Query } from '../query';
import type { BookRecord } from '../records';
import type { Service } from '../service';
import { addressOf } from './address';

const CATEGORIES: ReadonlySet<string> = new Set(['books', 'articles', 'tweets', 'supplementals', 'podcasts']);

/** v2-highlights.md: Books LIST and DETAIL. */
export function registerBooks(app: FastifyInstance, service: Service): void {
  const show = (book: BookRecord): object => showBook(book, service.library.books.liveHighlightsOf(book.id));

  app.get<{ Querystring: Query }>('/api/v2/books/', (request) =>
    numberedPage({
      list: listed(service, request.query),
      query: request.query,
      address: addressOf(request),
      show,
      largest: service.options.pageSizes.lists,
    }),
  );

  app.get<{ Params: { readonly bookId: string } }>('/api/v2/books/:bookId/', (request) => {
    const book = service.library.books.liveBook(Number(request.params.bookId));
    if (book === null) throw notFound();
    return show(book);
  });
}

function listed(service: Service, query: Query): readonly BookRecord[] {
  const { ledger, books } = service.library;
  const category = choiceValue(query, 'category', CATEGORIES);
  const source = textValue(query, 'source');
  const updated = boundsValue(query, 'updated');
  const highlighted = boundsValue(query, 'last_highlight_at');
  return ledger.view(`books ${JSON.stringify([category, source, updated, highlighted])}`, () =>
    [...books.books()]
      .filter(
        (book) =>
          book.deletedAt === null &&
          book.category === (category ?? book.category) &&
          book.source === (source ?? book.source),
      )
      .filter(
        (book) =>
          isBetween(book.updatedAt, updated) &&
          isBetween(lastHighlightAt(books.liveHighlightsOf(book.id)), highlighted),
      )
      .sort((a, b) => b.updatedAt - a.updatedAt || b.id - a.id),
  );
}
