import * as fc from 'fast-check';
import { builtInStyles, marks } from '../../../src/notes/template/built-in-templates';
import type { Item } from '../../../src/model/model';
import { compiled, problemsOf } from '../../model/compiled';
import { hostileText } from '../../model/hostile-text';
import { sampleBook, sampleDocument, sampleHighlight, sampleItem } from '../../model/sample-item';

const PART = '\n%% highlight %%\n';

const propertiesOf = async (yaml: string, item: Item) =>
  Object.fromEntries((await compiled(`---\n${yaml}\n---${PART}`).render(item)).properties);

const hostileItem = (): fc.Arbitrary<Item> =>
  fc
    .record({
      text: hostileText(),
      title: hostileText(),
      author: hostileText(),
      tag: hostileText(),
      url: hostileText(),
      color: hostileText(),
    })
    .map((given) =>
      sampleItem({
        book: sampleBook({
          title: given.title,
          author: given.author,
          tags: [given.tag],
          coverUrl: given.url,
          summary: given.text,
          documentNote: given.author,
        }),
        document: sampleDocument({
          sourceUrl: `https://x/${given.url}`,
          siteName: given.color,
          publishedDate: '2026-01-31',
          readingProgress: Number.NaN,
        }),
        highlights: [
          sampleHighlight({
            text: given.text,
            note: given.title,
            tags: [given.tag],
            color: given.color,
            location: 61,
            locationType: 'time_offset',
            url: given.url,
          }),
          sampleHighlight({
            anchor: 'rw2',
            text: given.author,
            note: given.text,
            locationType: 'page',
            location: 3,
            highlightedAt: '2026-02-01T00:00:00.000Z',
          }),
        ],
      }),
    );

