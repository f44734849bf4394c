import { applyChange, emptyRecord, type ItemRecord, type RecordChange } from '../../src/model/record';
import { RecordBatch } from '../../src/store/record-batch';
import { aBook, aDocument, aHighlight } from '../support/builders';

const recordOf = (key: string, ...changes: readonly RecordChange[]): ItemRecord =>
  changes.reduce((record, change) => applyChange(record, change, null), emptyRecord(key));
const statesIn = (record: ItemRecord | undefined) =>
  record?.highlights.map(({ id, deleted }) => [id, deleted]);

describe('a book that joins a document', () => {
  const [early, late] = [
    { book: aBook({ id: '1' }), highlights: [aHighlight({ id: '11' })] },
    { book: aBook({ id: '2' }), highlights: [aHighlight({ id: '12' })] },
  ];
  const joined = (into: ItemRecord | null, from: ItemRecord): RecordBatch => {
    const batch = new RecordBatch(
      new Map([
        ['d:01hw3', into],
        [from.key, from],
      ]),
    );
    batch.join('d:01hw3', { from: from.key, bookId: '2' });
    return batch;
  };

  it('should keep its highlights alive when an earlier book of the document was deleted (I1)', () => {
    const gone = recordOf('d:01hw3', { ...early, book: { ...early.book, deleted: true } });
    const record = joined(gone, recordOf('b:2', late)).changed().get('d:01hw3');
    expect(statesIn(record)).toEqual([
      ['11', true],
      ['12', false],
    ]);
    expect(record?.book?.id).toBe('2');
  });

  it('should bring no highlight back to life when it is deleted and the document has a living one (I3)', () => {
    const gone = recordOf('b:2', late, { book: { ...late.book, deleted: true } });
    const record = joined(recordOf('d:01hw3', early), gone).changed().get('d:01hw3');
    expect(statesIn(record)).toEqual([
      ['11', false],
      ['12', true],
    ]);
    expect(record?.book?.id).toBe('1');
  });

  it('should leave nothing behind when it was all of its item', () => {
    const from = recordOf('b:2', late);
    const batch = joined(null, from);
    const changed = batch.changed();
    expect([...changed.keys()]).toEqual(['d:01hw3']);
    expect([...batch.merged]).toEqual([['b:2', 'd:01hw3']]);
    expect(batch.before('d:01hw3')).toBe(from);
    expect([...changed.values()].every((record) => batch.isDue(record))).toBe(true);
  });

  it('should leave the document that it was of before, with its highlights as deleted ones', () => {
    const from = recordOf('d:01old', late, { document: aDocument({ id: '01old' }) });
    const batch = joined(recordOf('d:01hw3', { document: aDocument() }), from);
    expect(batch.changed().get('d:01old')).toEqual({
      ...from,
      revision: from.revision + 1,
      book: null,
      highlights: [{ ...late.highlights[0], deleted: true }],
    });
    expect(batch.merged.size).toBe(0);
    expect(statesIn(batch.changed().get('d:01hw3'))).toEqual([['12', false]]);
  });

  it('should change nothing when its item has another book by now', () => {
    const from = recordOf('b:2', early);
    expect(joined(null, from).changed().size).toBe(0);
  });
});
