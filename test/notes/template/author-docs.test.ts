import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainPath } from '../../../src/notes/names/naming';
import { compileNames, type NameTemplates } from '../../../src/notes/template/name-template';
import { compiled } from '../../model/compiled';
import { sampleBook, sampleDocument, sampleItem } from '../../model/sample-item';

const doc = readFileSync(join(__dirname, '../../core', '..', '..', 'docs', 'templates.md'), 'utf8');
const sectionOf = (heading: string): string =>
  new RegExp(`\\n## ${heading}\\n([^]*?)\\n## `).exec(doc)?.[1] ?? '';

const item = sampleItem({
  book: sampleBook({ title: 'On the Shortness of Life', author: 'Seneca and Gareth Williams' }),
  document: sampleDocument({ publishedDate: '2026-03-09' }),
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

describe('docs/templates.md on names and authors', () => {
  const rows = [...sectionOf('Names of notes').matchAll(/^\|(.*?)\| `(\{\{.*\}\}\)?)` \| `(.*)` \|$/gm)].map(
    ([, key = '', template = '', gives = '']) => ({ key: key.trim(), template, gives }),
  );
  const folders = rows.slice(
    0,
    rows.findIndex(({ key }) => key === '`naming.fileName`'),
  );

  it('should show templates of both', () => {
    expect([folders.length, rows.length - folders.length]).toEqual([2, 2]);
  });

  it.each(rows)('should put the note where the page says when the template is $template', (row) => {
    const isFolder = folders.includes(row);
    expect(pathBy(isFolder ? { folder: row.template } : { fileName: row.template })).toBe(
      isFolder ? `Readwise/${row.gives}/On the Shortness of Life.md` : `Readwise/Books/${row.gives}.md`,
    );
  });

  it('should leave the name of a link in a name', () => {
    expect(pathBy({ folder: '{{wikilink (first authors)}}', fileName: '{{wikilink author}}' })).toBe(
      'Readwise/Seneca/Seneca and Gareth Williams.md',
    );
  });

  it('should have links and aliases of authors as properties, as the page says', () => {
    const section = sectionOf('Authors as links and aliases');
    const [, source = ''] = /```\n([^]*?)\n```/.exec(section) ?? [];
    const said = [...section.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(
      ([, name = '', values = '']): [string, string[]] => [name, values.slice(1, -1).split('`, `')],
    );
    expect(said.map(([name]) => name)).toEqual(['authors', 'aliases']);
    expect(compiled(`${source}\n\n%% highlight %%\n`).render(item).properties).toEqual([
      ['title', 'On the Shortness of Life'],
      ...said,
    ]);
  });
});
