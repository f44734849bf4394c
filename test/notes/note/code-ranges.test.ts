import { codeRanges } from '../../../src/notes/markdown/code-ranges';

const codeIn = (markdown: string): readonly string[] =>
  codeRanges(markdown).map(({ start, end }) => markdown.slice(start, end));

describe('the code of a markdown text', () => {
  it.each([
    ['`a` b ``c`d``', ['`a`', '``c`d``']],
    ['a ` b', []],
    ['`a` `b', ['`a`']],
    ['``a` b', []],
    ['`a\nb` c', ['`a\nb`']],
    ['`a\n\nb`', []],
    ['One.\n\nTwo `a`.', ['`a`']],
    ['\\`a` b `c', ['` b `']],
    ['\\\\`a`', ['`a`']],
    ['\\``a` b', ['`a`']],
    ['x\\\\\\`a` b', []],
    ['`a` ``` `b` ``` `c`', ['`a`', '``` `b` ```', '`c`']],
  ])('should be the spans between runs of as many backticks: %j', (markdown, expected) => {
    expect(codeIn(markdown)).toEqual(expected);
  });

  it.each([
    ['```\na `b`\n```\nText `c`', ['```', 'a `b`', '```', '`c`']],
    ['~~~ js\na\n~~~~ \nb', ['~~~ js', 'a', '~~~~ ']],
    ['```\na\n~~~\n``` x\n```\nb', ['```', 'a', '~~~', '``` x', '```']],
    ['````\n```\n````\nb', ['````', '```', '````']],
    ['~~~ a`b\nc', ['~~~ a`b', 'c']],
    ['``` a`b\nc', []],
    ['```\na', ['```', 'a']],
    ['> ```\n> a\n> ```\n> b', ['> ```', '> a', '> ```']],
    ['- ```\n  a\n  ```\n  b', ['- ```', '  a', '  ```']],
    ['12. > ~~~\n    > a\n    > ~~~\nb', ['12. > ~~~', '    > a', '    > ~~~']],
    ['-```\na', []],
    ['``\na', []],
  ])('should be all lines of a fence: %j', (markdown, expected) => {
    expect(codeIn(markdown)).toEqual(expected);
  });

  it.each([
    ['Text\n\n    a\n\n    b\nText', ['    a', '    b']],
    ['\ta', ['\ta']],
    ['  \ta', ['  \ta']],
    ['Text\n    no code', []],
    ['   no code', []],
    ['- Item\n\n      no code', []],
    ['- Item\n\n  no code\n\n      nor that', []],
    ['- Item\n\nText\n\n    a', ['    a']],
    ['    - a\n\n    b', ['    - a', '    b']],
    ['1) Item\n\n    no code', []],
    ['```\na\n```\n\n    b', ['```', 'a', '```', '    b']],
    ['- ```\n  a\n  ```\n\n    no code', ['- ```', '  a', '  ```']],
  ])('should be what is indented, other than in a list or paragraph: %j', (markdown, expected) => {
    expect(codeIn(markdown)).toEqual(expected);
  });
});
