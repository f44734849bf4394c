import {
  assembleItem,
  livingHighlights,
  looksTheSame,
  type Assembled,
  type Scope,
} from '../../src/model/item';
import type { Item } from '../../src/model/model';
import { emptyRecord, type ItemRecord } from '../../src/model/record';
import { aBook, aDocument, aDocumentHighlight, aHighlight } from '../support/builders';

const SCOPE: Scope = {
  discarded: false,
  highlights: {},
  documents: 'all',
  bookCategories: ['books'],
  documentLocations: ['new'],
  documentCategories: ['article'],
};

const recordOf = (values: Partial<ItemRecord>): ItemRecord => ({ ...emptyRecord('d:01hw3'), ...values });
const assemble = (
  record: ItemRecord,
  { scope = SCOPE, v2KnownUpTo = null }: { scope?: Scope; v2KnownUpTo?: string | null } = {},
): Assembled => assembleItem(record, { scope, v2KnownUpTo });

function liveItem(record: ItemRecord, options: Parameters<typeof assemble>[1] = {}): Item {
  const assembled = assemble(record, options);
  if (assembled.kind !== 'live') throw new Error(`It is ${assembled.kind}`);
  return assembled.item;
}

const anchorsIn = (item: Item): readonly string[] => item.highlights.map(({ anchor }) => anchor);

const BOOK = aBook({ category: 'books' });
const DOCUMENT = aDocument({ location: 'new', category: 'article' });

