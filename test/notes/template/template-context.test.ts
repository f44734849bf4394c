import { obsidianTag, obsidianTags } from '../../../src/notes/template/property-value';
import { authorNames } from '../../../src/notes/template/authors';
import { itemFields, PLAIN_FIELDS } from '../../../src/notes/template/item-fields';
import { addressAtTime, timeStamp } from '../../../src/notes/template/places';
import { plainText } from '../../../src/notes/template/values';
import { kindOf, type Document, type ItemHighlight } from '../../../src/model/model';
import { compiled } from '../../model/compiled';
import { sampleBook, sampleDocument, sampleHighlight, sampleItem } from '../../model/sample-item';

describe('authorNames', () => {
  it.each([
    ['Marcus Aurelius', ['Marcus Aurelius']],
    ['A B and C D', ['A B', 'C D']],
    ['A B, C D, and E F', ['A B', 'C D', 'E F']],
    ['A B & C D', ['A B', 'C D']],
    ['Kahneman, Daniel', ['Kahneman, Daniel']],
    ['Kahneman, Daniel and Tversky, Amos', ['Kahneman, Daniel', 'Tversky, Amos']],
    ['Kahneman, Daniel; Tversky, Amos', ['Kahneman, Daniel', 'Tversky, Amos']],
    ['Martin Luther King, Jr.', ['Martin Luther King, Jr.']],
    ['Alexandra Anders', ['Alexandra Anders']],
    ['Ada Byron, Ada Byron', ['Ada Byron']],
    ['García Márquez, Gabriel', ['García Márquez, Gabriel']],
    ['Le Guin, Ursula K.', ['Le Guin, Ursula K.']],
    ['Tolkien, J. R. R.', ['Tolkien, J. R. R.']],
    ['Brian W. Kernighan, Dennis Ritchie', ['Brian W. Kernighan', 'Dennis Ritchie']],
    ['Johnson and Johnson', ['Johnson and Johnson']],
    ['John Alder\nMary Birch', ['John Alder', 'Mary Birch']],
    ['山田太郎、鈴木花子', ['山田太郎', '鈴木花子']],
    ['王小明；李小红', ['王小明', '李小红']],
    ['王小明，李小红', ['王小明', '李小红']],
    ['Alder, John, Birch, Mary, Cole, Ann B.', ['Alder, John', 'Birch, Mary', 'Cole, Ann B.']],
    ['Alder, John, Birch, Mary, and Cole, Ann', ['Alder, John', 'Birch, Mary', 'Cole, Ann']],
    ['Alder, John; Birch, Mary; Cole, Ann', ['Alder, John', 'Birch, Mary', 'Cole, Ann']],
    [
      'Prince, Bob Dylan, Madonna, Neil Young, Adele, Joan Baez',
      ['Prince', 'Bob Dylan', 'Madonna', 'Neil Young', 'Adele', 'Joan Baez'],
    ],
    ['Ada, Bob, Cy, Di', ['Ada', 'Bob', 'Cy', 'Di']],
    ['', []],
  ])('should find the names when the author is %j', (author, names) => {
    expect(authorNames(author)).toEqual(names);
  });
});

describe('obsidianTags', () => {
  it('should keep legal tags once each when the names are of every kind', () => {
    const names = [
      'machine learning',
      'Machine-Learning',
      '1984',
      '#tag',
      'a/b',
      'é✓',
      '::',
      'C',
      'C#',
      'C++',
    ];
    const tags = ['machine-learning', 'y1984', 'tag', 'a/b', 'é✓', 'C', 'C-sharp', 'C-plus-plus'];
    expect(obsidianTags(names)).toEqual(tags);
  });

  it.each([
    ['C++17', 'C-plus-plus-17'],
    ['R&D', 'R-and-D'],
    ['Health & Fitness', 'Health-and-Fitness'],
    ['@home', 'at-home'],
    ['home', 'home'],
    ['.NET', 'dot-NET'],
    ['code/.NET', 'code/dot-NET'],
    ['node.js', 'node-js'],
    ['readwise/@home', 'readwise/at-home'],
    ['readwise/#tag', 'readwise/tag'],
    ['C#/basics', 'C-sharp/basics'],
    ['PR #12', 'PR-12'],
    ['agree?', 'agree-question'],
    ['agree!', 'agree-exclamation'],
    ['100%', '100-percent'],
    ['philosophy: stoicism', 'philosophy-stoicism'],
    ['St. Augustine', 'St-Augustine'],
    ["don't know", 'don-t-know'],
    ['++', 'plus-plus'],
  ])('should be of %j the tag %j when signs stand in it', (name, tag) => {
    expect(obsidianTag(name)).toBe(tag);
  });
});

