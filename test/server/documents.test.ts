import { Library } from './library';
import { startReferenceServer, type ReferenceServer } from './reference-server';
import { ask, askAll, tickingClock, TOKEN, type Answer } from './test-client';

let server: ReferenceServer;
let library: Library;

beforeEach(async () => {
  library = new Library({ now: tickingClock('2025-01-01T00:00:00Z') });
  server = await startReferenceServer({
    library,
    token: TOKEN,
    rateLimits: 'off',
    pageSizes: { documents: 3, documentTags: 2 },
  });
});

afterEach(() => server.close());

async function titles(query: string): Promise<readonly string[]> {
  const { body } = await ask(server, `/api/v3/list/?${query}`);
  return body.results.map((document) => document.title);
}

describe('Document LIST', () => {
  it('should give every record once, newest first, when there are several pages', async () => {
    for (let index = 0; index < 7; index += 1) library.addDocument({ title: `Document ${index}` });
    const pages = await askAll(server, '/api/v3/list/');
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(pages.flat().map((document) => document.title)).toEqual(
      [6, 5, 4, 3, 2, 1, 0].map((index) => `Document ${index}`),
    );
  });

  it('should filter by location, category and updatedAfter when asked to', async () => {
    const old = library.addDocument({ title: 'old', location: 'archive', category: 'pdf' });
    library.addDocument({ title: 'fed', location: 'feed', category: 'rss' });
    library.addDocument({ title: 'listed', location: 'shortlist' });
    expect(await titles('location=feed')).toEqual(['fed']);
    expect(await titles('location=shortlist')).toEqual(['listed']);
    expect(await titles('category=pdf')).toEqual(['old']);
    expect(await titles(`updatedAfter=${new Date(old.updatedAt).toISOString()}`)).toEqual(['listed', 'fed']);
    expect((await ask(server, '/api/v3/list/?location=somewhere')).status).toBe(400);
  });

  it('should demand all tags, or none for the empty one, when tags are given', async () => {
    library.addDocument({ title: 'both', tags: ['To Read', 'Science'] });
    library.addDocument({ title: 'one', tags: ['science'] });
    library.addDocument({ title: 'none' });
    expect(await titles('tag=science')).toEqual(['one', 'both']);
    expect(await titles('tag=science&tag=to-read')).toEqual(['both']);
    expect(await titles('tag=')).toEqual(['none']);
    expect((await ask(server, '/api/v3/list/?tag=a&tag=b&tag=c&tag=d&tag=e&tag=f')).status).toBe(400);
  });

  it('should show tags as an object, and highlights and notes below their parent', async () => {
    const document = library.addDocument({ title: 'Essay', tags: ['To Read'] });
    const highlight = library.addDocumentHighlight(document.id, { text: 'the passage', note: 'inline' });
    const note = library.addDocumentNote(highlight.id, 'a thought');
    const { body } = await ask(server, '/api/v3/list/');
    expect(body.results).toMatchObject([
      {
        id: note.id,
        category: 'note',
        parent_id: highlight.id,
        content: 'a thought',
        title: null,
        tags: null,
      },
      {
        id: highlight.id,
        category: 'highlight',
        parent_id: document.id,
        content: 'the passage',
        notes: 'inline',
        source_url: null,
        tags: null,
      },
      {
        id: document.id,
        parent_id: null,
        content: null,
        tags: { 'to-read': { name: 'To Read', type: 'manual' } },
      },
    ]);
  });

  it('should add the content and the raw source only when asked to', async () => {
    const pdf = library.addDocument({ title: 'File', category: 'pdf', htmlContent: '<p>text</p>' });
    const article = library.addDocument({ title: 'Page', htmlContent: '<p>page</p>' });
    const plain = await ask(server, `/api/v3/list/?id=${pdf.id}`);
    expect(plain.body).toMatchObject({ count: 1, nextPageCursor: null });
    expect(plain.body.results[0]).not.toHaveProperty('html_content');
    expect(plain.body.results[0]).not.toHaveProperty('raw_source_url');
    const whole = await ask(server, `/api/v3/list/?id=${pdf.id}&withHtmlContent=true&withRawSourceUrl=true`);
    expect(whole.body.results).toMatchObject([{ html_content: '<p>text</p>' }]);
    expect(JSON.stringify(whole.body)).toMatch(/"raw_source_url":"https:[^"]+expires=\d+"/);
    const noFile = await ask(server, `/api/v3/list/?id=${article.id}&withRawSourceUrl=true`);
    expect(noFile.body.results).toMatchObject([{ raw_source_url: '' }]);
  });

  it('should leave no trace of a document with all below it when it was deleted, and leave its book empty', async () => {
    const document = library.addDocument({ title: 'Essay' });
    const { highlight } = library.addMirroredHighlight(document.id, { text: 'the passage' });
    expect((await ask(server, `/api/v3/delete/${document.id}/`, { method: 'DELETE' })).status).toBe(204);
    expect((await ask(server, '/api/v3/list/')).body).toEqual({
      count: 0,
      nextPageCursor: null,
      results: [],
    });
    expect((await ask(server, `/api/v3/list/?id=${document.id}`)).body.results).toEqual([]);
    const { body } = await ask(server, '/api/v2/export/?includeDeleted=true');
    expect(body.results).toMatchObject([
      {
        external_id: document.id,
        source: 'reader',
        is_deleted: false,
        highlights: [{ id: highlight.id, is_deleted: true }],
      },
    ]);
  });

  it('should keep both sides of a mirrored highlight equal when it is edited and deleted', async () => {
    const document = library.addDocument({ title: 'Essay' });
    const { child, highlight } = library.addMirroredHighlight(document.id, { text: 'before' });
    await ask(server, `/api/v2/highlights/${highlight.id}/`, {
      method: 'PATCH',
      body: { text: 'after', note: 'why' },
    });
    expect((await ask(server, `/api/v3/list/?id=${child.id}`)).body.results).toMatchObject([
      { content: 'after', notes: 'why' },
    ]);
    library.deleteHighlight(highlight.id);
    expect((await ask(server, `/api/v3/list/?id=${child.id}`)).body.count).toBe(0);
  });
});

