import {
  findCallout,
  withCallout,
  withHiddenCallouts,
  withoutCallout,
  writeCallout,
} from '../../src/merge/conflict-callout';

const MARK = '> [!warning] Changed. \n> At the service:\n> {{text}}';
const BOX = ['> [!warning] Changed. ', '> At the service:', '> one', '>', '> two'];
const find = (lines: readonly string[], mark = MARK) =>
  findCallout(lines, mark, (text) => text === 'one\n\ntwo');

describe('writeCallout', () => {
  it('should write the line of the place for each line of the text, without its anchor', () => {
    expect(writeCallout(MARK, 'one\n\ntwo ^rw1')).toEqual(BOX);
  });
});

describe('findCallout', () => {
  it('should find a box between other lines', () => {
    expect(find(['mine', '', ...BOX, '', 'more'])).toMatchObject({
      before: ['mine', ''],
      after: ['', 'more'],
    });
    expect(find(BOX)).toMatchObject({ before: [], after: [] });
  });

  it('should find a box behind a quote, and one with a text directly under it', () => {
    expect(find(['> [!warning] Changed.', '> Mine.', '', ...BOX, 'mine'])).toMatchObject({
      before: ['> [!warning] Changed.', '> Mine.', ''],
      after: ['mine'],
    });
  });

  it('should not mind blanks at the ends of its first lines', () => {
    expect(find(['> [!warning] Changed.', '> At the service:  ', ...BOX.slice(2)])).toMatchObject({
      before: [],
      after: [],
    });
  });

  it.each([
    ['it has another first line', ['> [!note] Mine.', ...BOX.slice(1)]],
    ['it has another second line', ['> [!warning] Changed.', '> Mine:', ...BOX.slice(2)]],
    ['its first line alone is left', ['mine', '> [!warning] Changed.']],
    ['its text is another', BOX.map((line) => line.replace('two', 'three'))],
    ['something stands in it', [...BOX.slice(0, 3), '> mine', ...BOX.slice(3)]],
  ])('should find none where %s', (_case, lines) => {
    expect(find(lines)).toBeNull();
  });

  it('should find a box that a formatter split, or whose quote marks it spells in another way', () => {
    const accepts = (text: string): boolean => text.replace(/\n+/g, '\n') === 'one\ntwo';
    const split = [...BOX.slice(0, 3), '', '> two', '', 'mine'];
    expect(findCallout(split, MARK, accepts)).toMatchObject({ before: [], after: ['', 'mine'] });
    const tight = [...BOX.map((line) => line.replace('> ', '  >')), 'mine'];
    expect(findCallout(tight, MARK, accepts)).toMatchObject({ before: [], after: ['mine'] });
  });
});

describe('withoutCallout', () => {
  it('should leave one blank line where the box stood', () => {
    expect(withoutCallout({ text: '', before: ['', 'above', '', ''], after: ['', '', 'below', ''] })).toEqual(
      ['', 'above', '', 'below', ''],
    );
    expect(withoutCallout({ text: '', before: ['', 'above'], after: ['below'] })).toEqual([
      '',
      'above',
      '',
      'below',
    ]);
    expect(withoutCallout({ text: '', before: [''], after: [''] })).toEqual(['']);
  });
});

describe('withCallout', () => {
  it('should put the box behind the paragraph that the lines begin in', () => {
    expect(withCallout(['goes on', 'here', '', '', 'next'], ['> box'])).toEqual([
      'goes on',
      'here',
      '',
      '> box',
      '',
      'next',
    ]);
    expect(withCallout(['goes on'], ['> box'])).toEqual(['goes on', '', '> box', '']);
    expect(withCallout([], ['> box'])).toEqual(['', '> box', '']);
  });

  it('should put the box first where the lines begin with a blank one', () => {
    expect(withCallout(['', '', 'next'], ['> box'])).toEqual(['', '> box', '', 'next']);
  });
});

describe('withHiddenCallouts', () => {
  it.each([
    [
      'each box',
      ['one', ...BOX, '', ...BOX, 'two'],
      ['one', ...BOX.map(() => '%%'), '', ...BOX.map(() => '%%'), 'two'],
    ],
    [
      'a box of which only the first line is left',
      ['>[!warning] Changed.', '', '> one'],
      ['%%', '', '> one'],
    ],
    ['no box of another wording', ['> [!warning] Mine.', '> one'], ['> [!warning] Mine.', '> one']],
  ])('should hide %s', (_case, lines, hidden) => {
    expect(withHiddenCallouts(lines, MARK)).toEqual(hidden);
  });
});
