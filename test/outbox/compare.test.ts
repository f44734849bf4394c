import { compareFields, isSameValue, tagEdits } from '../../src/outbox/compare';

describe('values of both sides', () => {
  it.each([
    ['1862-06-01', '1862-06-01T10:00:00Z', true],
    ['', '', true],
    ['soon', '', false],
    ['', 'soon', false],
    ['soon', 'later', false],
    ['soon', ' soon ', true],
  ])('should be compared by day when they are dates: %j, %j', (left, right, isSame) => {
    expect(isSameValue('publishedDate', left, right)).toBe(isSame);
  });

  it('should be sent when a date that nobody can read is emptied', () => {
    const change = { kind: 'edit-item', item: 'document', id: 'a', fields: { publishedDate: '' } } as const;
    const seen = { fields: { publishedDate: 'soon' }, tags: [] };
    expect(compareFields(change, seen, seen).unsent).toEqual({ publishedDate: '' });
  });
});

describe('edits that make one list of tags into another', () => {
  const before = ['a', 'b'];

  it.each([
    { renamed: [{ from: 'a', to: 'c' }], after: ['c', 'b'], edits: [[], [], ['a>c']] },
    { renamed: [{ from: 'a', to: 'b' }], after: ['b'], edits: [[], ['a'], []] },
    {
      renamed: [
        { from: 'a', to: 'c' },
        { from: 'b', to: 'c' },
      ],
      after: ['c'],
      edits: [[], ['b'], ['a>c']],
    },
    { renamed: [{ from: 'a', to: 'c' }], after: ['c', 'b', 'a', 'd'], edits: [['c', 'd'], [], []] },
    { renamed: [], after: ['b', 'c'], edits: [['c'], ['a'], []] },
  ])('should rename what got another name when there is $renamed', ({ renamed, after, edits }) => {
    const { add, remove, rename } = tagEdits(before, after, renamed);
    expect([add, remove, rename.map(({ from, to }) => `${from}>${to}`)]).toEqual(edits);
  });
});
