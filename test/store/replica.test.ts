import { Pace } from '../../src/model/pace';
import type { BookWithHighlights, DocumentPage, HighlightPage } from '../../src/readwise/pages';
import { Replica, type DueItem, type Planned } from '../../src/store/replica';
import { keys, prefixes } from '../../src/store/keys';
import { aBook, aDocument, aDocumentHighlight, aHighlight } from '../support/builders';
import { FakeClock } from '../support/fake-clock';
import { MemoryStateStore } from '../support/memory-state-store';
import { HighlightIndex } from '../../src/store/highlight-index';
import { libraryRecords } from '../../src/store/library';

const PAGE = {
  serverDate: '2026-06-01T00:00:00.000Z',
  nextCursor: null,
  count: null,
  quarantined: [],
  incomplete: [],
};
const bookPage = (...books: readonly BookWithHighlights[]): HighlightPage => ({ ...PAGE, books });
const DOCUMENT_PAGE: DocumentPage = {
  ...PAGE,
  documents: [aDocument()],
  highlights: [aDocumentHighlight()],
  notes: [],
};
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

  const takeBooks = (...books: readonly BookWithHighlights[]) =>
    replica.takeHighlights(bookPage(...books), noPull);
  const planned = ({ record: { key }, ticket }: DueItem): Planned => ({ key, ticket });
  const dueNow = async (...itemKeys: readonly string[]) => (await replica.due(itemKeys)).due.map(planned);
  const settle = async (itemKey: string) => replica.settle(await dueNow(itemKey), []);

  it('should stay due when it became due again after it was planned, whoever made it due (I1)', async () => {
    await takeBooks(plainBook('1'));
    const early = await dueNow('b:1');
    await replica.makeDue(['b:1'], []);
    await replica.settle(early, []);
    expect(await dueNow('b:1')).toHaveLength(1);
    await settle('b:1');
    expect(await dueNow('b:1')).toEqual([]);
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
      expect(await dueNow('b:1')).toEqual([]);
    });

    it('should know that also when the item changed once more in what no note shows', async () => {
      const mirrored = { ...aHighlight({ id: '13', text: 'Third.' }), documentHighlightId: '01hh9' };
      const book = aBook({ id: '2', documentId: '01hw3' });
      await takeBooks({ book, highlights: [aHighlight({ id: '21' })] });
      await settle('d:01hw3');
      const [written] = await replica.records(['d:01hw3']);
      await takeBooks({ book, highlights: [mirrored] });
      const copy = aDocumentHighlight({ id: '01hh9', text: 'Third.' });
      const page = { ...DOCUMENT_PAGE, documents: [], highlights: [copy] };
      expect(await replica.takeDocuments(page, noPull)).toEqual([]);
      const [item] = (await new Replica(state).due(['d:01hw3'])).due;
      expect(item?.record).toMatchObject({
        highlights: [{ id: '13' }, { id: '21' }],
        documentHighlights: [copy],
      });
      expect(item?.written).toEqual(written);
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

  it.each(['the book', 'the document'])(
    'should join a book with the document in which v3 has one of its highlights when %s comes first',
    async (first) => {
      const book = {
        book: aBook({ id: '1', documentId: null }),
        highlights: [aHighlight({ id: '11', documentHighlightId: '01hh1' }), aHighlight({ id: '12' })],
      };
      if (first === 'the book') await takeBooks(book);
      await replica.takeDocuments(DOCUMENT_PAGE, noPull);
      if (first === 'the document') await takeBooks(book);
      const [record, other] = await replica.records(['d:01hw3', 'b:1']);
      expect(record).toMatchObject({
        book: { id: '1', documentId: '01hw3' },
        document: { id: '01hw3' },
        highlights: [{ id: '11' }, { id: '12' }],
      });
      expect(other).toBeNull();
      expect([...(await new HighlightIndex(state).itemsOf(['rw11', 'rw12']))]).toEqual([
        ['rw11', 'd:01hw3'],
        ['rw12', 'd:01hw3'],
      ]);
      expect(await state.getMany([keys.readerHighlight('01hh1')])).toEqual([undefined]);
    },
  );

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
      for (const page of pages) await takeBooks(...page);
      await takeBooks(receiver('3'));
      const [joined, left, last] = await replica.records(['d:01a', 'b:2', 'b:3']);
      const eleven = { id: '11', deleted: true };
      expect(joined).toMatchObject({ highlights: [eleven, { id: '12', deleted: false }] });
      expect(left).toMatchObject({ highlights: [eleven, { id: '21' }] });
      expect(last).toMatchObject({ highlights: [{ id: '11', deleted: false }] });
    },
  );

  it('should follow a highlight to another book in a later run, however many it holds', async () => {
    const many = Array.from({ length: 1200 }, (_, index) => aHighlight({ id: String(5000 + index) }));
    await takeBooks({ ...plainBook('1'), highlights: many.slice(0, 700) });
    await takeBooks({ ...plainBook('2'), highlights: many.slice(700) }, plainBook('3'));
    expect(await state.keys({ prefix: prefixes.highlights, limit: 10 })).toHaveLength(2);
    for (const id of ['3', '2', '4']) {
      const moved = { ...plainBook(id), highlights: many.slice(0, 1) };
      await new Replica(state).takeHighlights(bookPage(moved), noPull);
    }
    const records = await replica.records(['b:1', 'b:2', 'b:3', 'b:4']);
    const found = records.map((record) => record?.highlights.find(({ id }) => id === '5000')?.deleted);
    expect(found).toEqual([true, true, true, false]);
    expect(await new HighlightIndex(state).itemsOf(['rw5000', 'rw6199', 'rw31', 'rw9'])).toEqual(
      new Map([
        ['rw5000', 'b:4'],
        ['rw6199', 'b:2'],
        ['rw31', 'b:3'],
      ]),
    );
  });

  it('should be walked through whole, each record once and in order, however many it holds', async () => {
    const ids = Array.from({ length: 450 }, (_, index) => String(1000 + index));
    await takeBooks(...ids.map((id) => plainBook(id)));
    await state.commit([{ put: keys.item('b:1003'), value: 'damaged' }]);
    const seen: string[] = [];
    for await (const { key } of libraryRecords(state, new Pace(new FakeClock()))) seen.push(key);
    expect(seen).toEqual(ids.filter((id) => id !== '1003').map((id) => `b:${id}`));
  });

  it('should make all due, however many it holds', async () => {
    const itemKeys = Array.from({ length: 250 }, (_, index) => `b:${String(1000 + index)}`);
    await takeBooks(...itemKeys.map((key) => plainBook(key.slice(2))));
    await replica.settle(await dueNow(...itemKeys), []);
    expect(await dueNow(...itemKeys)).toEqual([]);
    await replica.markAllDue([]);
    expect(await dueNow(...itemKeys)).toHaveLength(250);
  });
});
