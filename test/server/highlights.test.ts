import { Library } from './library';
import { startReferenceServer, type ReferenceServer } from './reference-server';
import { ask, tickingClock, TOKEN, type Answer, type WireRecord } from './test-client';

let server: ReferenceServer;

beforeEach(async () => {
  const library = new Library({ now: tickingClock('2025-01-01T00:00:00Z') });
  server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
});

afterEach(() => server.close());

function create(...highlights: readonly object[]): Promise<Answer<readonly WireRecord[]>> {
  return ask<readonly WireRecord[]>(server, '/api/v2/highlights/', { method: 'POST', body: { highlights } });
}

describe('Highlight CREATE', () => {
  it('should make one book for each source when the items belong to two', async () => {
    const { status, body } = await create(
      { text: 'one', title: 'A' },
      { text: 'two', title: 'B' },
      { text: 'three', title: 'A' },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { title: 'A', num_highlights: 2, category: 'books' },
      { title: 'B', num_highlights: 1 },
    ]);
    expect(body[0]?.modified_highlights).toHaveLength(2);
  });

  it('should fall back to the quotes book, the domain and articles when fields are left out', async () => {
    const { body } = await create(
      { text: 'no title' },
      { text: 'from the web', title: 'Page', source_url: 'https://example.org/page' },
    );
    expect(body).toMatchObject([
      { title: 'Quotes', author: '', category: 'books' },
      { title: 'Page', author: 'example.org', category: 'articles', source_url: 'https://example.org/page' },
    ]);
  });

  it('should make nothing when title, author, text and source_url are those of an existing highlight', async () => {
    const item = { text: 'same', title: 'A', author: 'B', source_url: 'https://example.org/' };
    await create(item);
    const { body } = await create(item);
    expect(body[0]).toMatchObject({ num_highlights: 1, modified_highlights: [] });
  });

  it('should change the text when the highlight_url is known', async () => {
    const first = await create({ text: 'old', title: 'A', highlight_url: 'https://example.org/#1' });
    const second = await create({ text: 'new', title: 'A', highlight_url: 'https://example.org/#1' });
    expect(second.body[0]?.modified_highlights).toEqual(first.body[0]?.modified_highlights);
    const { body } = await ask(server, `/api/v2/highlights/${first.body[0]?.modified_highlights[0]}/`);
    expect(body.text).toBe('new');
  });

  it('should make tags from words that begin with a dot, except those taken off', async () => {
    const { body } = await create({ text: 'x', title: 'A', note: 'about .stoics and .to-write 3.14' });
    const id = body[0]?.modified_highlights[0];
    const { body: tags } = await ask(server, `/api/v2/highlights/${id}/tags`);
    expect(tags.results.map((tag) => tag.name)).toEqual(['stoics', 'to-write']);
    expect(
      (await ask(server, `/api/v2/highlights/${id}/tags/${tags.results[0]?.id}`, { method: 'DELETE' }))
        .status,
    ).toBe(204);
    const { body: patched } = await ask(server, `/api/v2/highlights/${id}/`, {
      method: 'PATCH',
      body: { note: '.stoics .fresh' },
    });
    expect(patched.tags.map((tag) => tag.name)).toEqual(['to-write', 'fresh']);
  });

  it.each([
    ['the list is empty', { highlights: [] }],
    ['a text is missing', { highlights: [{ title: 'A' }] }],
    ['a text is too long', { highlights: [{ text: 'x'.repeat(8192) }] }],
    ['a title is too long', { highlights: [{ text: 'x', title: 'x'.repeat(512) }] }],
    ['a source type has spaces', { highlights: [{ text: 'x', source_type: 'my app' }] }],
    ['a page has no number', { highlights: [{ text: 'x', location_type: 'page' }] }],
    ['a date is none', { highlights: [{ text: 'x', highlighted_at: 'soon' }] }],
    ['the body is no JSON', '{"highlights": ['],
  ])('should answer 400 with a reason when %s', async (_case, body) => {
    const answer = await ask(server, '/api/v2/highlights/', { method: 'POST', body });
    expect(answer.status).toBe(400);
    expect(typeof answer.body.detail).toBe('string');
  });
});

