import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hintForForeign } from '../../../src/notes/template/foreign-fields';
import { HIGHLIGHT_FIELDS, ITEM_FIELDS } from '../../../src/notes/template/item-fields';

const PAGE = readFileSync(join(__dirname, '../../../docs/start.md'), 'utf8');

const HEADER = { own: ITEM_FIELDS, item: [] };
const HIGHLIGHT = { own: [...HIGHLIGHT_FIELDS, 'item'], item: ITEM_FIELDS };

const codesIn = (cell = ''): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** The rows of the table under these words: our fields, and what they are called elsewhere. */
function rowsUnder(words: string) {
  const [, table = ''] = PAGE.split(words);
  const [rows = ''] = table.trimStart().split('\n\n');
  return rows.split('\n').map((row) => {
    const [, ours, ...others] = row.split('|');
    return { ours: codesIn(ours), others: others.flatMap(codesIn) };
  });
}

describe('a field of another plugin', () => {
  it.each([
    { words: 'Fields of the item:', known: HEADER },
    { words: 'Fields of a highlight:', known: HIGHLIGHT },
  ])('should be answered by ours where the page names both, under $words', ({ words, known }) => {
    const foreign = rowsUnder(words).flatMap(({ ours, others }) => others.map((name) => ({ ours, name })));
    expect(foreign.length).toBeGreaterThan(10);
    for (const { ours, name } of foreign) {
      if (known.own.includes(name)) continue;
      const hint = hintForForeign(name, known);
      expect(ours).toContain(`{{${hint?.ours ?? ''}}}`);
    }
  });

  it('should be answered in the other part of the template, too', () => {
    expect(hintForForeign('image_url', HIGHLIGHT)).toEqual({ ours: 'item.cover' });
    expect(hintForForeign('published_date', HIGHLIGHT)).toEqual({ ours: 'date item.published' });
    expect(hintForForeign('highlight_text', HEADER)).toEqual({ other: 'text' });
    expect(hintForForeign('titel', HEADER)).toBeNull();
  });

  it('should have no answer where ours is not known', () => {
    expect(hintForForeign('image_url', { own: ['title'], item: [] })).toBeNull();
  });
});
