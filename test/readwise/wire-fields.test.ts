import * as fields from '../../src/readwise/wire-fields';

const toText = (value: unknown) => fields.text.parse(value);
const toNumber = (value: unknown) => fields.number.parse(value);
const toFlag = (value: unknown) => fields.flag.parse(value);
const toTagNames = (value: unknown) => fields.tagNames.parse(value);

describe('fields of the wire', () => {
  it('should be text whatever they are, and none when there is none', () => {
    expect(['a', '', 7, 0, true, false, null, undefined].map(toText)).toEqual([
      'a',
      '',
      '7',
      '0',
      'true',
      'false',
      '',
      '',
    ]);
  });

  it('should be a number also when sent as text, and null when they are none', () => {
    expect([7, '7', ' 1.5 ', 0, '0', -2].map(toNumber)).toEqual([7, 7, 1.5, 0, 0, -2]);
    expect([Number.NaN, Infinity, 'Infinity', 'x', '', ' ', true, null, undefined].map(toNumber)).toEqual(
      Array(9).fill(null),
    );
  });

  it('should be yes only when they clearly are', () => {
    expect([true, 1, 'true', 'True', '1'].map(toFlag)).toEqual(Array(5).fill(true));
    expect([false, 0, 2, 'false', '', 'yes', null, undefined].map(toFlag)).toEqual(Array(8).fill(false));
  });

  it('should be tags in the service’s order, each once, in whatever shape they come', () => {
    expect(toTagNames([' b ', 'a', { name: 'b' }, { name: 7 }, { name: ' c ' }, '', {}, null, 5])).toEqual([
      'b',
      'a',
      '7',
      'c',
    ]);
    expect(toTagNames({ x: { name: 'X' }, y: 'Why', z: {}, w: null })).toEqual(['X', 'Why', 'z', 'w']);
    for (const none of [null, undefined, '', [], {}]) expect(toTagNames(none)).toEqual([]);
  });

  it.each([
    ['text', fields.text, [1]],
    ['number', fields.number, {}],
    ['tagNames', fields.tagNames, 7],
    ['list', fields.list, 'none'],
    ['numericId', fields.numericId, '1x'],
    ['wordId', fields.wordId, '../x'],
  ])('should not be read when %s gets another type', (_name, schema, value) => {
    expect(schema.safeParse(value).success).toBe(false);
  });
});
