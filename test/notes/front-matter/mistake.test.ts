import { frontMatterMistake } from '../../../src/notes/front-matter/mistake';

describe('frontMatterMistake', () => {
  it.each([
    ['title: a\nsubtitle: One: two\n', { line: 3, mistake: 'colon' }],
    ['title: a\ntags: [a, b\n', { line: 3, mistake: 'not-closed' }],
    ['title: "a\nauthor: b\n', { line: 2, mistake: 'not-closed' }],
    ['title: a\ntitle: b\n', { line: 3, mistake: 'twice' }],
    ['tags:\n\t- a\n', { line: 3, mistake: 'tab' }],
    ['only words\n', { line: 2, mistake: 'no-properties' }],
    ['title: a\nauthor: *b\n', { line: 3, mistake: 'other' }],
  ])('should tell line and kind when the properties are %j', (yaml, expected) => {
    expect(frontMatterMistake(yaml)).toEqual(expected);
  });

  it.each(['', 'title: a\n', '# only a comment\n'])('should be null when %j can be read', (yaml) => {
    expect(frontMatterMistake(yaml)).toBeNull();
  });
});
