import { runSync } from '../../src/sync/run-sync';
import type { HttpRequest, HttpResponse } from '../../src/model/ports';
import type { SyncReport } from '../../src/model/report';
import { page, reply, scriptedService } from '../readwise/support/scripted-service';
import { newDevice, settings, World } from '../simulation/world';

/** Records of the shapes that were seen in answers of real accounts, beyond the specification. */
const BOOKS = [
  {
    user_book_id: 101,
    title: 'A Kindle Book',
    author: 'Ann Author',
    readable_title: 'A Kindle Book',
    source: 'kindle',
    category: 'books',
    cover_image_url: 'https://m.media-amazon.com/images/I/41abc._SL160_.jpg',
    unique_url: null,
    source_url: null,
    asin: 'B000000001',
    book_tags: [],
    highlights: [
      // Ids as text, no `is_deleted`, no `readwise_url`, tags for favourite and discarded.
      {
        id: '1001',
        text: 'A passage over two pages.',
        location: 7,
        end_location: 9,
        location_type: 'page',
        tags: [{ id: 5, name: 'favorite' }],
      },
      { id: '1004', text: 'A passage at a location.', location: 120, location_type: 'location', tags: [] },
      { id: '1002', text: 'Thrown away.', location: 8, location_type: 'page', tags: [{ name: 'discard' }] },
    ],
  },
  // A book without `highlights`.
  { user_book_id: 102, title: 'An Empty Book', category: 'books', source: 'kindle' },
  // A book of the reader without `external_id`.
  {
    user_book_id: 103,
    title: 'A Saved Page',
    category: 'articles',
    source: 'reader',
    unique_url: 'https://read.readwise.io/read/01hw3page0000000000000000a',
    source_url: 'https://mp.weixin.qq.com/s?__biz=MzA3&mid=26&sn=0c==',
    book_tags: null,
    highlights: [{ id: 1003, text: 'A passage of a page.', url: null, tags: [], color: '' }],
  },
];

const DOCUMENTS = [
  {
    id: '01hw3page0000000000000000a',
    url: 'https://read.readwise.io/read/01hw3page0000000000000000a',
    source_url: 'https://mp.weixin.qq.com/s?__biz=MzA3&mid=26&sn=0c==',
    title: 'A Saved Page',
    category: 'article',
    location: 'later',
    tags: null,
    site_name: null,
    word_count: null,
    reading_time: 3,
    reading_progress: 45.5,
    published_date: 1_690_397_222_773,
    saved_at: '2026-01-01T00:00:00+00:00',
    listening_time: '4 mins',
    parsed_doc_id: 7,
  },
  {
    id: '01hw3film0000000000000000b',
    url: 'https://read.readwise.io/read/01hw3film0000000000000000b',
    source_url: 'https://www.youtube.com/watch?v=abcdefghijk',
    image_url: 'https://i.ytimg.com/vi/abcdefghijk/hqdefault.jpg',
    title: 'A Film',
    category: 'rss',
    location: 'later',
    tags: {},
    reading_progress: '0.45',
    published_date: '2025-10-21',
  },
  {
    id: '01hw3cast0000000000000000c',
    title: 'An Episode',
    category: 'podcast',
    location: null,
    summary: null,
    reading_time: '31 mins',
    published_date: null,
  },
  // A highlight that is an image.
  {
    id: '01hw3imag0000000000000000d',
    parent_id: '01hw3cast0000000000000000c',
    category: 'highlight',
    title: null,
    tags: { art: { name: 'Art' } },
    content: '\n\n',
    html_content: '<p><img src="https://example.org/picture.png"></p>',
  },
  // A highlight whose document is not listed.
  {
    id: '01hw3lost0000000000000000e',
    parent_id: '01hw3gone0000000000000000f',
    category: 'highlight',
    title: null,
    content: 'A passage of nothing that is listed.',
  },
];

const answer = ({ url }: HttpRequest): HttpResponse => {
  const { pathname } = new URL(url);
  if (pathname.startsWith('/api/v2/export')) return page(BOOKS, null, 3);
  if (pathname.startsWith('/api/v3/list')) return page(DOCUMENTS);
  if (pathname.startsWith('/api/v2/auth')) return reply(204, '');
  return reply(200, { count: 0, next: null, previous: null, results: [] });
};

describe('a sync of records as real accounts have them', () => {
  const device = newDevice();
  let report: SyncReport;

  beforeAll(async () => {
    const world = await World.create();
    const deps = { ...world.dependencies(device), http: scriptedService(answer) };
    report = await runSync(deps, {
      settings: settings(),
      token: 'token',
      full: false,
      maxDelete: null,
    });
    await world.close();
  });

  const note = (title: string): string =>
    device.vault.entries().find(([path]) => path.endsWith(`/${title}.md`))?.[1] ?? '';

  it('should make one note for each item, and name only what has no document', () => {
    expect(device.vault.entries().map(([path]) => path.replace(/^.*\//, ''))).toEqual([
      'A Saved Page.md',
      'A Kindle Book.md',
      'An Episode.md',
      'A Film.md',
    ]);
    expect(report.notices.map(({ id, problem: { code } }) => [id, code])).toEqual([
      ['01hw3lost0000000000000000e', 'parent-not-listed'],
    ]);
  });

  it('should lead back to Kindle, show favourites and pages, and leave out what was discarded', () => {
    const text = note('A Kindle Book');
    expect(text).toContain('https://readwise.io/to_kindle?action=open&asin=B000000001&location=120');
    expect(text).toContain('Pages 7–9');
    expect(text).toContain('★');
    expect(text).not.toContain('Thrown away.');
    expect(text).toContain('_SL500_');
  });

  it('should keep the bytes of an address, and join the book that names the document only by its address', () => {
    const text = note('A Saved Page');
    expect(text).toContain('https://mp.weixin.qq.com/s?__biz=MzA3&mid=26&sn=0c==');
    expect(text).toContain('readwise-id: 103');
    expect(text).toContain('reader-id: 01hw3page0000000000000000a');
    expect(text).toContain('26 July 2023');
  });

  it('should make a film of a feed a video with its cover', () => {
    expect(note('A Film')).toContain('https://i.ytimg.com/vi/abcdefghijk/hqdefault.jpg');
    expect(device.vault.entries().some(([path]) => /Videos\/A Film\.md$/.test(path))).toBe(true);
  });

  it('should show the image of a highlight that has no text', () => {
    expect(note('An Episode')).toContain('](https://example.org/picture.png)');
  });
});