describe('Document CREATE, UPDATE and Tag LIST', () => {
  const save = (body: object): Promise<Answer> => ask(server, '/api/v3/save/', { method: 'POST', body });

  it('should answer 201 for a new address and 200 with the same id for a known one', async () => {
    const first = await save({
      url: 'https://example.org/a',
      title: 'A',
      tags: ['x'],
      notes: 'n',
      published_date: '2024-02-03T04:05:06Z',
    });
    expect(first.status).toBe(201);
    const second = await save({ url: 'https://example.org/a', title: 'Other' });
    expect(second).toMatchObject({ status: 200, body: first.body });
    const { body } = await ask(server, `/api/v3/list/?id=${first.body.id}`);
    expect(body.results).toMatchObject([
      {
        title: 'A',
        category: 'article',
        location: 'new',
        notes: 'n',
        published_date: '2024-02-03',
        source_url: 'https://example.org/a',
      },
    ]);
  });

  it('should guess the category from the address and the title from the HTML when they are not given', async () => {
    const { body } = await save({
      url: 'https://www.youtube.com/watch?v=1',
      html: '<title>Moon</title>',
      should_clean_html: true,
    });
    expect((await ask(server, `/api/v3/list/?id=${body.id}`)).body.results).toMatchObject([
      { category: 'video', title: 'Moon' },
    ]);
  });

  it('should store the default location when the given one is not enabled', async () => {
    library.enabledLocations = new Set(['later', 'archive']);
    library.defaultLocation = 'later';
    const { body } = await save({ url: 'https://example.org/a', location: 'feed' });
    expect(library.documents.get(String(body.id)).location).toBe('later');
    await ask(server, `/api/v3/update/${body.id}/`, { method: 'PATCH', body: { location: 'archive' } });
    expect(library.documents.get(String(body.id)).location).toBe('archive');
  });

  it.each([
    ['there is no address', {}],
    ['the address is blank', { url: ' ' }],
    ['the location cannot be set', { url: 'https://example.org/', location: 'shortlist' }],
    ['HTML is to be cleaned and there is none', { url: 'https://example.org/', should_clean_html: true }],
  ])('should answer 400 when %s', async (_case, body) => {
    expect((await save(body)).status).toBe(400);
  });

  it('should change the given fields, replace the tags and move updated_at when patched', async () => {
    const document = library.addDocument({ title: 'A', author: 'B', tags: ['old'] });
    const { status, body } = await ask(server, `/api/v3/update/${document.id}/`, {
      method: 'PATCH',
      body: { title: 'New', tags: ['fresh'] },
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: { id: document.id, url: `https://read.readwise.io/read/${document.id}` },
    });
    const [changed] = (await ask(server, `/api/v3/list/?id=${document.id}`)).body.results;
    expect(changed).toMatchObject({ title: 'New', author: 'B' });
    expect(Object.keys(changed?.tags ?? {})).toEqual(['fresh']);
    expect(Date.parse(changed?.updated_at ?? '')).toBeGreaterThan(document.updatedAt);
    expect((await ask(server, '/api/v3/update/none/', { method: 'PATCH', body: {} })).status).toBe(404);
  });

  it('should list every tag once when there are several pages of them', async () => {
    library.addDocument({ title: 'A', tags: ['One', 'Two'] });
    library.addDocument({ title: 'B', tags: ['Two', 'Three Words'] });
    const tags = (await askAll(server, '/api/v3/tags/')).flat();
    expect(tags.map((tag) => tag.key).sort()).toEqual(['one', 'three-words', 'two']);
    expect(tags).toContainEqual({ key: 'three-words', name: 'Three Words' });
  });
});
