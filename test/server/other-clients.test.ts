import { Library } from './library';
import { startReferenceServer, type ReferenceServer } from './reference-server';
import { tickingClock, TOKEN, type WireBody } from './test-client';

/** The requests of two clients that others wrote, in their own form, and what they need in the answers. */

interface Ids {
  readonly book: number;
  readonly highlight: number;
  readonly bookTag: number;
  readonly highlightTag: number;
  readonly document: string;
}

interface Row {
  readonly what: string;
  readonly method?: string;
  /** With the parameters, as the client writes them. */
  readonly path: (ids: Ids) => string;
  readonly body?: object;
  readonly status?: number;
  readonly answer?: (ids: Ids) => unknown;
}

const HIGHLIGHT = { id: expect.any(Number) as number, text: 'Be such.', tags: [{ name: 'short' }] };
const listOf = (...results: readonly unknown[]) => ({ next: null, results });

const MIRROR: readonly Row[] = [
  { what: 'checks the token without a final slash', path: () => '/api/v2/auth', status: 204 },
  {
    what: 'exports everything with a page size and deleted records',
    path: () => '/api/v2/export?page_size=1000&includeDeleted=true',
    answer: ({ book }) => ({
      count: 1,
      nextPageCursor: null,
      results: [
        {
          user_book_id: book,
          is_deleted: false,
          title: 'Meditations',
          readwise_url: `https://readwise.io/bookreview/${String(book)}`,
          book_tags: [{ name: 'stoics' }],
          highlights: [{ ...HIGHLIGHT, is_deleted: false, book_id: book, is_discard: false }],
        },
      ],
    }),
  },
  {
    what: 'exports books by encoded ids',
    path: ({ book }) => `/api/v2/export?page_size=1000&ids=${String(book)}%2C999&includeDeleted=true`,
    answer: ({ book }) => ({ results: [{ user_book_id: book, highlights: [HIGHLIGHT] }] }),
  },
];

const PLUS: readonly Row[] = [
  {
    what: 'exports since a time with an offset',
    path: () => '/api/v2/export/?updatedAfter=2024-01-01T00%3A00%3A00.123456%2B00%3A00&includeDeleted=true',
    answer: ({ book }) => ({ nextPageCursor: null, results: [{ user_book_id: book }] }),
  },
  {
    what: 'lists highlights of a book in a span of time',
    path: ({ book }) =>
      `/api/v2/highlights/?page_size=100&book_id=${String(book)}&updated__gt=2024-01-01T00%3A00%3A00%2B00%3A00&updated__lt=2026-01-01T00%3A00%3A00`,
    answer: ({ book }) => listOf({ ...HIGHLIGHT, book_id: book }),
  },
  {
    what: 'creates highlights',
    method: 'POST',
    path: () => '/api/v2/highlights/',
    body: { highlights: [{ text: 'New.', title: 'Essays', highlighted_at: '2025-01-01T10:00:00+00:00' }] },
    answer: () => [{ title: 'Essays', modified_highlights: [expect.any(Number) as number] }],
  },
  {
    what: 'changes a highlight, with a field that cannot be changed',
    method: 'PATCH',
    path: ({ highlight }) => `/api/v2/highlights/${String(highlight)}/`,
    body: { note: 'Yes.', location: 3, location_type: 'page', color: 'blue' },
    answer: ({ highlight }) => ({ id: highlight, note: 'Yes.', location: 3, color: 'blue' }),
  },
  {
    what: 'deletes a highlight',
    method: 'DELETE',
    path: ({ highlight }) => `/api/v2/highlights/${String(highlight)}/`,
    status: 204,
  },
  {
    what: 'adds a tag to a highlight',
    method: 'POST',
    path: ({ highlight }) => `/api/v2/highlights/${String(highlight)}/tags/`,
    body: { name: 'added' },
    answer: () => ({ id: expect.any(Number) as number, name: 'added' }),
  },
  {
    what: 'renames a tag of a highlight',
    method: 'PATCH',
    path: ({ highlight, highlightTag }) =>
      `/api/v2/highlights/${String(highlight)}/tags/${String(highlightTag)}/`,
    body: { name: 'renamed' },
    answer: ({ highlightTag }) => ({ id: highlightTag, name: 'renamed' }),
  },
  {
    what: 'lists documents by place, category, time and tag, with their text',
    path: () =>
      '/api/v3/list/?location=later&category=article&updatedAfter=2024-01-01T00%3A00%3A00%2B00%3A00&tag=science&withHtmlContent=true',
    answer: ({ document }) => ({
      count: 1,
      nextPageCursor: null,
      results: [{ id: document, html_content: '<p>Text</p>', tags: { science: { name: 'Science' } } }],
    }),
  },
  {
    what: 'saves a document whose address is made up',
    method: 'POST',
    path: () => '/api/v3/save/',
    body: {
      url: 'note:2025-01-01 10:00',
      title: 'A note',
      html: '<p>Text</p>',
      location: 'new',
      tags: ['x'],
    },
    status: 201,
    answer: () => ({ id: expect.any(String) as string, url: expect.stringContaining('https://') as string }),
  },
  {
    what: 'changes a document, with a note that cannot be changed',
    method: 'PATCH',
    path: ({ document }) => `/api/v3/update/${document}/`,
    body: { location: 'archive', published_date: '2025-01-01T00:00:00+00:00', tags: ['a'], notes: 'x' },
    answer: ({ document }) => ({ id: document, url: expect.stringContaining(document) as string }),
  },
  {
    what: 'changes a document without a final slash',
    method: 'PATCH',
    path: ({ document }) => `/api/v3/update/${document}`,
    body: { title: 'Anew' },
    answer: ({ document }) => ({ id: document }),
  },
];