describe('the fields of an item', () => {
  it('should tell when a document was opened and moved, and nothing where there is none or it was not', () => {
    const [first, last, moved] = [
      '2026-02-01T07:00:00.000Z',
      '2026-02-02T18:30:00.000Z',
      '2026-02-03T08:00:00.000Z',
    ];
    const timesOf = (document: Document | null): readonly (string | undefined)[] => {
      const fields = itemFields(sampleItem({ document }));
      return [fields.firstOpened, fields.lastOpened, fields.lastMoved].map((time) => time?.toString());
    };
    const read = sampleDocument({ firstOpenedAt: first, lastOpenedAt: last, lastMovedAt: moved });
    expect(timesOf(read)).toEqual([first, last, moved]);
    for (const document of [
      sampleDocument({ firstOpenedAt: null, lastOpenedAt: null, lastMovedAt: null }),
      null,
    ])
      expect(timesOf(document)).toEqual([undefined, undefined, undefined]);
  });
});

/** The fields of one highlight as text. */
function fieldsOf(given: Partial<ItemHighlight>, asin = ''): Readonly<Record<string, string>> {
  const item = sampleItem({
    book: sampleBook({ asin, sourceUrl: 'https://www.youtube.com/watch?v=x' }),
    highlights: [sampleHighlight(given)],
  });
  const [fields = {}] = itemFields(item).highlights;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plainText(value)]));
}

describe('the fields of a highlight', () => {
  const READER = 'https://read.readwise.io/read/01hh';
  const AT_SOURCE = 'https://example.org/essay#:~:text=words';
  const AT_SERVICE = 'https://readwise.io/open/1';
  const KINDLE = { location: 120, locationType: 'location' };
  it.each<[string, Partial<ItemHighlight>, string, string]>([
    ['its own address is of Reader', { ...KINDLE, url: READER }, 'B00X', READER],
    ['it is of v3 alone', { anchor: 'rd01hh', serviceUrl: READER }, '', READER],
    ['v3 has it too', { otherAnchor: 'rd01hh', url: AT_SOURCE }, '', READER],
    [
      'it has a location in a Kindle book',
      { ...KINDLE, url: AT_SOURCE },
      'B00X',
      'https://readwise.io/to_kindle?action=open&asin=B00X&location=120',
    ],
    ['a Kindle book has only pages', { location: 7, locationType: 'page' }, 'B00X', AT_SERVICE],
    [
      'it has a time',
      { location: 62, locationType: 'time_offset' },
      '',
      'https://www.youtube.com/watch?v=x&t=62',
    ],
    ['its source has an address', { url: AT_SOURCE }, '', AT_SOURCE],
    ['there is nothing else', {}, '', AT_SERVICE],
    ['nothing is an address of the web', { url: 'javascript:x', serviceUrl: '' }, '', ''],
  ])('should lead back to where it was read when %s', (_when, given, asin, address) => {
    expect(fieldsOf(given, asin)['openUrl']).toBe(address);
  });

  it.each<[string, Partial<ItemHighlight>]>([
    ['Page 7', { location: 7, locationType: 'page' }],
    ['Pages 7–9', { location: 7, endLocation: 9, locationType: 'page' }],
    ['Page 7', { location: 7, endLocation: 7, locationType: 'page' }],
    ['Locations 120–125', { location: 120, endLocation: 125, locationType: 'location' }],
    ['', { location: 7, locationType: 'order' }],
    ['', { location: 0, locationType: 'page' }],
    ['', { locationType: 'page' }],
  ])('should name the place as %j when it is %j', (words, given) => {
    expect(fieldsOf(given)['place']).toBe(words);
  });
});

describe('tags', () => {
  it.each(['', 'rw/'])('should have none of which nothing is visible when the prefix is %j', (tagPrefix) => {
    const item = sampleItem({ book: sampleBook({ tags: ['\u200b\ufe0f', ' ', '\u2800', 'x'] }) });
    expect(itemFields(item, { ...PLAIN_FIELDS, tagPrefix }).tags).toEqual([`${tagPrefix}x`]);
  });
});

describe('headings', () => {
  it('should not count as highlights when a note makes them', async () => {
    const chapter = sampleHighlight({ anchor: 'rw1', text: 'Chapter', note: '.h2', tags: ['h2'] });
    const item = sampleItem({ highlights: [chapter, sampleHighlight({ anchor: 'rw2' })] });
    const { header, blocks } = await compiled(
      '{{highlightCount}}\n%% highlight %%\n{{#unless isHeading}}{{index}}{{/unless}}',
    ).render(item);
    expect([header, ...blocks.map(({ text }) => text)]).toEqual(['1', '1']);
  });
});

