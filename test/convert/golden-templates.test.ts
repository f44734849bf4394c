import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TemplateLanguage } from '../../src/convert/fields';
import { compiled } from '../core/compiled';
import { sampleBook, sampleDocument, sampleHighlight, sampleItem } from '../core/sample-item';
import { converted } from './converted';

const GOLDEN = join(__dirname, 'golden');
const LANGUAGE: Readonly<Record<string, TemplateLanguage>> = {
  jinja: 'jinja',
  njk: 'nunjucks',
  mustache: 'mustache',
  handlebars: 'handlebars',
};

const item = sampleItem({
  book: sampleBook({
    id: '7',
    title: 'On Rivers: a Life',
    author: 'Ada Brook, Ben Stone',
    tags: ['slow time', 'water'],
    coverUrl: 'https://example.org/c.png',
    sourceUrl: 'https://example.org/rivers',
    documentNote: 'Read *again*.',
    serviceUrl: 'https://readwise.io/bookreview/7',
  }),
  document: sampleDocument({
    category: 'epub',
    publishedDate: '2026-03-09',
    savedAt: '2026-04-01T10:00:00Z',
    sourceUrl: 'https://example.org/rivers',
  }),
  highlights: [
    sampleHighlight({
      anchor: 'rw11',
      text: 'First *words*.\n\nAnd more.',
      note: 'Mine.',
      color: 'blue',
      tags: ['blue', 'deep water'],
      location: 12,
      locationType: 'page',
      highlightedAt: '2026-05-02T08:00:00Z',
      serviceUrl: 'https://readwise.io/open/11',
    }),
    sampleHighlight({
      anchor: 'rw12',
      text: 'Second.',
      location: 40,
      locationType: 'order',
      highlightedAt: '2026-05-03T08:00:00Z',
      serviceUrl: 'https://readwise.io/open/12',
    }),
  ],
});

/** The note that a template makes, as one text. */
function rendered(template: string): string {
  const { properties, header, blocks } = compiled(template).render(item);
  return `${[properties.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join('\n'), header, ...blocks.map(({ text, anchor }) => `${text}\n^${anchor}`)].join('\n\n')}\n`;
}

const cases = readdirSync(GOLDEN).map((name) => {
  const [file = ''] = readdirSync(join(GOLDEN, name)).filter((each) => each.startsWith('source.'));
  return { name, file, from: LANGUAGE[file.replace('source.', '')] ?? 'jinja' };
});

function expectGolden(file: string, text: string): void {
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, 'utf8'));
}

describe('converted templates', () => {
  it.each(cases)('should be the very same when the source is that of $name', ({ name, file, from }) => {
    const { text, warnings } = converted(readFileSync(join(GOLDEN, name, file), 'utf8'), from);
    expectGolden(join(GOLDEN, name, 'expected.hbs'), text);
    expectGolden(
      join(GOLDEN, name, 'warnings.txt'),
      warnings.map(({ line, column, message }) => `${String(line)}:${String(column)}: ${message}\n`).join(''),
    );
  });

  it.each(cases)('should make the very same note when the source is that of $name', ({ name }) => {
    expectGolden(
      join(GOLDEN, name, 'note.md'),
      rendered(readFileSync(join(GOLDEN, name, 'expected.hbs'), 'utf8')),
    );
  });
});
