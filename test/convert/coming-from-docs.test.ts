import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIALECTS, type TemplateLanguage } from '../../src/convert/fields';
import { header, highlight } from './converted';

const page = readFileSync(join(__dirname, '..', '..', 'docs', 'coming-from.md'), 'utf8');
const SECTIONS: readonly (readonly [title: string, from: TemplateLanguage])[] = [
  ['The official plugin', 'jinja'],
  ['Readwise Mirror and the older community plugin', 'nunjucks'],
  ['Omnivore', 'mustache'],
];

const rows = SECTIONS.flatMap(([title, from]) => {
  const section = page.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  const [item = '', own = ''] = section.split('For each highlight:');
  return [{ part: 'header', text: item } as const, { part: 'highlight', text: own } as const].flatMap(
    ({ part, text }) =>
      [...text.matchAll(/^\| (`[^|]*) \| (.*) \|$/gm)].flatMap(([, names = '', ours = '']) =>
        [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({
          from,
          part,
          name,
          ours: /^`(\{\{.*\}\})`/.exec(ours)?.[1] ?? null,
        })),
      ),
  );
});

describe('docs/coming-from.md', () => {
  it.each(rows.filter(({ ours }) => ours !== null))(
    'should be true when it says of $from that the $part has $name',
    ({ from, part, name, ours }) => {
      expect((part === 'header' ? header : highlight)(`{{ ${name} }}`, from)).toBe(ours);
    },
  );

  it.each(SECTIONS)('should name every field when it tells of %s', (_, from) => {
    const named = (part: string) =>
      rows
        .filter((row) => row.from === from && row.part === part)
        .map(({ name }) => name)
        .sort();
    expect(named('header')).toEqual([...DIALECTS[from].item.keys()].sort());
    expect(named('highlight')).toEqual([...DIALECTS[from].highlight.keys()].sort());
  });
});