describe('Highlight LIST, DETAIL, UPDATE and DELETE', () => {
  it('should page by number with full addresses when there are several pages', async () => {
    const { id } = server.library.addBook({ title: 'A' });
    for (let index = 0; index < 5; index += 1) server.library.addHighlight(id, { text: `passage ${index}` });
    const first = await ask(server, '/api/v2/highlights/?page_size=2');
    expect(first.body).toMatchObject({
      count: 5,
      previous: null,
      next: `${server.url}/api/v2/highlights/?page_size=2&page=2`,
    });
    const last = await ask(server, '/api/v2/highlights/?page_size=2&page=3');
    expect(last.body).toMatchObject({
      next: null,
      previous: `${server.url}/api/v2/highlights/?page_size=2&page=2`,
      results: [{ text: 'passage 0' }],
    });
    expect((await ask(server, '/api/v2/highlights/?page_size=2&page=4')).status).toBe(404);
  });

  it('should filter by book and by both kinds of date when asked to', async () => {
    const first = server.library.addBook({ title: 'A' }).id;
    const second = server.library.addBook({ title: 'B' }).id;
    const old = server.library.addHighlight(first, {
      text: 'old',
      highlightedAt: Date.parse('2020-01-01T00:00:00Z'),
    });
    server.library.addHighlight(first, { text: 'undated', highlightedAt: null });
    server.library.addHighlight(second, { text: 'other', highlightedAt: Date.parse('2024-01-01T00:00:00Z') });
    const texts = async (query: string): Promise<readonly string[]> =>
      (await ask(server, `/api/v2/highlights/?${query}`)).body.results.map((highlight) => highlight.text);
    expect(await texts(`book_id=${first}`)).toEqual(['undated', 'old']);
    expect(await texts('highlighted_at__lt=2021-01-01')).toEqual(['old']);
    expect(await texts('highlighted_at__gt=2021-01-01')).toEqual(['other']);
    expect(await texts(`updated__gt=${new Date(old.updatedAt).toISOString()}`)).toEqual(['other', 'undated']);
  });

  it('should name a discarded highlight by a tag when it is listed', async () => {
    const { id } = server.library.addBook({ title: 'A' });
    const highlight = server.library.addHighlight(id, { text: 'x' });
    server.library.discard(highlight.id);
    const { body } = await ask(server, `/api/v2/highlights/${highlight.id}/`);
    expect(body.tags.map((tag) => tag.name)).toEqual(['discard']);
  });

  it('should change the given fields and no other when patched', async () => {
    const { id } = server.library.addBook({ title: 'A' });
    const highlight = server.library.addHighlight(id, { text: 'x', note: 'kept' });
    const { status, body } = await ask(server, `/api/v2/highlights/${highlight.id}/`, {
      method: 'PATCH',
      body: { text: 'y', location: '12', color: 'blue' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ text: 'y', note: 'kept', location: 12, color: 'blue' });
    expect(Date.parse(body.updated)).toBeGreaterThan(highlight.updatedAt);
    expect(
      (
        await ask(server, `/api/v2/highlights/${highlight.id}/`, {
          method: 'PATCH',
          body: { color: 'black' },
        })
      ).status,
    ).toBe(400);
    expect(
      (await ask(server, `/api/v2/highlights/${highlight.id}/`, { method: 'PATCH', body: {} })).status,
    ).toBe(400);
  });

  it('should answer 404 when a deleted highlight is asked for again', async () => {
    const { id } = server.library.addBook({ title: 'A' });
    const highlight = server.library.addHighlight(id, { text: 'x' });
    expect((await ask(server, `/api/v2/highlights/${highlight.id}/`, { method: 'DELETE' })).status).toBe(204);
    expect((await ask(server, `/api/v2/highlights/${highlight.id}/`)).status).toBe(404);
    expect((await ask(server, `/api/v2/highlights/${highlight.id}/`, { method: 'DELETE' })).status).toBe(404);
  });
});

describe('Books and their tags', () => {
  it('should list books by category and source when filtered', async () => {
    server.library.addBook({ title: 'A', category: 'articles', source: 'pocket' });
    const book = server.library.addBook({ title: 'B', source: 'kindle' });
    server.library.addHighlight(book.id, { text: 'x', highlightedAt: Date.parse('2024-05-05T00:00:00Z') });
    expect((await ask(server, '/api/v2/books/?category=articles')).body.results).toMatchObject([
      { title: 'A', num_highlights: 0, last_highlight_at: null },
    ]);
    expect((await ask(server, '/api/v2/books/?source=kindle')).body.results).toMatchObject([
      { title: 'B', last_highlight_at: '2024-05-05T00:00:00.000Z' },
    ]);
    expect((await ask(server, '/api/v2/books/?last_highlight_at__gt=2024-01-01')).body.count).toBe(1);
    expect((await ask(server, '/api/v2/books/?category=poems')).status).toBe(400);
    expect((await ask(server, `/api/v2/books/${book.id}/`)).body).toMatchObject({
      title: 'B',
      document_note: '',
    });
  });

  it('should keep the id of a tag when it is renamed', async () => {
    const { id } = server.library.addBook({ title: 'A' });
    const path = `/api/v2/books/${id}/tags`;
    const { status, body: tag } = await ask(server, `${path}/`, { method: 'POST', body: { name: 'first' } });
    expect(status).toBe(200);
    expect(
      (await ask(server, `${path}/${tag.id}`, { method: 'PATCH', body: { name: 'renamed' } })).body,
    ).toEqual({ id: tag.id, name: 'renamed' });
    expect((await ask(server, path)).body).toMatchObject({
      count: 1,
      results: [{ id: tag.id, name: 'renamed' }],
    });
    expect((await ask(server, `${path}/`, { method: 'POST', body: { name: 'x'.repeat(513) } })).status).toBe(
      400,
    );
    expect((await ask(server, `${path}/${tag.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await ask(server, `${path}/${tag.id}`)).status).toBe(404);
  });

  it('should limit the name of a highlight tag to 127 characters', async () => {
    const { id } = server.library.addBook({ title: 'A' });
    const highlight = server.library.addHighlight(id, { text: 'x' });
    const path = `/api/v2/highlights/${highlight.id}/tags/`;
    expect((await ask(server, path, { method: 'POST', body: { name: 'x'.repeat(127) } })).status).toBe(200);
    expect((await ask(server, path, { method: 'POST', body: { name: 'y'.repeat(128) } })).status).toBe(400);
  });
});

describe('Daily Review LIST', () => {
  it('should show live highlights with their source when asked twice on a day', async () => {
    server.library.now = () => Date.parse('2025-06-01T12:00:00Z');
    const { id } = server.library.addBook({ title: 'A', author: 'B' });
    for (let index = 0; index < 9; index += 1) server.library.addHighlight(id, { text: `passage ${index}` });
    const { body } = await ask(server, '/api/v2/review/');
    expect(body).toMatchObject({ review_completed: false });
    expect(body.review_url).toContain(String(body.review_id));
    expect(body.highlights).toHaveLength(5);
    expect(body.highlights[0]).toMatchObject({
      title: 'A',
      author: 'B',
      category: 'books',
      source_type: 'api',
    });
    expect((await ask(server, '/api/v2/review/')).body).toEqual(body);
  });
});