describe('addressAtTime', () => {
  it.each([
    ['https://www.youtube.com/watch?v=x&t=4s', 'https://www.youtube.com/watch?v=x&t=62'],
    ['https://youtu.be/x', 'https://youtu.be/x?t=62'],
    ['https://vimeo.com/1', 'https://vimeo.com/1#t=62s'],
    ['https://a.b/talk.mp3', 'https://a.b/talk.mp3#t=62'],
    ['https://overcast.fm/+x', 'https://overcast.fm/+x/1:02'],
    ['https://a.b/page', ''],
  ])('should open %s at the second where that works', (address, expected) => {
    expect(addressAtTime(address, 62)).toBe(expected);
  });

  it('should write hours only when there are some', () => {
    expect([timeStamp(0), timeStamp(59.9), timeStamp(3723)]).toEqual(['0:00', '0:59', '1:02:03']);
  });
});

describe('kindOf', () => {
  it.each([
    ['books', null, 'book'],
    ['supplementals', null, 'book'],
    ['tweets', null, 'tweet'],
    ['podcasts', null, 'podcast'],
    ['articles', 'video', 'video'],
    ['articles', 'article', 'article'],
    ['books', 'epub', 'book'],
    [null, 'pdf', 'article'],
    [null, 'epub', 'book'],
    [null, 'podcast', 'podcast'],
    ['somethings', null, 'article'],
  ] as const)('should be right when the book is of %s and the document of %s', (book, document, kind) => {
    expect(
      kindOf(
        sampleItem({
          book: book === null ? null : sampleBook({ category: book }),
          document: document === null ? null : sampleDocument({ category: document }),
        }),
      ),
    ).toBe(kind);
  });
});

describe('kindOf a document of category rss', () => {
  const imageUrl = 'https://i.ytimg.com/vi/x/hq720.jpg?sqp=-oaymw==';
  const itemAt = (sourceUrl: string) =>
    sampleItem({ book: null, document: sampleDocument({ category: 'rss', sourceUrl, imageUrl }) });

  it.each([
    'https://www.youtube.com/watch?v=x',
    'https://m.youtube.com/shorts/x',
    'https://youtu.be/x',
    'https://vimeo.com/76979871',
    'https://vimeo.com/channels/staffpicks/1',
    'https://www.dailymotion.com/video/x',
    'https://www.ted.com/talks/x',
  ])('should be a video at %s, with its cover', (sourceUrl) => {
    expect(kindOf(itemAt(sourceUrl))).toBe('video');
    expect(plainText(itemFields(itemAt(sourceUrl)).cover)).toBe(imageUrl);
  });

  it.each([
    'https://www.youtube.com/@channel',
    'https://vimeo.com/blog',
    'https://example.org/watch?u=https://youtu.be/x',
    'https://notyoutube.com/watch?v=x',
    '',
  ])('should be an article at %p', (sourceUrl) => {
    expect(kindOf(itemAt(sourceUrl))).toBe('article');
  });
});

describe('the fields of an item with a book and a document', () => {
  it('should come from the one that knows more', () => {
    const fields = itemFields(
      sampleItem({
        book: sampleBook({
          title: 'Book',
          author: 'A',
          category: 'articles',
          coverUrl: 'https://c/1',
          sourceUrl: 'https://book/',
          tags: ['x'],
          documentNote: 'of the book',
        }),
        document: sampleDocument({
          title: 'Document',
          author: 'B',
          category: 'pdf',
          sourceUrl: 'https://www.document.org/',
          tags: ['X', 'y'],
          readingProgress: 0.426,
        }),
        highlights: [
          sampleHighlight({ highlightedAt: '2026-01-01T00:00:00.000Z' }),
          sampleHighlight({ highlightedAt: '2026-01-02T00:00:00.000Z' }),
        ],
      }),
    );
    const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plainText(value)]));
    expect(texts).toMatchObject({
      title: 'Document',
      author: 'A',
      category: 'pdf',
      url: 'https://www.document.org/',
      siteName: 'document.org',
      cover: 'https://c/1',
      tags: 'x, y',
      progress: '43',
      documentNote: 'of the book',
      lastHighlighted: '2026-01-02T00:00:00.000Z',
      highlightCount: '2',
    });
  });

  it('should leave an address empty when it is not one of the web', () => {
    const book = sampleBook({
      sourceUrl: 'javascript:alert(1)',
      coverUrl: 'file:///etc/passwd',
      serviceUrl: 'obsidian://open',
    });
    expect(itemFields(sampleItem({ book }))).toMatchObject({ url: null, cover: null, serviceUrl: null });
  });

  it('should drop the tag that repeats the colour when the service sends it', () => {
    expect(fieldsOf({ color: 'blue', tags: ['Blue', 'b'] })['tags']).toBe('b');
  });
});
