import * as fc from 'fast-check';
import { recordDifference, withDifference } from '../../src/model/record-difference';
import { emptyRecord, type ItemRecord } from '../../src/model/record';
import { aBook, aDocument, aDocumentHighlight, aHighlight } from '../support/builders';

const text = fc.constantFrom('First.', 'Second.', 'Third.');
const ids = fc.uniqueArray(fc.constantFrom('2', '9', '11', '100'), { maxLength: 4 });
const byNumber = (one: string, other: string): number => Number(one) - Number(other);
const listOf = <Entry>(make: (id: string, text: string) => Entry) =>
  fc
    .tuple(ids, fc.array(text, { minLength: 4, maxLength: 4 }))
    .map(([some, texts]) => [...some].sort(byNumber).map((id, index) => make(id, texts[index] ?? '')));

const records: fc.Arbitrary<ItemRecord> = fc
  .record({
    book: fc.option(text.map((title) => aBook({ title }))),
    highlights: listOf((id, words) => aHighlight({ id, text: words })),
    document: fc.option(text.map((title) => aDocument({ title }))),
    documentHighlights: listOf((id, words) => aDocumentHighlight({ id, text: words })),
    documentNotes: listOf((id, words) => ({ id, highlightId: '9', text: words, updatedAt: null })),
  })
  .map((parts) => ({ ...emptyRecord('b:1'), ...parts }));

describe('the difference of two records', () => {
  it('should give one back from the other when it was stored as JSON', () => {
    fc.assert(
      fc.property(records, records, (record, other) => {
        const stored = JSON.parse(JSON.stringify(recordDifference(record, other))) as object;
        expect(withDifference(other, stored)).toEqual(record);
      }),
    );
  });

  it('should hold nothing but what differs when one highlight of many changed', () => {
    const highlights = Array.from({ length: 50 }, (_, index) => aHighlight({ id: String(100 + index) }));
    const other = { ...emptyRecord('b:1'), book: aBook(), highlights };
    const changed = aHighlight({ id: '120', note: 'Read once more.' });
    const record = { ...other, highlights: highlights.map((each) => (each.id === '120' ? changed : each)) };
    expect(recordDifference(record, other)).toEqual({ highlights: { changed: [changed], missing: [] } });
  });
});
