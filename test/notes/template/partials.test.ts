import { templateMistakeText } from '../../../src/messages/template-messages';
import type { RenderedNote, TemplateProblem } from '../../../src/notes/template/template';
import { compileTemplate } from '../../../src/notes/template/compile';
import { partialsCalledIn } from '../../../src/notes/template/template-file';
import { sampleBook, sampleHighlight, sampleItem } from '../../model/sample-item';

const FOLDER = 'Templates';
type Files = Readonly<Record<string, string>>;

const compile = (source: string, files: Files) =>
  compileTemplate({
    name: 'mine.md',
    source,
    partials: { folder: FOLDER, files: Object.entries(files).map(([name, text]) => ({ name, text })) },
  });

const ITEM = sampleItem({
  book: sampleBook({ title: 'T', author: 'A and B', tags: ['x', 'y'] }),
  highlights: [sampleHighlight({ text: 'Passage.', tags: ['p'] })],
});

async function noteOf(source: string, files: Files): Promise<RenderedNote> {
  const result = compile(source, files);
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 2));
  return result.template.render(ITEM);
}

const headerOf = async (header: string, files: Files): Promise<string> =>
  (await noteOf(`${header}\n%% highlight %%\n`, files)).header;
const blockOf = async (block: string, files: Files): Promise<string | undefined> =>
  (await noteOf(`\n%% highlight %%\n${block}`, files)).blocks[0]?.text;

function problemsOf(source: string, files: Files): readonly string[] {
  const result = compile(source, files);
  return result.ok
    ? []
    : result.problems.map(
        ({ template, line, column, mistake }: TemplateProblem) =>
          `${template}:${String(line)}:${String(column)} ${templateMistakeText(mistake)}`,
      );
}