describe('compileTemplate', () => {
  it('should tell every problem with its place in the file when there are many', () => {
    const source = [
      '---',
      'title: "{{titel}}"',
      'reader-id: x',
      'n: { value: "{{upper}}", type: numbr }',
      '---',
      '# {{uper title}}',
      '{{#title}}x{{/title}}',
      '%% highlight %%',
      'a {{> part}} {{tex}}',
      '{{progress}} {{item.titl}}',
      '{{date item.published "yyyy on"}}',
    ].join('\n');
    expect(problemsOf(source)).toEqual([
      {
        severity: 'error',
        template: 'test.md',
        line: 2,
        column: 11,
        message: 'There is no field "titel" here. Did you mean "title"?',
      },
      {
        severity: 'error',
        template: 'test.md',
        line: 3,
        column: 1,
        message: 'Florilegium uses the property "reader-id" itself. Choose another name.',
      },
      {
        severity: 'error',
        template: 'test.md',
        line: 4,
        column: 4,
        message:
          'The type must be one of text, list, number, checkbox, date, datetime, tags. Did you mean "number"?',
      },
      {
        severity: 'error',
        template: 'test.md',
        line: 6,
        column: 5,
        message: 'There is no helper "uper". Did you mean "upper"?',
      },
      {
        severity: 'error',
        template: 'test.md',
        line: 9,
        column: 3,
        message: 'There is no partial "part". Create the note part.md, or correct the name.',
      },
      {
        severity: 'error',
        template: 'test.md',
        line: 9,
        column: 16,
        message: 'There is no field "tex" here. Did you mean "text"?',
      },
      {
        severity: 'error',
        template: 'test.md',
        line: 10,
        column: 3,
        message: 'A highlight has no field "progress". For the item\'s, write item.progress.',
      },
      {
        severity: 'error',
        template: 'test.md',
        line: 10,
        column: 16,
        message: 'An item has no field "titl". Did you mean "title"?',
      },
      {
        severity: 'error',
        template: 'test.md',
        line: 11,
        column: 23,
        message:
          'This date format does not work: Format string contains an unescaped latin alphabet character `o`.',
      },
    ]);
  });

  it.each([
    ['a block closed by another', `{{#if title}}{{/unless}}${PART}`, 1, '{{#if}} is closed by {{/unless}}.'],
    [
      'no highlight part',
      'only a header',
      1,
      'Add a line with only %% highlight %%. The text below it is written for each highlight.',
    ],
    ['two highlight parts', `a${PART}b${PART}c`, 4, 'There can be only one line %% highlight %%.'],
    [
      'open properties',
      '---\ntitle: x',
      1,
      'The properties at the top are not closed. Add a line with only --- below them.',
    ],
    [
      'an expression without quotes',
      `---\na: b\ntitle: {{title}}\n---${PART}`,
      3,
      'Put the expression in quotes: title: "{{...}}".',
    ],
    [
      'a block helper written inline',
      `{{if title}}${PART}`,
      1,
      '"if" is a block: write {{#if ...}}...{{/if}}.',
    ],
    [
      'an inline helper written as block',
      `{{#upper title}}x{{/upper}}${PART}`,
      1,
      '"upper" is not a block: write {{upper ...}}.',
    ],
    ['too few values', `{{eq title}}${PART}`, 1, '"eq" takes 2 values, not 1.'],
    ['a tag cut short', `x\ny {{ title ${PART}`, 2, 'The text ends before a {{tag}} is closed with }}.'],
    [
      'a character that means nothing',
      `{{ title ; }}${PART}`,
      1,
      'This is not part of a {{tag}}: is a closing }} missing?',
    ],
    ['an empty tag', `x\n{{}}${PART}`, 2, 'The tag ends too early: a name, a quote or a ) is missing.'],
    ['a block that was not opened', `x {{/if}}${PART}`, 1, 'This closes a block that was not opened.'],
    [
      'a comment without end',
      `a\n{{!-- b }}${PART}`,
      2,
      'A comment is not closed with --}}, or a raw block with its {{{{/name}}}}.',
    ],
    [
      'a section of no field',
      `{{#titel}}x{{/titel}}${PART}`,
      1,
      'There is no field "titel" here. Did you mean "title"?',
    ],
    [
      'a decorator',
      `{{* x}}${PART}`,
      1,
      'The only decorator is the block {{#*inline "name"}}...{{/inline}}.',
    ],
  ])('should say what is wrong and where when there is %s', (_what, source, line, message) => {
    expect(problemsOf(source)).toContainEqual(expect.objectContaining({ line, message }));
  });

  it.each([
    ['a block', `a\n\n  {{#if title}}\nb\n{{#if asin}}c{{/if}}\nd\n${PART}`, 3, 6, 'if'],
    ['a branch', `{{#if title}}b\n{{else if asin}}c\n{{else}}d\n${PART}`, 1, 4, 'if'],
    ['a block of a highlight', `${PART}\n{{#unless note}}\nb`, 4, 4, 'unless'],
  ])('should say where it begins when %s is not closed', (_what, source, line, column, name) => {
    const message = `The text ends before the block {{#${name}}} is closed with {{/${name}}}.`;
    expect(problemsOf(source)).toEqual([expect.objectContaining({ line, column, message })]);
  });

  it.each([
    ['{{join authors sep="; "}}', '"join" takes no "sep".'],
    ['{{number progress decimal=2}}', '"number" takes no "decimal". Did you mean "decimals"?'],
    ['{{#callout "tip" title folded="-"}}x{{/callout}}', '"callout" takes no "folded". Did you mean "fold"?'],
    ['{{upper (date published fromat="yyyy")}}', '"date" takes no "fromat". Did you mean "format"?'],
    ['{{#if title strict=true}}x{{/if}}', '"if" takes no "strict".'],
  ])('should say so when a helper is given a name that it does not know, as in %s', (call, message) => {
    expect(problemsOf(`a\n${call}${PART}`)).toEqual([expect.objectContaining({ line: 2, message })]);
  });

  it('should report broken YAML with its line when the properties cannot be read', () => {
    expect(problemsOf(`---\na: "x\nb: [1\n---${PART}`).length).toBeGreaterThan(0);
    expect(problemsOf(`---\na: x\na: y\n---${PART}`)).toEqual([
      expect.objectContaining({ line: 3, column: 1 }),
    ]);
  });

  it('should keep lists, numbers and booleans when a property is one expression alone', async () => {
    const item = sampleItem({
      book: sampleBook({ title: 'A *b* <% c', author: 'X and Y', tags: ['a b', 'A b', '1984'] }),
      highlights: [sampleHighlight({})],
    });
    expect(
      await propertiesOf(
        't: "{{title}}"\nl: "{{authors}}"\nn: "{{highlightCount}}"\nb: "{{eq 1 1}}"\nm: "{{title}}: {{authors}}"\ntags: "{{tags}}"\ne: "{{asin}}"\nk: fixed',
        item,
      ),
    ).toEqual({
      t: 'A *b* < % c',
      l: ['X', 'Y'],
      n: 1,
      b: true,
      m: 'A *b* < % c: X, Y',
      tags: ['a-b', 'y1984'],
      k: 'fixed',
    });
  });

  it('should turn values into the declared type when a property has one', async () => {
    const item = sampleItem({
      book: sampleBook({ author: 'X and Y' }),
      document: sampleDocument({ savedAt: '2026-01-31T09:08:07.000Z', readingProgress: 0.5 }),
    });
    const yaml = [
      'a: { value: "{{authors}}", type: text }',
      'b: { value: "{{author}}", type: list }',
      'c: { value: "{{progress}} ", type: number }',
      'd: { value: "{{saved}}", type: date }',
      'e: { value: "{{saved}}", type: datetime }',
      'f: { value: "{{published}}", type: date }',
      'g: { value: "no", type: checkbox }',
      'h: { value: "x y", type: tags }',
      'i: { value: "{{wikilink authors}}", type: list }',
      'j: { value: "{{title}}", type: number }',
    ].join('\n');
    expect(await propertiesOf(yaml, item)).toEqual({
      a: 'X, Y',
      b: ['X and Y'],
      c: 50,
      d: '2026-01-31',
      e: '2026-01-31T09:08:07',
      g: false,
      h: ['x-y'],
      i: ['[[X]]', '[[Y]]'],
    });
  });

  it.each([
    ['"a, b"', ['a', 'b']],
    ['"wide {{kind}}"', ['wide', 'book']],
    ['"{{authors}}"', ['X', 'Y']],
  ])('should make a list of the classes when cssclasses is %s', async (value, expected) => {
    const item = sampleItem({ book: sampleBook({ author: 'X and Y' }) });
    expect(await propertiesOf(`cssclasses: ${value}`, item)).toEqual({ cssclasses: expected });
  });

  it('should write passages as light markdown, raw output as it came and the rest escaped', async () => {
    const item = sampleItem({ book: sampleBook({ title: '*t*', summary: '*s* #x' }) });
    expect(
      (
        await compiled(`{{title}} {{{title}}} {{title.length}} {{summary}} {{upper summary}}${PART}`).render(
          item,
        )
      ).header,
    ).toBe('\\*t\\* *t* 3 *s* \\#x *S* \\#X');
  });

  it.each([
    ['Why **we** argue', '## Why **we** argue'],
    ['[Why](https://a.b/c) we\nargue', '## [Why](https://a.b/c) we argue'],
    ['`code` and $x$', '## `code` and $x$'],
    ['- [ ] #a [[b]] ^c', '## - [ ] \\#a \\[\\[b]] \\^c'],
    ['# Why', '## Why'],
    ['ends in \\', '## ends in \\\\'],
  ])('should keep the format of a passage in a heading when it is %j', async (text, expected) => {
    expect(
      (
        await compiled(`${PART}{{heading 2 text}}`).render(
          sampleItem({ highlights: [sampleHighlight({ text })] }),
        )
      ).blocks[0]?.text,
    ).toBe(expected);
  });

  it('should keep the lines of several values apart when they stand in one heading, link or title', async () => {
    const item = sampleItem({ highlights: [sampleHighlight({ text: 'One.\n\nTwo.', note: '- a\n- b' })] });
    const written = (
      await compiled(
        `${PART}{{heading 2 (join (list text note) " · ")}}\n\n{{link (join (list text note) " · ") url}}\n\n{{#callout "tip" (join (list text note) " · ")}}x{{/callout}}`,
      ).render(item)
    ).blocks[0]?.text;
    expect(written).toBe(
      '## One. Two. · - a - b\n\n[One. Two. · - a - b](https://readwise.io/open/1)\n\n> [!tip] One. Two. · - a - b\n> x',
    );
  });

  it('should see the item and the loop when it stands in a highlight', async () => {
    const item = sampleItem({
      book: sampleBook({ title: 'T' }),
      highlights: [sampleHighlight({ tags: ['a', 'b'] })],
    });
    const { blocks } = await compiled(
      `${PART}{{index}} {{item.title}} {{@root.anchor}} {{#each tags}}{{@index}}{{this}}{{../anchor}} {{/each}}`,
    ).render(item);
    expect(blocks).toEqual([{ anchor: 'rw1', text: '1 T rw1 0arw1 1brw1' }]);
  });

  it('should forge no anchor or trailer when a template writes text raw', async () => {
    const item = sampleItem({ book: sampleBook({ title: 'a %% florilegium x %% ^rw5' }) });
    expect((await compiled(`{{{title}}}${PART}`).render(item)).header).toBe(
      'a \\%\\% florilegium x %% \\^rw5',
    );
  });

  it('should close a fence and keep its blank lines when the template leaves it open', async () => {
    expect((await compiled(`a\n\n\n\n\`\`\`js\nb\n\n\n\nc${PART}`).render(sampleItem())).header).toBe(
      'a\n\n```js\nb\n\n\n\nc\n```',
    );
  });
});

