import type { HttpClient, HttpRequest, HttpResponse } from '../../src/model/ports';

/** What a service that is not to be trusted says of one source: every field as it stands. */
export interface HostileRecord {
  readonly id: unknown;
  readonly title: string;
  readonly text: string;
  readonly address: string;
}

interface Pages {
  readonly books: readonly HostileRecord[];
  readonly documents: readonly HostileRecord[];
  /** Between the first page and the second of each pull. */
  readonly cursor: string;
}

const DATE = 'Mon, 05 Jan 2026 08:00:00 GMT';
const STAMP = '2026-01-05T07:00:00Z';

const wireBook = ({ id, title, text, address }: HostileRecord): object => ({
  user_book_id: id,
  title,
  author: title,
  category: 'books',
  source: title,
  cover_image_url: address,
  readwise_url: address,
  source_url: address,
  unique_url: address,
  external_id: null,
  book_tags: [{ id: 1, name: title }],
  document_note: text,
  summary: text,
  asin: title,
  is_deleted: false,
  highlights: [
    {
      id,
      book_id: id,
      text,
      note: text,
      location: 1,
      location_type: title,
      color: title,
      tags: [{ id: 1, name: title }],
      url: address,
      readwise_url: address,
      highlighted_at: STAMP,
      created_at: STAMP,
      updated_at: STAMP,
      external_id: null,
      is_deleted: false,
      is_discard: false,
      is_favorite: false,
    },
  ],
});

const wireDocument = ({ id, title, text, address }: HostileRecord): object => ({
  id,
  url: address,
  title,
  author: title,
  source: title,
  category: 'article',
  location: 'new',
  tags: { [title]: { name: title } },
  site_name: title,
  word_count: 1,
  created_at: STAMP,
  updated_at: STAMP,
  published_date: title,
  summary: text,
  image_url: address,
  content: text,
  source_url: address,
  notes: text,
  parent_id: null,
  reading_progress: 0,
  saved_at: STAMP,
  last_moved_at: STAMP,
});

/**
 * Speaks as much of the API as a sync asks for, gives out whatever it was made with, and keeps the addresses
 * it was asked at.
 */
export class HostileService implements HttpClient {
  readonly asked: URL[] = [];

  constructor(private readonly pages: Pages) {}

  send(request: HttpRequest): Promise<HttpResponse> {
    const url = new URL(request.url);
    this.asked.push(url);
    return Promise.resolve({
      status: 200,
      headers: { date: DATE, 'content-type': 'application/json' },
      body: JSON.stringify(this.answer(url)),
    });
  }

  private answer(url: URL): object {
    const { books, documents, cursor } = this.pages;
    const isFirst = !url.searchParams.has('pageCursor');
    if (url.pathname === '/api/v2/export/')
      return {
        count: books.length,
        nextPageCursor: isFirst ? cursor : null,
        results: isFirst ? books.map(wireBook) : [],
      };
    if (url.pathname === '/api/v3/list/')
      return {
        count: documents.length,
        nextPageCursor: isFirst ? cursor : null,
        results: isFirst ? documents.map(wireDocument) : [],
      };
    return { count: 0, next: null, previous: null, results: [] };
  }
}
