import { settle, settledText } from '../../../src/notes/template/settle';
import { passageText } from '../../model/passage-text';

const rendered = (text: string): string => settle(passageText(text));

describe('writePassage', () => {
  it.each(['>', '> ', '>\n>', '> > >', '\n>\n\n> >'])(
    'should write nothing when a passage is quote marks without words (%j)',
    (text) => {
      expect(rendered(text)).toBe('');
    },
  );

  it('should make no heading when a list item below a paragraph holds quote marks only', () => {
    expect(rendered('a\n- >')).toBe('a\n\\- >');
  });

  it('should drop quote marks without words when they stand between paragraphs', () => {
    expect(rendered('a\n\n>\n\nb')).toBe('a\n\nb');
  });

  it.each([
    ['prose', 'He said: “no” - and left (1984), 50% of it.'],
    ['paragraphs', 'One.\n\nTwo.'],
    ['lines of verse', 'Tyger Tyger, burning bright,\nIn the forests of the night;'],
    ['emphasis and marks', 'a *b* **c** _d_ ==e== ~~f~~'],
    ['a web link', 'see [the page](https://example.com/x?y=1#z) and https://example.com/#z'],
    ['a mail link', '[write](mailto:a@example.com)'],
    [
      'links into other programs',
      '[p. 3](zotero://open-pdf/library/items/A?page=3&annotation=X) [b](obsidian://open?vault=v&file=f)',
    ],
    ['a citation', 'as shown [\\[1\\]](https://a.b/c), [x [1]](https://a.b/c)'],
    ['an image', '![alt](https://example.com/i.png)'],
    [
      'an image that is a link',
      '[![alt](https://example.com/i.png)](https://example.com/)\n\n- [![](https://example.com/i.png) words](https://example.com/)',
    ],
    ['a code span', 'call `std::sort<int>(a)` now'],
    ['a formula', 'where $e^{i\\pi} + 1 = 0$ holds'],
    ['a formula block', 'so\n$$\nx = 1\n$$\nand'],
    ['a list in a list', '- a\n  - b\n- c'],
    ['a numbered list', '1. a\n2. b'],
    ['code in a list', '- a\n\n  ```js\n  const x = 1;\n  ```'],
    ['a quote in a quote', '> a\n> > b'],
    ['a table', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
    ['code with its language', '```python\nprint("[[x]] %% <b>")\n```'],
    ['scripts of the world', '日本語の文。 العربية עברית हिन्दी ไทย 한국어 🙂👩‍👩‍👧'],
    ['references in prose', 'as shown [1], [sic] and (see C# or F#)'],
    ['escapes that are there', 'a \\* b \\_ c'],
    ['money', 'it costs 5$ a day'],
  ])('should keep it as it is when the passage is %s', (_what, text) => {
    expect(rendered(text)).toBe(text);
  });

  it.each([
    ['a command of Templater', 'a <% tp.x %> b', 'a &lt;% tp.x %> b'],
    ['a command of Templater in code', '`<% x %>`', '`< % x %>`'],
    ['an executing fence', '```dataviewjs\nx\n```', '```text\nx\n```'],
    [
      'a fence that a plugin typesets',
      '```LaTeX\nx\n```\n\n```svg\ny\n```',
      '```tex\nx\n```\n\n```xml\ny\n```',
    ],
    ['a fence with attributes', '~~~js {run}\nx\n~~~', '```js\nx\n```'],
    ['a fence that holds fences', '````md\n```js\n```\n````', '````md\n```js\n```\n````'],
    ['an unclosed fence', '```tasks\nx', '\\`\\`\\`tasks\nx'],
    ['an unclosed tilde fence', '~~~query\nx', '\\~~~query\nx'],
    ['a fence behind a quote mark', '> ```tasks\n> x\n> ```', '> ```text\n> x\n> ```'],
    ['an inline query', 'a `= this.x` b `$= dv` c', 'a \\`= this.x\\` b \\`\\$= dv\\` c'],
    [
      'a button or input',
      '`INPUT[text:x]` `BUTTON[y]` `button-z`',
      '\\`INPUT[text:x]\\` \\`BUTTON[y]\\` \\`button-z\\`',
    ],
    ['an inline field', 'key:: value [a:: b]', 'key:\\: value [a:\\: b]'],
    ['HTML', '<script>x</script> <!-- y --> 1 < 2', '&lt;script>x&lt;/script> &lt;!-- y --> 1 < 2'],
    ['an autolink', 'at <https://a.b/c>.', 'at https://a.b/c.'],
    [
      'a link with brackets in its address',
      'see [It](https://a.b/It_(film)_(score)).',
      'see [It](https://a.b/It_%28film%29_%28score%29).',
    ],
    [
      'a link of another scheme',
      '[x](javascript:alert(1)) [y](obsidian://advanced-uri?a=b) [z](Note.md)',
      '\\[x\\](javascript:alert(1)) \\[y\\](obsidian\\://advanced-uri?a=b) \\[z\\](Note.md)',
    ],
    [
      'a link that acts in this plugin',
      '[x](obsidian://florilegium/sync) obsidian://florilegium/sync [y](obsidian://florilegium/open?id=rw1)',
      '\\[x\\](obsidian\\://florilegium/sync) obsidian\\://florilegium/sync [y](obsidian://florilegium/open?id=rw1)',
    ],
    ['a wikilink or embed', '[[a]] ![[b]]', '\\[\\[a]] !\\[\\[b]]'],
    [
      'a citation that is a link',
      '[[1]](https://a.b/c), then [[12], [b [2]](https://a.b/d) [[^3]](https://a.b/e)',
      '[\\[1\\]](https://a.b/c), then \\[\\[12], [b [2]](https://a.b/d) [\\[\\^3\\]](https://a.b/e)',
    ],
    [
      'a citation that leads nowhere, or is an embed',
      '[[1]](javascript:x) ![[1]](https://a.b/c)',
      '\\[\\[1]\\](javascript:x) !\\[\\[1]\\](https://a.b/c)',
    ],
    ['a comment', 'a %% b %% c', 'a \\%\\% b \\%\\% c'],
    ['a tag', '#tag (#other) #12 a#b', '\\#tag (\\#other) #12 a#b'],
    ['code that ends in a backslash', '`=\\`<%`<b>`', '\\`=\\\\\\`&lt;%`<b>`'],
    ['a tag behind code with an address', '`https://a.example/b`#tag', '`https://a.example/b`\\#tag'],
    ['a heading', '# a\n## b', '\\# a\n\\## b'],
    ['an underlined heading', 'a\n---\nb\n===', 'a\n\\---\nb\n\\==='],
    ['an indented list', 'Of:\n\n  - a\n  - b\n    - c', 'Of:\n\n- a\n- b\n  - c'],
    ['a rule', '* * *\n___', '\\* * *\n\\___'],
    ['a task', '- [ ] a\n1. [x] b', '- \\[ ] a\n1. \\[x] b'],
    ['a task where a template writes the list', '[ ] a', '\\[ ] a'],
    ['a callout of an unusual name', '> [!1]\n[!é] x', '> \\[!1]\n\\[!é] x'],
    ['a tag behind emphasis of two lines', '~~a\nhttps://b.c/~~#d', '~~a\nhttps://b.c/~~\\#d'],
    ['a tag behind a sign', '=#a (https://b.c)#d', '=\\#a (https://b.c)\\#d'],
    [
      'a tag behind an emphasized address',
      '*https://b.c/#d*#a _e https://b.c_#a',
      '*https://b.c/#d*\\#a _e https://b.c_\\#a',
    ],
    ['a callout', '> [!danger]- x', '> \\[!danger]- x'],
    ['a callout like a link', '[!note](https://b.c)\n[![a] x', '\\[!note\\](https://b.c)\n\\[![a] x'],
    [
      'a callout like an image that is a link',
      '[![a](Note.md)](https://b.c)',
      '\\[!\\[a\\](Note.md)\\](https://b.c)',
    ],
    ['a footnote', 'a[^1] b^[c]\n\n[^1]: d', 'a\\[^1] b\\^[c]\n\n\\[^1\\]: d'],
    ['a link definition', '[a]: https://b.c', '[a\\]: https://b.c'],
    ['an anchor', 'a ^rw123\n^rd4 ', 'a \\^rw123\n\\^rd4'],
    ['an anchor in code', '```\na ^rw123\n```', '```\na ^ rw123\n```'],
    ['an anchor behind a quote mark in code', '```\n>^rw123\n```', '```\n>^ rw123\n```'],
    ['a trailer', '%% florilegium {} %%', '\\%\\% florilegium {} \\%\\%'],
    ['a trailer in code', '```\n%% florilegium\n```', '```\n% % florilegium\n```'],
    ['an unbalanced formula', '$$\nx', '\\$\\$\nx'],
    ['a formula that is a rule elsewhere', '$$\n- - -\n$$', '\\$\\$\n\\- - -\n\\$\\$'],
    ['an address in an address', '<https://a.b/#cfile:///etc>', 'https://a.b/#cfile%3A///etc'],
    ['an archived address', '<https://a.b/https://c.d>', 'https://a.b/https://c.d'],
    ['a formula that is a task elsewhere', '$$\n- 1) [ ] x\n$$', '\\$\\$\n- 1) \\[ ] x\n\\$\\$'],
    ['a formula that is code in a list elsewhere', '$$\n+ ~~~tasks\n$$', '\\$\\$\n+ \\~~~tasks\n\\$\\$'],
    ['a task with a backslash', '[\\\\]\tx', '\\[\\\\]\tx'],
    ['a formula that links', '$\\href{x}{y}$', '\\$\\href{x}{y}\\$'],
    ['a comparison in a formula', '$a<b$', '$a\\lt b$'],
    ['a formula that ends in a comparison', '$a<$ $b$', '\\$a<$ $b$'],
    ['a task before a line break', '[]]\\\nb', '\\[]]\\\nb'],
    ['sums of money', '$5 and $10', '\\$5 and \\$10'],
    ['line breaks of every kind', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
    ['controls and overrides', 'a\u0000b\u202ec\u2066d\ufeff', 'abcd'],
    ['a command behind a removed control', '<\u0000% x', '&lt;% x'],
    ['half a pair', 'a\ud83d', 'a\ufffd'],
    ['indented as code', '    a\n\tb', 'a\nb'],
    ['verse', '    Tyger\n  burning\n bright', '\u00a0\u00a0\u00a0Tyger\nburning\nbright'],
    ['bold and italic HTML', '<b>a</b> <STRONG>b</STRONG> <i>c</i> <em> d </em>', '**a** **b** *c*  *d*'],
    ['HTML in HTML', '<b>a <i>b</i></b> <s>c</s> <del>d</del> <mark>e</mark>', '**a *b*** ~~c~~ ~~d~~ ==e=='],
    ['raised and underlined HTML', '10<sup>6</sup> H<sub>2</sub>O 1<sup>st</sup> <u>a</u>', '10⁶ H₂O 1st a'],
    ['code in HTML', 'a <code>[[b]] <i></code> c', 'a `[[b]] <i>` c'],
    ['line breaks in HTML', 'a<br>b<br/>- c<br />', 'a\nb\n\\- c'],
    ['a line break in a table', '| a<br>b | c |\n| --- | --- |', '| a b | c |\n| --- | --- |'],
    ['HTML in code', '`<b>a</b>`', '`<b>a</b>`'],
    ['HTML that is not closed', 'a <b>c', 'a &lt;b>c'],
    ['HTML beside words and signs', 'a<b>“b”</b>c <b>a</b><i>b</i>', 'a“b”c ab'],
    ['a link that HTML hides', '[a]<u>(javascript:b)</u>', '\\[a\\](javascript:b)'],
    ['a field that HTML hides', 'key:<u>:</u> v <u>[</u>[a]]', 'key:\\: v \\[\\[a]]'],
    ['an underline that HTML hides', 'a\n<u>=</u>\n<mark>=</mark>', 'a\n\\=\n\\====='],
    ['a task that HTML hides', '<u>- [ ] a</u>\n\n- <br>', '\\- [ ] a\n\n\\-'],
    [
      'a program without a fence',
      'def f(x):\n    if x:\n        return 1\n\treturn 2\n  # end',
      'def f(x):\n\u00a0\u00a0\u00a0\u00a0if x:\n\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0return 1\n\u00a0\u00a0\u00a0\u00a0return 2\n\u00a0\u00a0\\# end',
    ],
    ['a program in a quote, indented as a whole', '>   a:\n>       b', '> a:\n> \u00a0\u00a0\u00a0\u00a0b'],
    ['a line far to the right', `a\n${' '.repeat(99)}b`, `a\n${'\u00a0'.repeat(20)}b`],
    ['a number in the middle of a paragraph', 'in the year\n1984. It was', 'in the year\n1984\\. It was'],
    ['a backslash at the end', 'a \\', 'a \\\\'],
    ['many blank lines', '\n\na\n\n\n \n\nb\n\n', 'a\n\nb'],
  ])('should make it inert when the passage holds %s (I10)', (_what, text, expected) => {
    expect(rendered(text)).toBe(expected);
  });

  it.each([
    ['code that begins a list entry', '- ```js\n  x\n  ```'],
    ['code deep in a list', '10) a\n\n    ```\n    x\n\n\n    y\n    ```'],
    ['code with tabs in a list', '- a\n\n  ```\n  \tx\n  ```'],
    ['an address with a part', 'https://example.com/wiki/A_(b)#c and https://example.com/-#d'],
    ['characters by their numbers', 'it&#8217;s &#x2014;'],
  ])('should keep it as it is, and open nothing behind it, when the passage is %s', (_what, text) => {
    expect(settledText(passageText(text))).toBe(text);
  });

  it.each(['| a | b |\n|---|---|\n| 1 | 2 |', 'a | b\n-- | --\n1 | 2', '|a|\n|:-:|'])(
    'should begin and end a table in lines of its own when text is around it: %j',
    (table) => {
      expect(settle(`Note: ${passageText(table)} end`)).toBe(`Note:\n\n${table}\n\n end`);
      expect(settle(`Note: ${passageText(`One.\n\n${table}`)} end`)).toBe(`Note: One.\n\n${table}\n\n end`);
      expect(settle(`Note: ${passageText(`${table}\n\nOne.`)} end`)).toBe(`Note:\n\n${table}\n\nOne. end`);
    },
  );

  it('should stand on lines of its own when a template writes text around block markdown', () => {
    expect(settle(`Note: ${passageText('```js\nx\n```')} end`)).toBe('Note:\n\n```js\nx\n```\n\n end');
  });

  it('should keep headings when it is the note of a document', () => {
    expect(settle(passageText('# a\n## b #c\nd', 'document-note'))).toBe('## a\n## b \\#c\nd');
    expect(settle(passageText('a\n# b\n2. ```\n   c\n   ```', 'document-note'))).toBe(
      'a\n## b\n2. ```\n   c\n   ```',
    );
  });
});