describe('the built-in templates', () => {
  const templates = Object.entries(builtInStyles).map(([style, source]) => ({
    style,
    template: compiled(source),
  }));

  it.each(templates)(
    'should render any item without throwing and without running any of it when the style is $style (I10)',
    async ({ template }) => {
      await fc.assert(
        fc.asyncProperty(hostileItem(), async (item) => {
          const note = await template.render(item);
          for (const text of [note.header, ...note.blocks.map((block) => block.text)]) {
            expect(text).not.toMatch(/<%|[\ufdd0-\ufdd4]/);
            expect(text).toBe(text.replace(/^\n+|\s+$/g, ''));
            for (const line of text.split('\n')) expect(line).not.toMatch(/(^|\s)\^[A-Za-z0-9-]+\s*$/);
          }
          expect(JSON.stringify(note.properties)).not.toMatch(/<%|\\n/);
          expect(await template.render(item)).toEqual(note);
        }),
        { numRuns: 100 },
      );
    },
  );

  it('should write the same dates when the device is in another time zone (I8)', async () => {
    const item = sampleItem({
      document: sampleDocument({
        title: 'T',
        publishedDate: '2026-03-08',
        savedAt: '2026-03-08T02:30:00.000Z',
      }),
    });
    const template = compiled(
      `{{date saved "yyyy-MM-dd HH:mm:ss xxx, EEEE, 'week' I, 'day' c"}} {{date published "PPPP"}}${PART}`,
    );
    const before = process.env.TZ;
    const headers = new Set<string>();
    for (const zone of ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia']) {
      process.env.TZ = zone;
      headers.add((await template.render(item)).header);
    }
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
    expect(headers).toEqual(
      new Set(['2026-03-08 02:30:00 +00:00, Sunday, week 10, day 1 Sunday, March 8th, 2026']),
    );
  });

  it('should have marks of one line when the merge asks for them', () => {
    expect(marks.deletedHighlight).toBe('*Deleted in Readwise; kept because you edited it.*');
  });
});
