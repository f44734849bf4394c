import type { DocumentNote } from '../../src/model/model';
import { Pace } from '../../src/model/ports';
import type { BookWithHighlights, DocumentPage, HighlightPage } from '../../src/readwise/pages';
import { libraryRecords } from '../../src/store/library-records';
import { Replica } from '../../src/store/replica';
import { keys } from '../../src/store/keys';
import { aBook, aDocument, aDocumentHighlight, aHighlight } from '../support/builders';
import { FakeClock } from '../support/fake-clock';
import { MemoryStateStore } from '../support/memory-state-store';

const PAGE = {
  serverDate: '2026-06-01T00:00:00.000Z',
  nextCursor: null,
  count: null,
  quarantined: [],
  incomplete: [],
};
const bookPage = (...books: readonly BookWithHighlights[]): HighlightPage => ({ ...PAGE, books });
const documentPage = (page: Partial<DocumentPage>): DocumentPage => ({
  ...PAGE,
  documents: [],
  highlights: [],
  notes: [],
  ...page,
});
const noPull = () => [];
const plainBook = (id: string, title = `Book ${id}`): BookWithHighlights => ({
  book: aBook({ id, title, documentId: null }),
  highlights: [aHighlight({ id: `${id}1` })],
});

describe('the replica', () => {
  let state: MemoryStateStore;
  let replica: Replica;

  beforeEach(() => {
    state = new MemoryStateStore();
    replica = new Replica(state);
  });

  const valueOf = async (key: string): Promise<unknown> => (await state.getMany([key]))[0];
  const takeBooks = async (...books: readonly BookWithHighlights[]) =>
    (await replica.takeHighlights(bookPage(...books), noPull)).due;
  const takeDocuments = async (page: Partial<DocumentPage>) =>
    (await replica.takeDocuments(documentPage(page), noPull)).due;

  describe('of notes that hang on highlights', () => {
    const note = (text: string, values: Partial<DocumentNote> = {}): DocumentNote => ({
      id: 'n1',
      highlightId: '01hh1',
      text,
      updatedAt: null,
      ...values,
    });
    const notesIn = async () =>
      (await replica.records(['d:01hw3']))[0]?.documentNotes.map(({ text }) => text);

    it('should hold each once when they came before their highlight, as it was told last', async () => {
      await takeDocuments({
        notes: [
          note('First.'),
          note('Other.', { id: 'n2' }),
          note('Elsewhere.', { id: 'n3', highlightId: '01hh9' }),
        ],
      });
      await takeDocuments({ notes: [note('Second.')] });
      expect(await takeDocuments({ highlights: [aDocumentHighlight()] })).toEqual(['d:01hw3']);
      expect(await notesIn()).toEqual(['Second.', 'Other.']);
      expect(await valueOf(keys.orphan('01hh1'))).toBeUndefined();
      expect(await valueOf(keys.orphan('01hh9'))).toHaveLength(1);
      expect(await valueOf(keys.documentId('n1'))).toMatchObject({ key: 'd:01hw3' });
    });

    it('should hold them when they come after their highlight', async () => {
      await takeDocuments({ documents: [aDocument()], highlights: [aDocumentHighlight()] });
      await takeDocuments({ notes: [note('Later.')] });
      expect(await notesIn()).toEqual(['Later.']);
      expect(await replica.records(['d:01hw3'])).toMatchObject([
        { document: aDocument(), documentHighlights: [aDocumentHighlight()] },
      ]);
    });

    it('should forget those that are gone while they wait', async () => {
      await takeDocuments({ notes: [note('First.'), note('Other.', { id: 'n2' })] });
      await replica.removeDocuments(['n1'], []);
      await takeDocuments({ highlights: [aDocumentHighlight()] });
      expect(await notesIn()).toEqual(['Other.']);
    });
  });

  it('should know no more of a record of Reader that is gone', async () => {
    await takeDocuments({ documents: [aDocument()], highlights: [aDocumentHighlight()] });
    await state.commit([keys.text('01hw3'), keys.wantedText('01hw3')].map((put) => ({ put, value: 'x' })));
    await state.commit([
      {
        put: keys.documentIds,
        value: { held: 2, crawl: 3, countsTrusted: false, verifiedAt: PAGE.serverDate },
      },
    ]);
    expect((await replica.removeDocuments(['01hw3', 'unknown'], [{ put: 'meta/x', value: 1 }])).due).toEqual([
      'd:01hw3',
    ]);
    expect(await valueOf('meta/x')).toBe(1);
    expect(
      await state.getMany([keys.documentId('01hw3'), keys.text('01hw3'), keys.wantedText('01hw3')]),
    ).toEqual([undefined, undefined, undefined]);
    expect(await valueOf(keys.documentIds)).toEqual({
      held: 1,
      crawl: 3,
      countsTrusted: false,
      verifiedAt: PAGE.serverDate,
    });
  });

  it('should leave the other highlights of a book alone when one of them is another book’s now', async () => {
    await takeBooks(
      { ...plainBook('1'), highlights: [aHighlight({ id: '11' }), aHighlight({ id: '12' })] },
      plainBook('2'),
    );
    await state.commit([{ put: keys.watermark('highlights'), value: '2026-05-01T00:00:00.000Z' }]);
    expect(await takeBooks({ ...plainBook('2'), highlights: [aHighlight({ id: '12' })] })).toEqual([
      'b:2',
      'b:1',
    ]);
    const [left, right] = await replica.records(['b:1', 'b:2']);
    expect(left?.book?.id).toBe('1');
    expect(left?.highlights.map(({ id, deleted }) => [id, deleted])).toEqual([
      ['11', false],
      ['12', true],
    ]);
    expect(right?.highlights.map(({ id, deleted }) => [id, deleted])).toEqual([
      ['12', false],
      ['21', false],
    ]);
  });

  it.each([
    ['it', { ...plainBook('2'), highlights: [aHighlight({ id: '11', deleted: true })] }],
    [
      'the book',
      { book: aBook({ id: '2', documentId: null, deleted: true }), highlights: [aHighlight({ id: '11' })] },
    ],
  ])(
    'should leave a highlight alone when another book had it and %s is deleted there',
    async (_name, tombstone) => {
      await takeBooks(plainBook('1'));
      await state.commit([{ put: keys.watermark('highlights'), value: '2026-05-01T00:00:00.000Z' }]);
      await takeBooks(tombstone);
      expect(await replica.records(['b:1'])).toMatchObject([{ highlights: [{ id: '11', deleted: false }] }]);
    },
  );

  it('should commit with a page what could not be read and how far the pull is', async () => {
    const bad = { endpoint: 'highlights', id: '9', problem: 'no text' } as const;
    const pull = (changed: boolean) => [{ put: 'pull/x', value: changed }];
    await replica.takeHighlights(bookPage(), pull);
    expect(await valueOf('pull/x')).toBe(false);
    await replica.takeHighlights({ ...bookPage(), quarantined: [bad] }, pull);
    expect(await state.getMany(['pull/x', 'quarantine/highlights/9'])).toEqual([true, bad]);
    await replica.takeDocuments(
      { ...documentPage({}), quarantined: [{ ...bad, endpoint: 'documents' }] },
      noPull,
    );
    expect(await valueOf('quarantine/documents/9')).toEqual({ ...bad, endpoint: 'documents' });
  });

  it('should make nothing due when Reader tells of a highlight that v2 has told of', async () => {
    await takeBooks({
      book: aBook({ id: '1', documentId: '01hw3' }),
      highlights: [aHighlight({ documentHighlightId: '01hh1' })],
    });
    expect(await takeDocuments({ highlights: [aDocumentHighlight()] })).toEqual([]);
    expect(await replica.records(['d:01hw3'])).toMatchObject([
      { revision: 1, documentHighlights: [{ id: '01hh1' }] },
    ]);
    expect(await valueOf(keys.due('d:01hw3'))).toEqual({ revision: 1 });
  });

  it('should make due what is told to be', async () => {
    await takeBooks(plainBook('3'));
    await replica.settle(new Map([['b:3', 1]]), []);
    await replica.makeDue(['b:3', 'b:4'], [{ put: 'meta/x', value: 1 }]);
    expect(await state.getMany(['due/b:3', 'due/b:4', 'meta/x'])).toEqual([{ revision: 1 }, undefined, 1]);
  });

  it('should know of the notes of a book that joins a document what it knew, unless that has a note already', async () => {
    const joins = (id: string, documentId: string) =>
      takeBooks({ book: aBook({ id, documentId }), highlights: [] });
    const place = (path: string) => ({ path });
    await takeBooks(plainBook('1'), plainBook('2'));
    await state.commit([
      { put: keys.note('b:1'), value: place('1.md') },
      { put: keys.note('b:1#rw11'), value: place('part.md') },
      { put: keys.note('b:2'), value: place('2.md') },
      { put: keys.note('d:01b'), value: place('b.md') },
    ]);
    await joins('1', '01a');
    await joins('2', '01b');
    expect(
      await state.getMany(['d:01a', 'd:01a#rw11', 'd:01b', 'b:1', 'b:1#rw11', 'b:2'].map(keys.note)),
    ).toEqual([place('1.md'), place('part.md'), place('b.md'), undefined, undefined, undefined]);
    expect(await state.getMany(['b:1', 'b:2'].flatMap((key) => [keys.item(key), keys.due(key)]))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(await replica.records(['b:1'])).toEqual([null]);
    expect((await replica.records(['d:01a']))[0]?.highlights.map(({ id }) => id)).toEqual(['11']);
  });

  it('should end or put off only what was planned as it is, and remember what the note was made from', async () => {
    await takeBooks(plainBook('1'));
    await replica.settle(new Map([['b:1', 0]]), []);
    expect(await valueOf(keys.due('b:1'))).toEqual({ revision: 1 });
    await replica.settle(new Map([['b:1', 1]]), [{ put: 'meta/x', value: 1 }]);
    expect(await state.getMany([keys.due('b:1'), 'meta/x'])).toEqual([undefined, 1]);
    const [written] = await replica.records(['b:1']);
    await takeBooks(plainBook('1', 'Anew'));
    const failure = { path: null, message: 'Closed.' };
    await replica.postpone('b:1', { revision: 1, failure });
    expect(await valueOf(keys.due('b:1'))).toEqual({ revision: 2, written });
    await replica.postpone('b:1', { revision: 2, failure });
    expect(await valueOf(keys.due('b:1'))).toEqual({ revision: 2, failure, written });
    await takeBooks(plainBook('1', 'Once more'));
    expect(await valueOf(keys.due('b:1'))).toEqual({ revision: 3, written });
  });

  it('should be walked through whole, each record once and in order, however many it holds', async () => {
    const ids = Array.from({ length: 450 }, (_, index) => String(1000 + index));
    await takeBooks(...ids.map((id) => plainBook(id)));
    await state.commit([{ put: keys.item('b:1003'), value: 'damaged' }]);
    const seen: string[] = [];
    for await (const { key } of libraryRecords(state, new Pace(new FakeClock()))) seen.push(key);
    expect(seen).toEqual(ids.filter((id) => id !== '1003').map((id) => `b:${id}`));
  });

  it('should make all due that has something to show, and forget what was wanted', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => String(1000 + index));
    await takeBooks(...ids.map((id) => plainBook(id)), { ...plainBook('1'), highlights: [] });
    await replica.settle(
      new Map(ids.map((id) => [`b:${id}`, 1])),
      ['want/x', 'fetch/000000/1/x', 'name/old'].map((put) => ({ put, value: [] })),
    );
    const scope = { discarded: false, bookCategories: [], documentLocations: [], documentCategories: [] };
    expect(
      await replica.markAllDue(scope, { changes: [{ put: 'meta/x', value: 1 }], clock: new FakeClock() }),
    ).toBe(250);
    expect(await state.keys({ prefix: 'due/', limit: 999 })).toHaveLength(251);
    expect(await state.getMany(['want/x', 'fetch/000000/1/x', 'meta/x'])).toEqual([undefined, undefined, 1]);
  });
});