describe.each([
  ['readwise-mirror', MIRROR, {}],
  ['readwise-plus', PLUS, { 'user-agent': 'readwise-plus/1.0', accept: '*/*' }],
])('requests of %s', (_client, rows, ownHeaders) => {
  let server: ReferenceServer;
  let ids: Ids;

  beforeEach(async () => {
    const library = new Library({ now: tickingClock('2025-01-01T00:00:00Z') });
    server = await startReferenceServer({
      library,
      token: TOKEN,
      pageSizes: { exportBooks: 2, documents: 2, lists: 2 },
    });
    const book = library.addBook({ title: 'Meditations', tags: ['stoics'] });
    const highlight = library.addHighlight(book.id, { text: 'Be such.', tags: ['short'] });
    const document = library.addDocument({
      title: 'Walden',
      location: 'later',
      tags: ['Science'],
      htmlContent: '<p>Text</p>',
    });
    ids = {
      book: book.id,
      highlight: highlight.id,
      bookTag: book.tags[0]?.id ?? 0,
      highlightTag: highlight.tags[0]?.id ?? 0,
      document: document.id,
    };
  });

  afterEach(() => server.close());

  // Both clients name the type of a body also where they send none.
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(server.url + path, {
      ...init,
      headers: { 'content-type': 'application/json', authorization: `Token ${TOKEN}`, ...ownHeaders },
    });

  it.each(rows.map((row) => [row.what, row] as const))(
    'should be answered when it %s',
    async (_what, row) => {
      const { method = 'GET', path, body, status = 200, answer } = row;
      const response = await send(path(ids), {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      expect(response.status).toBe(status);
      if (answer !== undefined) expect(await response.json()).toMatchObject(answer(ids) as object);
    },
  );

  it('should get every record once when they follow cursors, which may be numbers', async () => {
    for (const title of ['A', 'B', 'C', 'D']) {
      server.library.addHighlight(server.library.addBook({ title }).id, { text: title });
      server.library.addDocument({ title });
    }
    for (const [path, kind] of [
      ['/api/v2/export?page_size=1000', 'number'],
      ['/api/v3/list/?withHtmlContent=false', 'string'],
    ] as const) {
      const titles: string[] = [];
      for (let cursor: string | number | null = ''; cursor !== null;) {
        const next = cursor === '' ? '' : `&pageCursor=${String(cursor)}`;
        const page = (await (await send(path + next)).json()) as WireBody;
        titles.push(...page.results.map(({ title }) => title));
        cursor = page.nextPageCursor;
        if (cursor !== null) expect(typeof cursor).toBe(kind);
      }
      expect([...titles].sort()).toEqual([
        'A',
        'B',
        'C',
        'D',
        path.includes('v2') ? 'Meditations' : 'Walden',
      ]);
    }
  });
});

describe('the order of the v3 list', () => {
  it('should be that of the ids, the highest first, with the last one as cursor, whatever changed since', async () => {
    const library = new Library({ now: tickingClock('2025-01-01T00:00:00Z') });
    const server = await startReferenceServer({ library, token: TOKEN, pageSizes: { documents: 2 } });
    const ids = ['A', 'B', 'C'].map((title) => library.addDocument({ title }).id);
    library.editDocument(ids[0] ?? '', { title: 'Anew' });
    const response = await fetch(`${server.url}/api/v3/list/`, {
      headers: { authorization: `Token ${TOKEN}` },
    });
    const { count, results, nextPageCursor } = (await response.json()) as WireBody;
    expect([count, results.map(({ id }) => id), nextPageCursor]).toEqual([3, [ids[2], ids[1]], ids[1]]);
    await server.close();
  });
});

describe('the count of the export', () => {
  it('should be the number of highlights, not of books', async () => {
    const library = new Library({ now: tickingClock('2025-01-01T00:00:00Z') });
    const server = await startReferenceServer({ library, token: TOKEN });
    const { id } = library.addBook({ title: 'A' });
    for (const text of ['one', 'two', 'three']) library.addHighlight(id, { text });
    const response = await fetch(`${server.url}/api/v2/export/`, {
      headers: { authorization: `Token ${TOKEN}` },
    });
    expect(await response.json()).toMatchObject({ count: 3 });
    await server.close();
  });
});