describe('what a record amounts to', () => {
  it.each<[string, Partial<ItemRecord>, Assembled['kind']]>([
    ['a book with a highlight', { book: BOOK, highlights: [aHighlight()] }, 'live'],
    ['a book with nothing but a note on it', { book: { ...BOOK, documentNote: 'Mine.' } }, 'live'],
    ['a book without highlights', { book: BOOK }, 'gone'],
    [
      'a book whose highlights are all deleted',
      { book: BOOK, highlights: [aHighlight({ deleted: true })] },
      'gone',
    ],
    [
      'a book whose highlights are all discarded',
      { book: BOOK, highlights: [aHighlight({ discarded: true })] },
      'gone',
    ],
    [
      'a deleted book',
      { book: { ...BOOK, deleted: true, documentNote: 'Mine.' }, highlights: [aHighlight()] },
      'gone',
    ],
    ['a document', { document: DOCUMENT }, 'live'],
    ['a document whose book is deleted', { document: DOCUMENT, book: { ...BOOK, deleted: true } }, 'live'],
    ['nothing', {}, 'gone'],
    [
      'a book of another category',
      { book: { ...BOOK, category: 'tweets' }, highlights: [aHighlight()] },
      'out-of-scope',
    ],
    [
      'a book of a category that nobody knew',
      { book: { ...BOOK, category: 'films' }, highlights: [aHighlight()] },
      'live',
    ],
    ['a document in another place', { document: { ...DOCUMENT, location: 'feed' } }, 'out-of-scope'],
    ['a document in a place that nobody knew', { document: { ...DOCUMENT, location: 'attic' } }, 'live'],
    ['a document of another category', { document: { ...DOCUMENT, category: 'pdf' } }, 'out-of-scope'],
    ['a document of a category that nobody knew', { document: { ...DOCUMENT, category: 'film' } }, 'live'],
    [
      'a document in another place with a book in scope',
      { document: { ...DOCUMENT, location: 'feed' }, book: BOOK, highlights: [aHighlight()] },
      'live',
    ],
    [
      'a document in scope with a book of another category',
      { document: DOCUMENT, book: { ...BOOK, category: 'tweets' }, highlights: [aHighlight()] },
      'live',
    ],
    [
      'a document in another place with a book without highlights',
      { document: { ...DOCUMENT, location: 'feed' }, book: BOOK },
      'out-of-scope',
    ],
  ])('should be as it is for %s', (_name, values, kind) => {
    expect(assemble(recordOf(values)).kind).toBe(kind);
  });

  it.each<[string, Partial<ItemRecord>, Assembled['kind']]>([
    ['a document without highlights', { document: DOCUMENT }, 'out-of-scope'],
    [
      'a document with a discarded highlight',
      { document: DOCUMENT, book: BOOK, highlights: [aHighlight({ discarded: true })] },
      'out-of-scope',
    ],
    [
      'a document with a highlight, whatever the category of its book',
      { document: DOCUMENT, book: { ...BOOK, category: 'tweets' }, highlights: [aHighlight()] },
      'live',
    ],
    [
      'a document with a highlight that only v3 has',
      { document: DOCUMENT, documentHighlights: [aDocumentHighlight({ id: '01h' })] },
      'live',
    ],
    [
      'a document whose only highlight was deleted',
      { document: DOCUMENT, book: BOOK, highlights: [aHighlight({ deleted: true })] },
      'out-of-scope',
    ],
    ['a book with only a document note', { book: { ...BOOK, documentNote: 'Read.' } }, 'out-of-scope'],
    ['a book without anything', { book: BOOK }, 'gone'],
  ])('should be as it is for %s, when only what has highlights are wanted', (_name, values, kind) => {
    const scope = { ...SCOPE, documents: 'highlighted' as const };
    expect(assemble(recordOf(values), { scope }).kind).toBe(kind);
  });

  it.each<[string, Partial<ItemRecord>]>([
    ['deleted', { book: { ...BOOK, deleted: true } }],
    ['no-highlights', { book: BOOK }],
    ['document-deleted', {}],
  ])('should tell why it is gone when it is %s', (reason, values) => {
    expect(assemble(recordOf(values))).toMatchObject({ kind: 'gone', reason });
  });

  it('should leave out the book that has no highlight any more, and bring discarded ones when they are wanted', () => {
    const record = recordOf({
      document: DOCUMENT,
      book: BOOK,
      highlights: [aHighlight({ discarded: true })],
    });
    expect(liveItem(record)).toMatchObject({
      key: 'd:01hw3',
      book: null,
      document: DOCUMENT,
      highlights: [],
    });
    expect(liveItem(record, { scope: { ...SCOPE, discarded: true } })).toMatchObject({
      book: BOOK,
      highlights: [{ anchor: 'rw11' }],
    });
  });

  it('should name the anchors of all that is known to be gone, and which of them the settings leave out', () => {
    const highlights = [
      aHighlight({ id: '1' }),
      aHighlight({ id: '2', deleted: true }),
      aHighlight({ id: '3', discarded: true, documentHighlightId: '01c' }),
    ];
    const record = recordOf({
      book: BOOK,
      highlights,
      documentHighlights: [aDocumentHighlight({ id: '01x', text: 'Gone.', deleted: true })],
    });
    const gone = ['rw2', 'rw3', 'rd01c', 'rd01x'];
    const leftOut = new Set(['rw3', 'rd01c']);
    expect(assemble(record)).toMatchObject({ kind: 'live', gone: new Set(gone), leftOut });
    expect(assemble({ ...record, book: { ...BOOK, deleted: true } })).toMatchObject({
      kind: 'gone',
      gone: new Set(['rw1', ...gone]),
    });
  });
});

