import type { DocumentNote } from '../../src/model/model';
import { Pace } from '../../src/model/pace';
import type { StateChange } from '../../src/model/ports';
import type { BookWithHighlights, DocumentPage, HighlightPage } from '../../src/readwise/pages';
import { Replica, type DueItem, type Planned } from '../../src/store/replica';
import { keys } from '../../src/store/keys';
import { aBook, aDocument, aDocumentHighlight, aHighlight } from '../support/builders';
import { FakeClock } from '../support/fake-clock';
import { MemoryStateStore } from '../support/memory-state-store';
import { libraryRecords } from '../../src/store/library';

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
const keysOf = (due: readonly DueItem[]) => due.map(({ record }) => record.key);
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
    keysOf(await replica.takeHighlights(bookPage(...books), noPull));
  const pulledBefore = () =>
    state.commit([{ put: keys.pull('highlights'), value: { watermark: '2026-05-01T00:00:00.000Z' } }]);
  const planned = ({ record: { key }, ticket }: DueItem): Planned => ({ key, ticket });
  const dueNow = async (...itemKeys: readonly string[]) => (await replica.due(itemKeys)).due.map(planned);
  const settle = async (itemKey: string, extra: readonly StateChange[] = []) =>
    replica.settle(await dueNow(itemKey), extra);
  const takeDocuments = async (page: Partial<DocumentPage>) =>
    keysOf(await replica.takeDocuments(documentPage(page), noPull));

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
      expect(await state.keys({ prefix: 'orphan/', limit: 9 })).toEqual(['orphan/01hh9/n3']);
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
    await state.commit(
      [keys.text('01hw3'), keys.wanted('text', '01hw3')].map((put) => ({ put, value: 'x' })),
    );
    await state.commit([
      {
        put: keys.documentIds,
        value: { held: 2, crawl: 3, difference: 0, fruitless: 1, crawledAt: PAGE.serverDate },
      },
    ]);
    const due = await replica.removeDocuments(['01hw3', 'unknown'], [{ put: 'meta/x', value: 1 }]);
    expect(keysOf(due)).toEqual(['d:01hw3']);
    expect(await valueOf('meta/x')).toBe(1);
    expect(
      await state.getMany([keys.documentId('01hw3'), keys.text('01hw3'), keys.wanted('text', '01hw3')]),
    ).toEqual([undefined, undefined, undefined]);
    expect(await valueOf(keys.documentIds)).toEqual({
      held: 1,
      crawl: 3,
      difference: 0,
      unexplained: 0,
      fruitless: 1,
      crawledAt: PAGE.serverDate,
    });
  });

  it('should leave the other highlights of a book alone when one of them is another book’s now', async () => {
    await takeBooks(
      { ...plainBook('1'), highlights: [aHighlight({ id: '11' }), aHighlight({ id: '12' })] },
      plainBook('2'),
    );
    await pulledBefore();
    expect(await takeBooks({ ...plainBook('2'), highlights: [aHighlight({ id: '12' })] })).toEqual([
      'b:1',
      'b:2',
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
      await pulledBefore();
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
    const next = Date.parse(PAGE.serverDate) + 1;
    expect(await state.getMany(['pull/x', 'refetch/book/9'])).toEqual([
      true,
      { items: [], tries: 0, notBefore: next, newest: 0, unreadable: [bad] },
    ]);
    await replica.takeDocuments(
      { ...documentPage({}), quarantined: [{ ...bad, endpoint: 'documents' }] },
      noPull,
    );
    expect(await valueOf('refetch/document/9')).toMatchObject({
      unreadable: [{ ...bad, endpoint: 'documents' }],
    });
  });

  it('should make nothing due when Reader tells of a highlight that v2 has told of', async () => {
    await takeBooks({
      book: aBook({ id: '1', documentId: '01hw3' }),
      highlights: [aHighlight({ documentHighlightId: '01hh1' })],
    });
    expect(await takeDocuments({ highlights: [aDocumentHighlight()] })).toEqual([]);
    expect(await replica.records(['d:01hw3'])).toMatchObject([{ documentHighlights: [{ id: '01hh1' }] }]);
    expect(await valueOf(keys.due('d:01hw3'))).toEqual({});
  });

  it('should make due what is told to be', async () => {
    await takeBooks(plainBook('3'));
    await settle('b:3');
    await replica.makeDue(['b:3', 'b:4'], [{ put: 'meta/x', value: 1 }]);
    expect(await state.getMany(['due/b:3', 'due/b:4', 'meta/x'])).toEqual([{}, undefined, 1]);
  });

  it('should know of the notes of a book that joins a document what it knew, and which one to give up when there are two', async () => {
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
      await state.getMany(
        ['d:01a', 'd:01a#rw11', 'd:01b', 'd:01b#joined-2', 'b:1', 'b:1#rw11', 'b:2'].map(keys.note),
      ),
    ).toEqual([
      { ...place('1.md'), cameFrom: 'b:1' },
      place('part.md'),
      place('b.md'),
      place('2.md'),
      undefined,
      undefined,
      undefined,
    ]);
    expect(await state.getMany(['b:1', 'b:2'].flatMap((key) => [keys.item(key), keys.due(key)]))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(await replica.records(['b:1'])).toEqual([null]);
    expect((await replica.records(['d:01a']))[0]?.highlights.map(({ id }) => id)).toEqual(['11']);
  });

  it('should stay due when it became due again after it was planned, whoever made it due (I1)', async () => {
    await takeBooks(plainBook('1'));
    const early = await dueNow('b:1');
    await replica.makeDue(['b:1'], []);
    await replica.settle(early, []);
    expect(await valueOf(keys.due('b:1'))).toEqual({});
    await settle('b:1', [{ put: 'meta/x', value: 1 }]);
    expect(await state.getMany([keys.due('b:1'), 'meta/x'])).toEqual([undefined, 1]);
  });

  it('should be written when it is due, whatever an earlier run left beside its mark (I1)', async () => {
    await takeBooks(plainBook('1'));
    await takeBooks(plainBook('1', 'Anew'));
    const later = new Replica(state);
    expect(await later.due(['b:1'])).toMatchObject({
      due: [{ record: { book: { title: 'Anew' } } }],
      lost: [],
    });
  });

  it('should remember why it could not be written until it is written or changes', async () => {
    await takeBooks(plainBook('1'));
    const failure = { path: null, problem: { code: 'error' as const, message: 'Closed.' } };
    await replica.fail('b:1', failure);
    expect(await valueOf(keys.due('b:1'))).toEqual({ failure });
    await takeBooks(plainBook('1', 'Anew'));
    expect(await valueOf(keys.due('b:1'))).toMatchObject({ former: { book: { title: 'Book 1' } } });
  });

  describe('of an item that changes while it is due', () => {
    const withTexts = (first: string, second?: string) => ({
      ...plainBook('1'),
      highlights: [
        aHighlight({ id: '11', text: first }),
        ...(second === undefined ? [] : [aHighlight({ id: '12', text: second })]),
      ],
    });
    beforeEach(async () => {
      await takeBooks(withTexts('First.', 'Second.'));
      await settle('b:1');
    });

    it('should know what its note was last made from until that is written again', async () => {
      const [written] = await replica.records(['b:1']);
      await takeBooks(withTexts('Once.'));
      await takeBooks({ ...withTexts('Twice.'), book: aBook({ id: '1', title: 'Anew', documentId: null }) });
      await takeBooks({ ...plainBook('1', 'Anew'), highlights: [aHighlight({ id: '13' })] });
      const [item] = (await replica.due(['b:1'])).due;
      expect(item?.record.highlights.map(({ text }) => text).slice(0, 2)).toEqual(['Twice.', 'Second.']);
      expect(item?.written).toEqual(written);
      await settle('b:1');
      expect(await valueOf(keys.due('b:1'))).toBeUndefined();
    });

    it('should hand back what a page made due, and pass over a state that is no longer the last', async () => {
      const early = await replica.takeHighlights(bookPage(withTexts('Once.')), noPull);
      const late = await replica.takeHighlights(bookPage(withTexts('Twice.')), noPull);
      expect(late.map(({ record }) => record.highlights[0]?.text)).toEqual(['Twice.']);
      expect([...early, ...late].map(planned).map((each) => replica.isCurrent(each))).toEqual([false, true]);
      await replica.settle(late.map(planned), []);
      expect(late.map(planned).map((each) => replica.isCurrent(each))).toEqual([false]);
    });
  });

  it('should be told as lost when it is due and its record is missing or damaged', async () => {
    await takeBooks(plainBook('1'), plainBook('2'));
    await state.commit([{ remove: keys.item('b:1') }, { put: keys.item('b:2'), value: { key: 'b:2' } }]);
    expect(await replica.due(['b:1', 'b:2'])).toEqual({ due: [], lost: ['b:1', 'b:2'] });
  });

  it('should find a highlight by its anchor, wherever its book is', async () => {
    await takeBooks(plainBook('1'));
    expect(await valueOf(keys.highlight('rw11'))).toBe('b:1');
    await takeBooks({ ...plainBook('1'), book: aBook({ id: '1', documentId: '01a' }) });
    expect(await state.getMany([keys.highlight('rw11'), keys.book('1')])).toEqual(['d:01a', 'd:01a']);
  });

  const named = (): BookWithHighlights => ({
    book: aBook({ id: '1', documentId: '01a' }),
    highlights: [aHighlight({ id: '12' })],
  });
  const receiver = (id: string): BookWithHighlights => ({
    ...plainBook(id),
    highlights: [aHighlight({ id: '11' })],
  });

  it.each([
    ['on the same page, before it', [[receiver('2'), named()]]],
    ['on the same page, after it', [[named(), receiver('2')]]],
    ['earlier', [[receiver('2')], [named()]]],
  ])(
    'should have a highlight in its new book alone, and follow it to another, when the old one joins a document %s',
    async (_name, pages) => {
      await takeBooks(plainBook('1'), plainBook('2'));
      await pulledBefore();
      for (const page of pages) await takeBooks(...page);
      expect(await valueOf(keys.highlight('rw11'))).toBe('b:2');
      await takeBooks(receiver('3'));
      const [joined, left, last] = await replica.records(['d:01a', 'b:2', 'b:3']);
      const eleven = { id: '11', deleted: true };
      expect(joined).toMatchObject({ highlights: [eleven, { id: '12', deleted: false }] });
      expect(left).toMatchObject({ highlights: [eleven, { id: '21' }] });
      expect(last).toMatchObject({ highlights: [{ id: '11', deleted: false }] });
    },
  );

  it.each(['the book', 'the document'])(
    'should join a book with the document in which v3 has one of its highlights when %s comes first',
    async (first) => {
      const book = {
        book: aBook({ id: '1', documentId: null }),
        highlights: [aHighlight({ id: '11', documentHighlightId: '01hh1' }), aHighlight({ id: '12' })],
      };
      if (first === 'the book') await takeBooks(book);
      await takeDocuments({ documents: [aDocument()], highlights: [aDocumentHighlight()] });
      if (first === 'the document') await takeBooks(book);
      const [record, other] = await replica.records(['d:01hw3', 'b:1']);
      expect(record).toMatchObject({
        book: { id: '1', documentId: '01hw3' },
        document: { id: '01hw3' },
        highlights: [{ id: '11' }, { id: '12' }],
      });
      expect(other).toBeNull();
      expect(await state.getMany(['rw11', 'rw12', 'rd01hh1'].map(keys.highlight))).toEqual([
        'd:01hw3',
        'd:01hw3',
        undefined,
      ]);
    },
  );

  it('should be walked through whole, each record once and in order, however many it holds', async () => {
    const ids = Array.from({ length: 450 }, (_, index) => String(1000 + index));
    await takeBooks(...ids.map((id) => plainBook(id)));
    await state.commit([{ put: keys.item('b:1003'), value: 'damaged' }]);
    const seen: string[] = [];
    for await (const { key } of libraryRecords(state, new Pace(new FakeClock()))) seen.push(key);
    expect(seen).toEqual(ids.filter((id) => id !== '1003').map((id) => `b:${id}`));
  });

  it('should make all due, and forget what was wanted', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => String(1000 + index));
    await takeBooks(...ids.map((id) => plainBook(id)), { ...plainBook('1'), highlights: [] });
    await replica.settle(
      await dueNow(...ids.map((id) => `b:${id}`)),
      ['refetch/text/x', 'refetch/file/x', 'name/old'].map((put) => ({ put, value: [] })),
    );
    expect(await replica.markAllDue([{ put: 'meta/x', value: 1 }])).toBe(251);
    expect(await state.keys({ prefix: 'due/', limit: 999 })).toHaveLength(251);
    expect(await state.getMany(['refetch/text/x', 'refetch/file/x', 'meta/x'])).toEqual([
      undefined,
      undefined,
      1,
    ]);
  });
});
