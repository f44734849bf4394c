import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainPath } from '../../../src/notes/names/naming';
import { composeNote, noteVersion, splitNote } from '../../../src/notes/note/note';
import { builtInParts, builtInStyles } from '../../../src/notes/template/built-in-templates';
import { HIGHLIGHT_FIELDS, ITEM_FIELDS } from '../../../src/notes/template/item-fields';
import { HELPERS } from '../../../src/notes/template/helpers';
import { compileNames, NAME_FIELDS, type NameTemplates } from '../../../src/notes/template/name-template';
import { compiled, warningsOf } from '../../model/compiled';
import { sampleBook, sampleDocument, sampleHighlight, sampleItem } from '../../model/sample-item';

const doc = readFileSync(join(__dirname, '../../../docs/templates.md'), 'utf8');
const sectionOf = (heading: string): string =>
  new RegExp(`\\n##+ ${heading}\\n([^]*?)(?=\\n## |$)`).exec(doc)?.[1] ?? '';
const codeIn = (text: string): readonly string[] =>
  [...text.matchAll(/```\n([^]*?)\n```/g)].map(([, code = '']) => code);

const item = sampleItem({
  notes: { whole: 'Readwise/Books/On the Shortness of Life.md', fullText: '' },
  book: sampleBook({
    title: 'On the Shortness of Life',
    author: 'Seneca and Gareth Williams',
    tags: ['Time', 'stoic writers'],
  }),
  document: sampleDocument({
    readingProgress: 0.42,
    publishedDate: '2026-03-09',
    summary: 'It is not that we have *little* time.',
  }),
  highlights: ['green', 'blue', 'green'].map((color, index) =>
    sampleHighlight({ anchor: `rw${String(index)}`, color }),
  ),
});

/** Rows of the helper tables: an example and what it gives. */
const examples = [...sectionOf('Helpers').matchAll(/^\|[^\n]*?\| `(\{\{.*?\}\})` \| `(.*?)` \|$/gm)].map(
  ([, template = '', gives = '']) => ({
    template: template.replaceAll('\\|', '|'),
    gives: gives.replaceAll('⏎', '\n').replaceAll('\\|', '|'),
  }),
);

/** The names in the first column of a table of fields. */
const namedIn = (heading: string): readonly string[] =>
  [...sectionOf(heading).matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );

describe('docs/templates.md', () => {
  it('should show the note that its first template makes', async () => {
    const [source = '', note = ''] = codeIn(doc);
    const shown = sampleItem({
      book: item.book,
      document: { ...sampleDocument({ publishedDate: '2026-03-09' }), id: '' },
      highlights: [
        sampleHighlight({
          anchor: 'rw512',
          text: 'It is not that we have *little* time, but that we waste much.',
          note: 'Compare Thoreau.',
          tags: ['life'],
        }),
      ],
    });
    const text = composeNote(
      noteVersion({ item: shown, rendered: await compiled(source).render(shown) }),
      'x',
    );
    const { yaml, body } = splitNote(text);
    expect(`---\n${(yaml ?? '').replace(/^reader-id:.*\n/m, '')}---\n${body.trimEnd()}`).toBe(note);
    expect(warningsOf(source)).toEqual([]);
  });

  it.each(examples)('should give what the page says when a template holds $template', async (example) => {
    expect((await compiled(`${example.template}\n%% highlight %%\n`).render(item)).header).toBe(
      example.gives,
    );
  });

  it('should show an example of every helper when a helper is added', () => {
    const called = examples.map(({ template }) => template).join(' ');
    const missing = [...HELPERS.keys()].filter((name) => !new RegExp(`[{(#]${name}[ }]`).test(called));
    expect(missing).toEqual([]);
  });

  it('should name every field, style and part when one is added', () => {
    expect([...namedIn('Fields of an item')].sort()).toEqual([...ITEM_FIELDS].sort());
    expect([...namedIn('Fields of a highlight')].sort()).toEqual([...HIGHLIGHT_FIELDS].sort());
    const [, table = ''] = /\n## Styles\n\n([^]*?)\n\n/.exec(doc) ?? [];
    expect([...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual(
      Object.keys(builtInStyles),
    );
    const parts = sectionOf('Styles');
    for (const name of builtInParts.keys()) expect(parts).toContain(`\`${name}\``);
  });

  it('should have no helper that hides a field when both are named', () => {
    expect([...ITEM_FIELDS, ...HIGHLIGHT_FIELDS].filter((name) => HELPERS.has(name))).toEqual([]);
  });

  const [chapters = '', zotero = '', dataview = ''] = codeIn(
    doc.slice(doc.indexOf('## Three recipes'), doc.indexOf('## Styles')),
  );
  const read = sampleItem({
    ...item,
    highlights: [
      sampleHighlight({ anchor: 'rw1', text: 'First.' }),
      sampleHighlight({ anchor: 'rw2', text: 'On time', note: '.h1', tags: ['h1'] }),
      sampleHighlight({
        anchor: 'rw3',
        text: 'Second.\n\nThird.',
        note: 'Mine.',
        location: 7,
        locationType: 'page',
        color: 'blue',
        highlightedAt: '2026-03-09T08:00:00.000Z',
      }),
    ],
  });

  it('should list the highlights by chapter when a template is the first recipe', async () => {
    expect(warningsOf(chapters)).toEqual([]);
    expect((await compiled(chapters).render(read)).header).toBe(
      [
        '## Before the first chapter',
        '',
        '- First. [[#^rw1|⤵]]',
        '',
        '## On time',
        '',
        '- Second.',
        '',
        '  Third. [[#^rw3|⤵]]',
      ].join('\n'),
    );
  });

  it('should write what the other recipes say', async () => {
    expect([warningsOf(zotero), warningsOf(dataview)]).toEqual([[], []]);
    expect((await compiled(zotero).render(read)).blocks[2]?.text).toBe(
      '“Second.\n\nThird.” ([Page 7](https://readwise.io/open/1))\n\nMine.',
    );
    expect((await compiled(dataview).render(read)).blocks[2]?.text).toBe(
      '- Second.\n\n  Third.\n  - [color:: blue] [page:: 7] [highlighted:: 2026-03-09]',
    );
  });

  it('should make the properties that it shows', async () => {
    const [source = ''] = codeIn(sectionOf('Properties'));
    expect((await compiled(`${source}\n\n%% highlight %%\n`).render(item)).properties).toEqual([
      ['authors', ['[[Seneca]]', '[[Gareth Williams]]']],
      ['aliases', ['On the Shortness of Life', 'Seneca, On the Shortness of Life']],
    ]);
  });

  const names = [
    ...sectionOf('Names of notes').matchAll(/^\| `naming\.(\w+)` \| `(.*)` \| `(.*)` \|$/gm),
  ].map(([, key = '', template = '', gives = '']) => ({ key, template, gives }));

  it.each(names)('should put the note where the page says when $key is $template', (row) => {
    const made = pathBy({ [row.key]: row.template });
    const isFolder = row.key === 'folder';
    expect(made).toBe(
      isFolder ? `Readwise/${row.gives}/On the Shortness of Life.md` : `Readwise/Books/${row.gives}.md`,
    );
  });

  it('should name every field of names when one is added', () => {
    const [, told = ''] = /They can use (.*?)\. A slash/.exec(sectionOf('Names of notes')) ?? [];
    expect([...told.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual([...NAME_FIELDS].sort());
  });

  it('should show a name of each kind', () => {
    expect(names.map(({ key }) => key)).toEqual(['folder', 'fileName']);
  });
});

/** The path that a note gets by such templates of names. */
function pathBy(names: Partial<NameTemplates>): string {
  const compiledNames = compileNames(
    { folder: '{{kindFolder}}', fileName: '{{title}}', ...names },
    { root: 'Readwise' },
  );
  if (!compiledNames.ok) throw new Error(JSON.stringify(compiledNames.problems));
  return plainPath(compiledNames.place(item));
}