describe('highlights of both interfaces', () => {
  const [own, other] = [
    aDocumentHighlight({ id: '01a', text: 'One.' }),
    aDocumentHighlight({ id: '01b', text: 'Two.' }),
  ];

  it('should be one when the id says so, and when the text does and there is no id', () => {
    const byId = aHighlight({ id: '1', text: 'One, edited.', documentHighlightId: '01a' });
    const byText = aHighlight({ id: '2', text: ' Two. ', location: 2 });
    const item = liveItem(
      recordOf({
        book: BOOK,
        document: DOCUMENT,
        highlights: [byId, byText],
        documentHighlights: [own, { ...other, text: 'Two.\n' }],
      }),
    );
    expect(item.highlights.map(({ anchor, otherAnchor, text }) => [anchor, otherAnchor, text])).toEqual([
      ['rw1', 'rd01a', 'One, edited.'],
      ['rw2', 'rd01b', ' Two. '],
    ]);
  });

  it('should be two when they have the same text and the id names another', () => {
    const item = liveItem(
      recordOf({
        book: BOOK,
        document: DOCUMENT,
        highlights: [aHighlight({ id: '1', text: 'One.', documentHighlightId: '01z' })],
        documentHighlights: [own],
      }),
    );
    expect(item.highlights.map(({ anchor, otherAnchor }) => [anchor, otherAnchor])).toEqual([
      ['rw1', 'rd01z'],
      ['rd01a', null],
    ]);
  });

  it('should not come back by Reader when v2 says that they are deleted (I3)', () => {
    const highlights = [
      aHighlight({ id: '1', documentHighlightId: '01a', deleted: true }),
      aHighlight({ id: '2', text: 'Two.', deleted: true }),
    ];
    expect(
      liveItem(recordOf({ document: DOCUMENT, book: BOOK, highlights, documentHighlights: [own, other] }))
        .highlights,
    ).toEqual([]);
  });

  it('should wait when they came after all that v2 has told, because their anchor may yet be another', () => {
    const record = recordOf({
      document: DOCUMENT,
      documentHighlights: [
        own,
        { ...other, createdAt: '2026-01-09T00:00:00.000Z' },
        aDocumentHighlight({ id: '01c', text: 'Three.', createdAt: null }),
      ],
    });
    const told = own.createdAt;
    expect(assemble(record, { v2KnownUpTo: told })).toMatchObject({
      isProvisional: true,
      item: { highlights: [{ anchor: 'rd01c' }, { anchor: 'rd01a' }] },
    });
    expect(assemble(record)).toMatchObject({ isProvisional: false, item: { highlights: [{}, {}, {}] } });
    const scope: Scope = { ...SCOPE, documentLocations: [] };
    expect(assemble(record, { scope, v2KnownUpTo: told })).toMatchObject({
      kind: 'out-of-scope',
      isProvisional: true,
    });
  });

  it('should show what Reader alone has, with its own note and those that hang on it, each once', () => {
    const note = { highlightId: '01a', updatedAt: null };
    const documentNotes = [
      { ...note, id: 'n1', text: 'Mine.' },
      { ...note, id: 'n2', text: 'More.' },
      { ...note, id: 'n3', text: 'Other.', highlightId: '01b' },
    ];
    const alone = { ...own, note: 'Mine.', tags: ['t'] };
    expect(
      liveItem(recordOf({ document: DOCUMENT, documentHighlights: [alone], documentNotes })).highlights,
    ).toEqual([
      {
        anchor: 'rd01a',
        otherAnchor: null,
        text: 'One.',
        note: 'Mine.\n\nMore.',
        color: '',
        tags: ['t'],
        location: null,
        endLocation: null,
        locationType: 'none',
        serviceUrl: own.url,
        url: '',
        highlightedAt: own.createdAt,
        favorite: false,
      },
    ]);
  });

  describe('with a note in both interfaces', () => {
    const EARLY = '2026-01-05T00:00:00.000Z';
    const LATE = '2026-01-06T00:00:00.000Z';
    interface Side {
      readonly note: string;
      readonly updatedAt: string | null;
    }
    const noteOf = (inV2: Side, inReader: Side, documentNotes: ItemRecord['documentNotes'] = []) =>
      liveItem(
        recordOf({
          book: BOOK,
          highlights: [aHighlight({ documentHighlightId: '01a', ...inV2 })],
          documentHighlights: [{ ...own, ...inReader }],
          documentNotes,
        }),
      ).highlights.map(({ note }) => note);

    it.each([
      ['In v2.', EARLY],
      ['In v2.', LATE],
      ['', EARLY],
      ['', LATE],
    ])('should take that of v2 (%j) when Reader has not changed it since %s', (note, since) => {
      expect(noteOf({ note, updatedAt: LATE }, { note: 'In Reader.', updatedAt: since })).toEqual([note]);
    });

    it('should take that of Reader when it changed later', () => {
      const inReader = { note: 'In Reader.', updatedAt: LATE };
      expect(noteOf({ note: 'In v2.', updatedAt: EARLY }, inReader)).toEqual(['In Reader.']);
    });

    it('should keep that of v2 when Reader changed later and has none, as after another tag', () => {
      const inReader = { note: '', updatedAt: LATE };
      expect(noteOf({ note: 'In v2.', updatedAt: EARLY }, inReader)).toEqual(['In v2.']);
    });

    it('should take that of Reader when a note that hangs on it changed later', () => {
      const hanging = { id: 'n1', highlightId: '01a', text: 'More.', updatedAt: LATE };
      const inReader = { note: 'In Reader.', updatedAt: null };
      expect(noteOf({ note: '', updatedAt: EARLY }, inReader, [hanging])).toEqual(['In Reader.\n\nMore.']);
      const ofAnother = { ...hanging, highlightId: '01b' };
      expect(noteOf({ note: '', updatedAt: EARLY }, inReader, [ofAnother])).toEqual(['']);
    });

    it('should take that of v2 when nobody knows which is later', () => {
      expect(noteOf({ note: '', updatedAt: null }, { note: 'In Reader.', updatedAt: LATE })).toEqual(['']);
    });
  });

  it('should stand by their places, then by time, then by id', () => {
    const at = (id: string, location: number | null, highlightedAt: string | null) =>
      aHighlight({ id, text: id, location, highlightedAt, createdAt: null });
    const highlights = [
      at('100', 0, null),
      at('21', 7, '2026-01-01'),
      at('3', 0, '2026-02-01'),
      at('4', 5, '2026-03-01'),
      at('9', 7, '2026-02-01'),
      at('20', null, '2026-01-01'),
      at('12', 0, '2026-01-01'),
    ];
    expect(anchorsIn(liveItem(recordOf({ book: BOOK, highlights })))).toEqual([
      'rw4',
      'rw9',
      'rw21',
      'rw100',
      'rw12',
      'rw20',
      'rw3',
    ]);
    expect(
      livingHighlights(
        recordOf({ book: BOOK, highlights: [...highlights, aHighlight({ id: '1', deleted: true })] }),
      ),
    ).toHaveLength(highlights.length);
    expect(livingHighlights(recordOf({ book: { ...BOOK, deleted: true }, highlights }))).toEqual([]);
  });
});

describe('two states of a record', () => {
  const before = recordOf({
    book: BOOK,
    document: DOCUMENT,
    highlights: [aHighlight({ documentHighlightId: '01hh1' })],
  });

  it('should look the same when what came is a copy of what v2 has', () => {
    expect(looksTheSame(before, { ...before, documentHighlights: [aDocumentHighlight()] })).toBe(true);
  });

  it.each<[string, Partial<ItemRecord>]>([
    ['the book', { book: { ...BOOK } }],
    ['the document', { document: null }],
    ['a highlight', { highlights: [aHighlight()] }],
    ['what is gone', { documentHighlights: [aDocumentHighlight({ deleted: true })] }],
    ['a highlight of Reader alone', { documentHighlights: [aDocumentHighlight({ id: '01q' })] }],
    ['a note of a highlight', { documentHighlights: [aDocumentHighlight({ note: 'Mine.' })] }],
  ])('should not look the same when %s is another', (_name, values) => {
    expect(looksTheSame(before, { ...before, ...values })).toBe(false);
  });
});
