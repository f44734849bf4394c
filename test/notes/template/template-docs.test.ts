import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileTemplate } from '../../../src/notes/template/compile';
import { highlightContext, itemContext } from '../../../src/notes/template/context';
import { HELPERS } from '../../../src/notes/template/helpers';
import { compiled } from '../../model/compiled';
import { sampleBook, sampleDocument, sampleHighlight, sampleItem } from '../../model/sample-item';

const doc = readFileSync(join(__dirname, '../../core', '..', '..', 'docs', 'templates.md'), 'utf8');

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
const examples = [...doc.matchAll(/^\|[^\n]*\| `(\{\{.*?\}\})` \| `(.*?)` \|$/gm)].map(
  ([, template = '', gives = '']) => ({
    template: template.replaceAll('\\|', '|'),
    gives: gives.replaceAll('⏎', '\n').replaceAll('\\|', '|'),
  }),
);

describe('docs/templates.md', () => {
  it.each(examples)(
    'should give what the page says when a template holds $template',
    ({ template, gives }) => {
      expect(compiled(`${template}\n%% highlight %%\n`).render(item).header).toBe(gives);
    },
  );

  it('should show an example of every helper when a helper is added', () => {
    const called = examples.map(({ template }) => template).join(' ');
    const missing = [...HELPERS.keys()].filter((name) => !new RegExp(`[{(#]${name}[ }]`).test(called));
    expect(missing).toEqual([]);
  });

  it('should name every field when a field is added', () => {
    const fields = itemContext(item);
    const [itemPart = '', highlightPart = ''] = doc
      .slice(doc.indexOf('## Fields of an item'))
      .split('## Fields of a highlight');
    const named = (part: string): readonly string[] =>
      [...(part.split('## Helpers')[0]?.matchAll(/^\| `(\w+)` \|/gm) ?? [])]
        .map(([, name = '']) => name)
        .sort();
    expect(named(itemPart)).toEqual(Object.keys(fields).sort());
    expect(named(highlightPart)).toEqual(
      Object.keys(highlightContext({ highlight: sampleHighlight(), index: 1, item: fields })).sort(),
    );
  });

  it('should have no helper that hides a field when both are named', () => {
    const fields = [
      ...Object.keys(itemContext(item)),
      ...Object.keys(highlightContext({ highlight: sampleHighlight(), index: 1, item: itemContext(item) })),
    ];
    expect(fields.filter((name) => HELPERS.has(name))).toEqual([]);
  });

  it('should compile when the template is the one the page begins with', () => {
    const [, file = ''] = /## The file\n\n```\n([^]*?)\n```/.exec(doc) ?? [];
    const note = compiled(file).render({ ...item, highlights: [sampleHighlight({ note: 'Mine.' })] });
    expect(note.properties).toEqual([
      ['title', 'On the Shortness of Life'],
      ['authors', ['Seneca', 'Gareth Williams']],
      ['published', '2026-03-09'],
    ]);
    expect(note.header).toBe('# On the Shortness of Life\n\nIt is not that we have *little* time.');
    expect(note.blocks).toEqual([{ anchor: 'rw1', text: '> A passage.\n\nMine.' }]);
  });

  it('should write the overview when the template is the one of the page', () => {
    const [, file = ''] = /## An overview of the highlights[^]*?```\n([^]*?)\n```/.exec(doc) ?? [];
    expect(compiled(file).render(item).header).toBe(
      [
        '## green',
        '',
        '- A passage. [[#^rw0|⤵]]',
        '- A passage. [[#^rw2|⤵]]',
        '',
        '## blue',
        '',
        '- A passage. [[#^rw1|⤵]]',
      ].join('\n'),
    );
  });

  it('should say of every field what it is and where it comes from', () => {
    const rows = [
      ...doc
        .slice(doc.indexOf('## Fields of an item'), doc.indexOf('## Helpers'))
        .matchAll(/^\| `(\w+)` \|(.*)\|(.*)\|$/gm),
    ];
    expect(rows.length).toBeGreaterThan(40);
    expect(
      rows
        .filter(([, , what = '', from = '']) => what.trim() === '' || from.trim() === '')
        .map(([, name]) => name),
    ).toEqual([]);
  });

  it('should write what it shows of partials when they are as on the page', () => {
    const [, byline = '', source = ''] =
      /## Partials\n[^]*?```\n([^]*?)```\n\n```\n([^]*?)```/.exec(doc) ?? [];
    const result = compileTemplate({
      name: 'mine.md',
      source,
      partials: { folder: 'T', files: [{ name: 'byline', text: byline }] },
    });
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    const note = result.template.render({ ...item, highlights: [sampleHighlight()] });
    expect(note.header).toBe('# On the Shortness of Life\n\n*By Seneca and Gareth Williams*');
    expect(note.blocks[0]?.text).toBe('A passage.\n\n*From a book by Seneca and Gareth Williams*');
  });
});
