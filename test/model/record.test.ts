import {
  applyChange,
  compareIds,
  emptyRecord,
  removeDocumentPart,
  type RecordChange,
} from '../../src/model/record';
import { aBook, aDocument, aDocumentHighlight, aHighlight } from '../support/builders';

const NOW = '2026-03-01T00:00:00.000Z';
const apply = (...changes: readonly RecordChange[]) =>
  changes.reduce((record, change) => applyChange(record, change, NOW), emptyRecord('d:01hw3'));

describe('applyChange', () => {
  it('should return the same record when nothing is new', () => {
    const record = apply({ book: aBook(), highlights: [aHighlight()], document: aDocument() });
    expect(
      applyChange(record, { book: aBook(), highlights: [aHighlight()], document: aDocument() }, NOW),
    ).toBe(record);
  });

  it('should keep the newer value when an older one comes after it (I13)', () => {
    const newer = aHighlight({ text: 'new', updatedAt: '2026-02-02T00:00:00.000Z' });
    const older = aHighlight({ text: 'old', updatedAt: '2026-02-01T00:00:00.000Z' });
    expect(apply({ highlights: [newer] }, { highlights: [older] }).highlights).toEqual([newer]);
    expect(
      apply(
        { document: aDocument({ title: 'new', updatedAt: newer.updatedAt }) },
        { document: aDocument({ title: 'old', updatedAt: older.updatedAt }) },
      ).document?.title,
    ).toBe('new');
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

  it('should take what came later or bears no time, and nothing that is older as far as that can be told', () => {
    const at = (updatedAt: string | null, text: string) => aHighlight({ updatedAt, text });
    const textAfter = (known: string | null, next: string | null, now: string | null) =>
      applyChange(apply({ highlights: [at(known, 'known')] }), { highlights: [at(next, 'next')] }, now)
        .highlights[0]?.text;
    const [first, second] = ['2026-02-01T00:00:00.000Z', '2026-02-02T00:00:00.000Z'];
    expect(textAfter(first, first, NOW)).toBe('next');
    expect(textAfter(null, first, NOW)).toBe('next');
    expect(textAfter(first, null, NOW)).toBe('next');
    expect(textAfter(second, first, null)).toBe('known');
    expect(textAfter(second, first, second)).toBe('known');
    expect(textAfter(second, first, first)).toBe('next');
  });

  it.each<[string, RecordChange]>([
    ['the book', { book: aBook({ title: 'new' }) }],
    ['a highlight', { highlights: [aHighlight({ text: 'new' })] }],
    ['the document', { document: aDocument({ title: 'new' }) }],
    ['a highlight of the document', { documentHighlights: [aDocumentHighlight({ text: 'new' })] }],
    ['a note of one', { documentNotes: [{ id: 'n', highlightId: '01hh1', text: 'new', updatedAt: null }] }],
  ])('should have all else as it was when %s changed', (_name, change) => {
    const before = apply({
      book: aBook(),
      highlights: [aHighlight()],
      document: aDocument(),
      documentHighlights: [aDocumentHighlight()],
      documentNotes: [{ id: 'n', highlightId: '01hh1', text: 'old', updatedAt: null }],
    });
    expect(applyChange(before, change, NOW)).toEqual({ ...before, ...change });
    expect(apply(change)).toMatchObject({ key: 'd:01hw3' });
  });

  it('should keep highlights in the order of their numbers', () => {
    const highlights = ['100', '20', '9', '21'].map((id) => aHighlight({ id }));
    expect(apply({ highlights }).highlights.map(({ id }) => id)).toEqual(['9', '20', '21', '100']);
    expect(['d1', '2', 'd', '10'].sort(compareIds)).toEqual(['2', '10', 'd', 'd1']);
  });

  it('should take the later of two books that are alive, and of two that are not', () => {
    for (const deleted of [false, true]) {
      const [one, two] = [{ book: aBook({ id: '9', deleted }) }, { book: aBook({ id: '10', deleted }) }];
      for (const record of [apply(one, two), apply(two, one)]) expect(record.book?.id).toBe('10');
    }
  });
});

describe('removeDocumentPart', () => {
  const notes = [
    { id: 'n1', highlightId: '01hh1', text: 'x', updatedAt: null },
    { id: 'n2', highlightId: '01hh2', text: 'y', updatedAt: null },
  ];
  const record = apply({
    document: aDocument(),
    documentHighlights: [aDocumentHighlight(), aDocumentHighlight({ id: '01hh2' })],
    documentNotes: notes,
  });

  it('should take out the document alone', () => {
    expect(removeDocumentPart(record, '01hw3')).toEqual({ ...record, document: null });
  });

  it('should keep a highlight as a deleted one, without the notes that hang on it, until the service has it again', () => {
    const without = removeDocumentPart(record, '01hh1');
    expect(without).toEqual({
      ...record,
      documentHighlights: [
        aDocumentHighlight({ deleted: true, updatedAt: null }),
        aDocumentHighlight({ id: '01hh2' }),
      ],
      documentNotes: notes.slice(1),
    });
    const again = applyChange(without, { documentHighlights: [aDocumentHighlight()] }, NOW);
    expect(again.documentHighlights).toEqual(record.documentHighlights);
  });

  it('should take out a note alone, and nothing for what is not there', () => {
    expect(removeDocumentPart(record, 'n2')).toEqual({
      ...record,
      documentNotes: notes.slice(0, 1),
    });
    expect(removeDocumentPart(record, 'n3')).toBe(record);
  });
});
