import { applyChange, emptyRecord, joinRecords, type ItemRecord, type RecordChange } from '../../../src/core/library/record';
import { aBook, aDocument, aHighlight } from '../../support/builders';

const NOW = '2026-03-01T00:00:00.000Z';
const apply = (...changes: readonly RecordChange[]) => changes.reduce((record, change) => applyChange(record, change, NOW), emptyRecord('d:01hw3'));

describe('applyChange', () => {
  it('should return the same record when nothing is new', () => {
    const record = apply({ book: aBook(), highlights: [aHighlight()], document: aDocument() });
    expect(applyChange(record, { book: aBook(), highlights: [aHighlight()], document: aDocument() }, NOW)).toBe(record);
  });

  it('should keep the newer value when an older one comes after it (I13)', () => {
    const newer = aHighlight({ text: 'new', updatedAt: '2026-02-02T00:00:00.000Z' });
    const older = aHighlight({ text: 'old', updatedAt: '2026-02-01T00:00:00.000Z' });
    expect(apply({ highlights: [newer] }, { highlights: [older] }).highlights).toEqual([newer]);
    expect(apply({ document: aDocument({ title: 'new', updatedAt: newer.updatedAt }) }, { document: aDocument({ title: 'old', updatedAt: older.updatedAt }) }).document?.title).toBe('new');
  });

  it('should not let a stamp from the future block what comes after it', () => {
    const future = aHighlight({ text: 'odd', updatedAt: '2099-01-01T00:00:00.000Z' });
    const next = aHighlight({ text: 'right', updatedAt: '2026-02-01T00:00:00.000Z' });
    expect(apply({ highlights: [future] }, { highlights: [next] }).highlights).toEqual([next]);
  });

  it('should take the live book when the service made a new one for a document, in any order (I8)', () => {
    const gone = { book: aBook({ id: '1', deleted: true }), highlights: [aHighlight({ id: '11' })] };
    const live = { book: aBook({ id: '2' }), highlights: [aHighlight({ id: '12' })] };
    for (const record of [apply(gone, live), apply(live, gone)]) {
      expect(record.book?.id).toBe('2');
      expect(record.highlights.map(({ id, deleted }) => [id, deleted])).toEqual([
        ['11', true],
        ['12', false],
      ]);
    }
  });
});

describe('joinRecords', () => {
  const statesIn = (record: ItemRecord) => record.highlights.map(({ id, deleted }) => [id, deleted]);

  it('should leave highlights alive when an earlier book of the document was deleted (I1)', () => {
    const gone = { book: aBook({ id: '1', deleted: true }), highlights: [aHighlight({ id: '11' })] };
    const live = { book: aBook({ id: '2' }), highlights: [aHighlight({ id: '12' })] };
    expect(statesIn(joinRecords(apply(gone), apply(live)))).toEqual([['11', true], ['12', false]]);
  });

  it('should bring no highlight of a deleted book back to life when the document has a living one (I3)', () => {
    const live = { book: aBook({ id: '1' }), highlights: [aHighlight({ id: '11' })] };
    const gone = apply({ book: aBook({ id: '2' }), highlights: [aHighlight({ id: '12' })] }, { book: aBook({ id: '2', deleted: true }) });
    expect(statesIn(joinRecords(apply(live), gone))).toEqual([['11', false], ['12', true]]);
  });
});