describe('templates with partials', () => {
  it('should write a partial in the header and in the highlight, with what is given to it', async () => {
    const files = { byline: '_{{author}}_', 'parts/mark': '{{{sign}}} {{text}}' };
    expect(await headerOf('# {{title}}\n\n{{> byline}}\nend', files)).toBe('# T\n\n_A and B_\nend');
    expect(await blockOf('{{> "parts/mark" sign="-"}} {{> byline item}}', files)).toBe(
      '- Passage. _A and B_',
    );
  });

  it('should keep the line ends of the template whether or not a file ends with one', async () => {
    expect(await headerOf('a\n{{> p}}\nb', { p: 'p' })).toBe(await headerOf('a\n{{> p}}\nb', { p: 'p\r\n' }));
    expect(await headerOf('a\n{{> p}}\nb {{> p}} c', { p: 'p\n' })).toBe('a\np\nb p c');
    expect(await headerOf('a\n{{> p}}\nb', { p: '{{#if asin}}\nx\n{{/if}}' })).toBe('a\n\nb');
    expect(await headerOf('a\n{{> p}}\nb', { p: '' })).toBe('a\n\nb');
    expect(await headerOf('a\n{{> p ~}}\n b', { p: 'p\n' })).toBe('a\npb');
  });

  it('should leave out the properties of a partial, and the blank lines behind them', async () => {
    expect(await headerOf('a {{> p}}', { p: '---\ntags: [template]\n---\n\n{{title}}\n' })).toBe('a T');
  });

  it('should put the blanks before a tag before every line, of a passage too', async () => {
    const item = sampleItem({ highlights: [sampleHighlight({ text: '- one\n- two' })] });
    const result = compile('\n%% highlight %%\n- a\n  {{> p}}\nb', { p: '{{text}}\n' });
    expect(result.ok && (await result.template.render(item)).blocks[0]?.text).toBe(
      '- a\n  - one\n  - two\nb',
    );
  });

  it('should run nothing that is remote when it stands in a partial (I10)', async () => {
    const item = sampleItem({ book: sampleBook({ title: '*t* {{author}} <% x %>' }) });
    const result = compile('{{> p}}{{> q shown=title}}\n%% highlight %%\n', {
      p: '{{title}} ',
      q: '{{shown}}{{> p}}',
    });
    const title = '\\*t\\* {{author}} &lt;% x %>';
    expect(result.ok && (await result.template.render(item)).header).toBe(`${title} ${title}${title}`);
  });

  it('should refuse a partial in a property', () => {
    expect(problemsOf('---\na: "{{> p}}"\n---\n%% highlight %%\n', { p: 'x' })).toEqual([
      'mine.md:2:5 You can call partials only in the header and the highlight of a template.',
    ]);
  });

  it('should tell the file and the place of every mistake, those in partials behind the template’s own', () => {
    const files = {
      p: '---\na: b\n---\n{{titel}}\n{{uper title}} {{> q}}',
      q: '{{#if title}}\n',
      'sub/r': 'x\n{{progress}}',
    };
    expect(problemsOf('{{> p}}\n{{> nowhere}}\n{{titl}}\n%% highlight %%\n\n{{> sub/r}}', files)).toEqual([
      'mine.md:2:1 There is no partial "nowhere". Create the note Templates/nowhere.md, or correct the name.',
      'mine.md:3:3 There is no field "titl" here. Did you mean "title"?',
      'Templates/p.md:4:3 There is no field "titel" here. Did you mean "title"? (It is called in mine.md, line 1.)',
      'Templates/p.md:5:3 There is no helper "uper". Did you mean "upper"?',
      'Templates/q.md:1:4 The text ends before the block {{#if}} is closed with {{/if}}.',
      'Templates/sub/r.md:2:3 A highlight has no field "progress". For the item\'s, write item.progress. (It is called in mine.md, line 6.)',
    ]);
  });

  it.each([
    [
      'a partial is a whole template',
      '{{> p}}',
      { p: '{{title}}\n%% highlight %%\n{{text}}' },
      'Templates/p.md:2:1 A partial cannot have a line %% highlight %%. Call it in the part of the template that needs it.',
    ],
    [
      'the properties of a partial are not closed',
      '{{> p}}',
      { p: '---\na: b' },
      'Templates/p.md:1:1 The properties at the top are not closed. Add a line with only --- below them.',
    ],
    [
      'a partial gets two values',
      '{{> p title author}}',
      { p: 'x' },
      'mine.md:1:1 A partial takes one value. Write the others as name=value.',
    ],
    [
      'what is given to a partial is not known',
      '{{> p titel}}',
      { p: 'x' },
      'mine.md:1:7 There is no field "titel" here. Did you mean "title"?',
    ],
    [
      'a partial with a name of its own has another mistake',
      '{{> p shown=title}}',
      { p: '{{shown}}{{show}}' },
      'Templates/p.md:1:12 There is no field "show" here. Did you mean "shown"? (It is called in mine.md, line 1.)',
    ],
    [
      'a partial is called from outside',
      '{{> ../secret}}',
      {},
      'mine.md:1:1 There is no partial "../secret". Create the note Templates/../secret.md, or correct the name.',
    ],
  ])('should say so when %s', (_what, header, files, problem) => {
    expect(problemsOf(`${header}\n%% highlight %%\n`, files)).toEqual([problem]);
  });

  it('should tell a mistake once when the partial is called many times', () => {
    expect(problemsOf('{{> p}}{{> p}}\n%% highlight %%\n{{> p}}', { p: '{{uper index}}' })).toHaveLength(2);
  });

  it('should end in time when partials call one another a great many times', async () => {
    const levels = 40;
    const files = Object.fromEntries(
      Array.from({ length: levels }, (_, level) => [
        `p${String(level)}`,
        level === levels - 1
          ? 'x'
          : `{{#if asin}}{{> p${String(level + 1)}}}{{> p${String(level + 1)}}}{{/if}}`,
      ]),
    );
    expect(await headerOf('a{{> p0}}', files)).toBe('a');
  });

  it.each([
    ['itself', { p: 'a\n{{> p}}' }, ['Templates/p.md:2:1 "p"']],
    ['itself as the fallback of a block', { p: '{{#> p}}x{{/p}}' }, ['Templates/p.md:1:1 "p"']],
    [
      'itself by another',
      { p: '{{> q}}', q: 'b {{> p}}' },
      ['Templates/p.md:1:1 "p"', 'Templates/q.md:1:3 "q"'],
    ],
    [
      'another that includes itself',
      { p: '{{#if asin}}{{> q}}{{/if}}', q: '{{> q}}' },
      ['Templates/q.md:1:1 "q"'],
    ],
  ])('should refuse a partial when it includes %s without a condition', (_what, files, places) => {
    const expected = places.map((place) =>
      place.replace(
        /"(.*)"$/,
        'The partial "$1" includes itself here without end. Put the tag in an {{#if ...}}.',
      ),
    );
    expect(problemsOf('{{> p}}\n%% highlight %%\n', files)).toEqual(expected);
  });

  it('should take a partial that includes itself when a condition can end it', async () => {
    expect(await headerOf('{{> p tag="x"}}', { p: 'a{{#if tag}}{{> p tag=""}}{{/if}}' })).toBe('aa');
    expect(await headerOf('{{> p}}', { p: 'a{{#if asin}}{{> q}}{{/if}}', q: '{{> p}}' })).toBe('a');
  });
});

describe('partialsCalledIn', () => {
  it.each<readonly [string, string, 'template' | 'partial', readonly string[]]>([
    [
      'a template calls them in both parts',
      '---\na: b\n---\n{{> p}}{{#if a}}{{~> "q r"}}{{else}}{{> s/t.md}}{{/if}}\n%% highlight %%\n{{> p}}{{> u}}',
      'template',
      ['p', 'q r', 's/t', 'u'],
    ],
    ['a partial does', '---\na: b\n---\n{{> p}}', 'partial', ['p']],
    [
      'they are written but not called',
      '\\{{> p}} {{! {{> q}} }}{{{{raw}}}}{{> r}}{{{{/raw}}}}',
      'partial',
      [],
    ],
    ['only a value would tell', '{{> (lookup a b)}}{{> @partial-block}}', 'partial', []],
    ['one part cannot be read', '{{#if}}{{> p}}\n%% highlight %%\n{{> q}}', 'template', ['properties', 'q']],
    ['the file is not built as one', '---\n{{> p}}', 'template', []],
  ])('should name them when %s', (_what, text, file, names) => {
    expect(partialsCalledIn(text, file)).toEqual(names);
  });
});
