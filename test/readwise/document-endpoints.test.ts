import { documentCalls } from '../../src/readwise/document-calls';
import { pagesOf } from '../../src/readwise/page-walk';
import { serveClient, stopServers } from './support/served-client';
import { page, scriptedService } from './support/scripted-service';
import { clientOn, collect } from './support/test-client';

afterEach(stopServers);

describe('saving a document', () => {
  it('should save every field, and say whether it was new', async () => {
    const { client, server } = await serveClient();
    const document = {
      url: 'https://example.org/a',
      html: '<p>Hello</p>',
      shouldCleanHtml: false,
      title: 'A title',
      author: 'An author',
      summary: 'A summary',
      publishedDate: '2025-12-24T00:00:00Z',
      imageUrl: 'https://example.org/a.png',
      location: 'later',
      category: 'article',
      savedUsing: 'florilegium',
      tags: ['one', 'two'],
      notes: 'A note',
    } as const;
    const first = await client.send(documentCalls.save(document));
    expect(first.created).toBe(true);
    expect(await client.send(documentCalls.save(document))).toEqual({ ...first, created: false });
    const [page] = await collect(pagesOf(client, documentCalls.list({ withHtmlContent: true })));
    expect(page?.documents).toMatchObject([
      {
        id: first.id,
        title: 'A title',
        author: 'An author',
        summary: 'A summary',
        publishedDate: '2025-12-24',
        location: 'later',
        tags: ['one', 'two'],
        note: 'A note',
        sourceUrl: document.url,
      },
    ]);
    expect(page?.contents).toMatchObject([{ id: first.id, html: '<p>Hello</p>' }]);
    expect(server.requests.entries[0]?.body).toMatchObject({
      saved_using: 'florilegium',
      should_clean_html: false,
    });
  });

  it('should save once when the answer to the first sending was lost', async () => {
    const { client, library, server } = await serveClient();
    server.faults.at(0, { kind: 'cut', bytes: 5 });
    expect(await client.send(documentCalls.save({ url: 'https://example.org/a' }))).toMatchObject({
      created: false,
    });
    expect([...library.documents.all()]).toHaveLength(1);
  });

  it('should have a budget of its own, larger than that of the list', async () => {
    const { client, clock } = await serveClient();
    for (let index = 0; index < 50; index += 1)
      await client.send(documentCalls.save({ url: `https://example.org/${String(index)}` }));
    expect(clock.monotonic()).toBe(0);
    await client.send(documentCalls.save({ url: 'https://example.org/51' }));
    expect(clock.monotonic()).toBe(60_050);
  });
});

describe('listing documents', () => {
  it('should follow the cursors and tell documents, highlights and notes apart', async () => {
    const { client, library } = await serveClient({ pageSizes: { documents: 2 } });
    const ids = ['One', 'Two', 'Three'].map((title) => library.addDocument({ title }).id);
    const highlight = library.addDocumentHighlight(ids[0] ?? '', { text: 'passage', note: 'inline' });
    const note = library.addDocumentNote(highlight.id, 'thought');
    const pages = await collect(pagesOf(client, documentCalls.list()));
    expect(pages).toHaveLength(3);
    expect(new Set(pages.flatMap(({ documents }) => documents.map(({ id }) => id)))).toEqual(new Set(ids));
    expect(pages.flatMap(({ highlights }) => highlights)).toMatchObject([
      { id: highlight.id, documentId: ids[0], text: 'passage', note: 'inline' },
    ]);
    expect(pages.flatMap(({ notes }) => notes)).toMatchObject([
      { id: note.id, highlightId: highlight.id, text: 'thought' },
    ]);
  });

  it('should send every filter', async () => {
    const { client, library, server } = await serveClient();
    const wanted = library.addDocument({ title: 'Wanted', category: 'pdf' });
    library.addDocument({ title: 'Other', category: 'article' });
    const filter = { updatedAfter: '2020-01-01T00:00:00Z', category: 'pdf' } as const;
    const [page] = await collect(pagesOf(client, documentCalls.list(filter)));
    expect(page?.documents.map(({ id }) => id)).toEqual([wanted.id]);
    expect(server.requests.entries[0]?.query).toEqual(filter);
  });

  it('should give the service more time when it has to add the contents', async () => {
    const client = clientOn(scriptedService(({ timeoutMs }) => page([{ id: `t${String(timeoutMs)}` }])));
    expect((await collect(pagesOf(client, documentCalls.list())))[0]?.documents[0]?.id).toBe('t30000');
    expect(
      (await collect(pagesOf(client, documentCalls.list({ withHtmlContent: true }))))[0]?.documents[0]?.id,
    ).toBe('t120000');
  });
});

describe('one document', () => {
  it('should be changed and deleted', async () => {
    const { client, library } = await serveClient();
    const { id } = library.addDocument({ title: 'Before' });
    expect(
      await client.send(
        documentCalls.update(id, {
          title: 'After',
          location: 'archive',
          tags: ['x'],
          publishedDate: '2025-01-02',
        }),
      ),
    ).toMatchObject({ id });
    expect((await client.send(documentCalls.get(id))).documents).toMatchObject([
      { title: 'After', location: 'archive', tags: ['x'], publishedDate: '2025-01-02' },
    ]);
    expect(await client.send(documentCalls.remove(id))).toBe('deleted');
    expect(await client.send(documentCalls.remove(id))).toBe('absent');
    expect(await client.send(documentCalls.update(id, { title: 'Again' }))).toBeNull();
  });
});

describe('listing the tags of documents', () => {
  it('should follow the cursors', async () => {
    const { client, library } = await serveClient({ pageSizes: { documentTags: 1 } });
    library.addDocument({ title: 'One', tags: ['Alpha', 'Beta'] });
    const entries = (await collect(pagesOf(client, documentCalls.listTags()))).flatMap(
      (page) => page.entries,
    );
    expect(entries).toHaveLength(2);
    expect(entries).toEqual(
      expect.arrayContaining([
        { key: 'alpha', name: 'Alpha' },
        { key: 'beta', name: 'Beta' },
      ]),
    );
  });
});
