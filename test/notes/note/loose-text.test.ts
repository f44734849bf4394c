import { hasContent, looseText } from '../../../src/notes/note/loose-text';

describe('the loose form of a text', () => {
  it.each([
    ['blank lines', 'a\n\n\nb\n', 'a\nb'],
    ['line ends', 'a\r\nb\rc', 'a\nb\nc'],
    ['blanks at line ends', 'a  \nb\t', 'a\nb'],
    ['indentation', '- a\n    - b\n\tc', '- a\n- b\nc'],
    ['blanks around quote marks', '> a\n>b\n  >  c\n> > d\n>>e', '>a\n>b\n>c\n>>d\n>>e'],
    ['empty lines of quotes', '> a\n>\n> \n\n> b', '>a\n>b'],
    ['decomposed letters', 'e\u0301', '\u00e9'],
  ])('should be without differences of %s', (_what, text, loose) => {
    expect(looseText(text)).toBe(loose);
  });

  it.each([
    ['in a fence', '```\n  a\n\tb\n```', '```\n  a\n\tb\n```'],
    ['in a quote', '> ~~~\n>   a\n> ~~~', '>~~~\n>  a\n>~~~'],
    ['in a quote without blanks', '>~~~\n>  a\n>~~~', '>~~~\n>  a\n>~~~'],
    ['in a list', '- a\n  ```\n    b\n  ```', '- a\n```\n  b\n```'],
    ['in a list indented by four', '- a\n    ```\n      b\n    ```', '- a\n```\n  b\n```'],
    ['behind a list mark', '- ```\n    b\n  ```', '- ```\n  b\n```'],
    ['that shows quotes', '```\n> a\n>> b\n```', '```\n> a\n>> b\n```'],
    ['with a shorter fence in it', '````\n```\n  a\n````\n  b', '````\n```\n  a\n````\nb'],
    ['that its quote ends', '> ```\n>   a\n\n  b', '>```\n>  a\nb'],
  ])('should keep the indentation of code %s', (_where, text, loose) => {
    expect(looseText(text)).toBe(loose);
  });

  it('should keep no-break spaces', () => {
    expect(looseText('\u00a0\u00a0a\n\u00a0')).toBe('\u00a0\u00a0a\n\u00a0');
  });

  it('should take lines of blanks and quote marks alone for empty', () => {
    expect(['', ' \t', '>', ' > >', '> a', 'a'].map(hasContent)).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
  });
});
