import type { HttpResponse } from '../../src/model/ports';

/** A record of a page as it is on the wire, as far as faults touch it. */
export interface WireRecord {
  readonly id?: unknown;
  readonly user_book_id?: unknown;
  readonly updated_at?: string;
  readonly updated?: string;
  readonly text?: unknown;
  readonly title?: unknown;
  readonly highlights?: readonly WireRecord[];
}

export interface WirePage {
  readonly count?: number;
  readonly nextPageCursor?: string | null | undefined;
  readonly results: readonly WireRecord[];
}

/** The page in an answer; null when the answer is none. */
export function pageIn({ status, body }: HttpResponse): WirePage | null {
  if (status !== 200) return null;
  const page = JSON.parse(body) as WirePage | null;
  return page !== null && typeof page === 'object' && Array.isArray(page.results) ? page : null;
}

/** The same answer with another page in it; one that holds no page stays as it is. */
export function withPage(response: HttpResponse, change: (page: WirePage) => WirePage): HttpResponse {
  const page = pageIn(response);
  return page === null ? response : { ...response, body: JSON.stringify(change(page)) };
}
