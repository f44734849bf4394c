import type { ReferenceServer } from './reference-server';

export const TOKEN = 'test-token';

/** The fields of any answer that tests look at; which of them are there depends on the endpoint. */
export interface WireRecord {
  readonly id: number | string;
  readonly user_book_id: number;
  readonly name: string;
  readonly key: string;
  readonly title: string;
  readonly text: string;
  readonly updated: string;
  readonly updated_at: string;
  readonly service_url: string;
  readonly review_id: number;
  readonly review_url: string;
  readonly tags: readonly WireRecord[];
  readonly highlights: readonly WireRecord[];
  readonly modified_highlights: readonly number[];
}

export interface WireBody extends WireRecord {
  readonly count: number;
  readonly nextPageCursor: string | number | null;
  readonly results: readonly WireRecord[];
  readonly detail: string;
}

export interface Answer<Body = WireBody> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** Asks a server over real HTTP; `path` begins with `/api`. */
export async function ask<Body = WireBody>(
  server: ReferenceServer,
  path: string,
  request: { readonly method?: string; readonly body?: unknown; readonly authorization?: string | null } = {},
): Promise<Answer<Body>> {
  const { method = 'GET', body, authorization = `Token ${TOKEN}` } = request;
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...(authorization === null ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? null : JSON.parse(text)) as Body,
  };
}

/** All records of a list with cursors, page by page. */
export async function askAll(
  server: ReferenceServer,
  path: string,
): Promise<readonly (readonly WireRecord[])[]> {
  const pages: (readonly WireRecord[])[] = [];
  for (let cursor: string | number | null = ''; cursor !== null;) {
    const separator = path.includes('?') ? '&' : '?';
    const page: Answer = await ask(server, cursor === '' ? path : `${path}${separator}pageCursor=${cursor}`);
    pages.push(page.body.results);
    cursor = page.body.nextPageCursor;
  }
  return pages;
}

/** A clock that a test sets, and whose every reading is a second later than the one before. */
export function tickingClock(start: string): () => number {
  let moment = Date.parse(start);
  return () => (moment += 1000);
}
