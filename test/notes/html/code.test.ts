import { createHtmlConverter } from '../../../src/notes/html/html-to-markdown';
import { parseHtml } from '../../../pkg/parse-html';

const toMarkdown = createHtmlConverter(parseHtml);

const fenced = (text: string, language = ''): string => `\`\`\`${language}\n${text}\n\`\`\``;

const row = (...cells: readonly string[]): string => `<tr>${cells.join('')}</tr>`;

describe('code with numbers and lines', () => {
  it.each([
    [
      'a cell',
      '<td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span></pre></td>',
      '<td class="code"><pre>a();\n  b();</pre></td>',
    ],
    ['a cell without classes', '<td><pre>9\n10\n</pre></td>', '<td><pre>a();\n  b();\n</pre></td>'],
    [
      'boxes of a cell',
      '<td class="gutter"><div class="line number1">1</div><div class="line number2">2</div></td>',
      '<td class="code"><div class="container"><div class="line number1"><code>a</code><code>();</code></div>' +
        '<div class="line number2"><code>&nbsp;&nbsp;</code><code>b();</code></div></div></td>',
    ],
  ])('should keep only the code when its numbers stand in %s beside it', (_what, numbers, code) => {
    expect(toMarkdown(`<table>${row(numbers, code)}</table>`)).toBe(fenced('a();\n  b();'));
  });

  it.each([
    [
      'a table in code',
      '<pre><code><table><tr><td class="rouge-gutter gl"><pre class="lineno">1\n2\n</pre></td>' +
        '<td class="rouge-code"><pre>a();\n  b();\n</pre></td></tr></table></code></pre>',
    ],
    ['boxes', '<div class="gutter"><pre>1\n2</pre></div><div class="code"><pre>a();\n  b();</pre></div>'],
    [
      'a box after the code',
      '<pre>a();\n  b();</pre><div class="line-numbers-wrapper"><span>1</span><br><span>2</span><br></div>',
    ],
    ['a list', '<ul class="line-numbers"><li>1</li><li>2</li></ul><pre>a();\n  b();</pre>'],
    [
      'the lines',
      '<pre><span class="lineno">1</span>a();\n<span class="line"><span class="ln">2</span>  b();</span>\n</pre>',
    ],
  ])('should keep only the code when its numbers stand in %s', (_what, html) => {
    expect(toMarkdown(html)).toBe(fenced('a();\n  b();'));
  });

  it.each([
    [
      'a gist',
      '<td id="L1" class="blob-num" data-line-number="1"></td>',
      [
        '<td class="blob-code">a();</td>',
        '<td class="blob-code">\n</td>',
        '<td class="blob-code">  b();</td>',
      ],
    ],
    [
      'a change',
      '<td class="blob-num">7</td><td class="blob-num">8</td>',
      [
        '<td class="blob-code">a();</td>',
        '<td class="blob-code"></td>',
        '<td class="blob-code">&nbsp; b();</td>',
      ],
    ],
    [
      'pages of lines',
      '<th class="line-num"><a href="#L1">1</a></th>',
      [
        '<td class="line-code"><pre>a();\n</pre></td>',
        '<td class="line-code"><pre>\n</pre></td>',
        '<td class="line-code"><pre>  b();\n</pre></td>',
      ],
    ],
  ])(
    'should write one block when each row of a table is a line of code, as in %s',
    (_what, numbers, lines) => {
      const rows = lines.map((line) => row(numbers, line)).join('');
      expect(toMarkdown(`<table class="highlight">${rows}</table>`)).toBe(fenced('a();\n\n  b();'));
      const inCode = `<pre><code class="js"><table>${rows}</table></code></pre>`;
      expect(toMarkdown(inCode)).toBe(fenced('a();\n\n  b();'));
    },
  );

  it.each([
    [
      'boxes in a box',
      '<div class="highlight">\n <div class="line">a();</div>\n <div class="line"></div>\n <div class="line">&nbsp; b();</div></div>',
    ],
    [
      'boxes in code',
      '<code><div class="line">a();</div><div class="line"><br></div><div class="line">  b();</div></code>',
    ],
    ['boxes without classes in code', '<code><div>a();</div>\n<div></div>\n<div>  b();</div></code>'],
    ['boxes after a first line in code', '<code>a();<div><br></div><div>  b();</div></code>'],
    [
      'boxes in a block of code',
      '<pre><code><div class="line">a();</div><div class="line"></div><div class="line">  b();</div></code></pre>',
    ],
    [
      'lines in a block of code',
      '<pre><span class="line">a();</span><span class="line"></span><span class="line">  b();</span></pre>',
    ],
    [
      'lines shown as blocks',
      '<pre><span style="display:block">a();</span><br><span style="color:red; display: block">  b();</span></pre>',
    ],
    [
      'lines apart',
      '<pre><span class="line">a();</span>\n<span class="line"></span>\n<span class="line">  b();</span></pre>',
    ],
    ['a block in code', '<code><pre>a();\n\n  b();</pre></code>'],
  ])('should keep the lines when code stands in %s', (_what, html) => {
    expect(toMarkdown(html)).toBe(fenced('a();\n\n  b();'));
  });

  it('should keep the language and the caption when lines become a block of code', () => {
    expect(
      toMarkdown('<div class="highlight-source-js"><div class="line">a</div><div class="line">b</div></div>'),
    ).toBe(fenced('a\nb', 'js'));
    expect(toMarkdown('<code class="language-js"><div>a</div><div>b</div></code>')).toBe(
      fenced('a\nb', 'js'),
    );
    const table = '<table><caption>One</caption><tr><td class="code">a</td></tr></table>';
    expect(toMarkdown(table)).toBe(`One\n\n${fenced('a')}`);
  });

  it.each([
    [
      'data whose first column counts',
      `<table>${row('<td>1</td>', '<td>one</td>')}${row('<td>2</td>', '<td>two</td>')}</table>`,
      '|     |     |\n| --- | --- |\n| 1 | one |\n| 2 | two |',
    ],
    [
      'commands that are counted',
      `<table>${row('<td>1</td>', '<td><code>a</code></td>')}${row('<td>2</td>', '<td><code>b</code></td>')}</table>`,
      '|     |     |\n| --- | --- |\n| 1 | `a` |\n| 2 | `b` |',
    ],
    [
      'codes of countries',
      `<table>${row('<td>1</td>', '<td class="code">AD</td>')}${row('<td>2</td>', '<td class="code">AE</td>')}</table>`,
      '|     |     |\n| --- | --- |\n| 1 | AD |\n| 2 | AE |',
    ],
    [
      'what a program reads and writes',
      `<table>${row('<th>In</th>', '<th>Out</th>')}${row('<td><pre>1\n2</pre></td>', '<td><pre>2\n4</pre></td>')}</table>`,
      `In\n\nOut\n\n${fenced('1\n2')}\n\n${fenced('2\n4')}`,
    ],
    [
      'steps of code',
      `<table>${row('<td>1</td>', '<td><pre>a\nb</pre></td>')}</table>`,
      `1\n\n${fenced('a\nb')}`,
    ],
    [
      'numbers that are code',
      '<pre class="line-numbers"><code>1</code></pre><pre>a</pre>',
      `${fenced('1')}\n\n${fenced('a')}`,
    ],
    ['a number within a line', '<pre>at <span class="lineno">12</span>, end</pre>', fenced('at 12, end')],
    ['a marked passage', '<div class="highlight"><p>One</p><p>Two</p></div>', 'One\n\nTwo'],
    [
      'verse',
      '<div class="line-block"><div class="line">One</div><div class="line">Two</div></div>',
      'One\n\nTwo',
    ],
    ['code of one line', '<p>a</p><code><div>b</div></code>', 'a\n\n`b`'],
  ])('should keep numbers, tables and paragraphs when they are %s', (_what, html, markdown) => {
    expect(toMarkdown(html)).toBe(markdown);
  });
});
