import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { textBlock, type ExtraBlock } from '../../../src/notes/full-text/text-block';
import {
  builtInStyles,
  fullTextTemplate,
  type StyleName,
} from '../../../src/notes/template/built-in-templates';
import type { Item } from '../../../src/model/model';
import type { RenderedNote } from '../../../src/notes/template/template';
import { compiled } from '../../model/compiled';

const GOLDEN = join(__dirname, '../../golden');

/** The items that each style is shown with: those that differ in what they show. */
const SHOWN: Readonly<Record<StyleName, readonly string[]>> = {
  classic: [
    'article-rich',
    'article-actions',
    'book-actions',
    'book-bare',
    'book-document',
    'book-hostile',
    'pdf-wrapped',
    'podcast-rich',
    'tweet-rich',
    'video-rich',
  ],
  callouts: ['article-rich', 'book-actions', 'book-hostile-actions'],
  outline: ['article-rich', 'book-actions', 'book-hostile-actions'],
  official: ['article-rich', 'pdf-wrapped', 'book-actions', 'book-hostile-actions'],
  highlight: ['book-actions', 'book-hostile'],
};
const WITH_TEXT = ['article-rich', 'book-document', 'podcast-document'];

const PLACES = { whole: 'Readwise/The note.md', fullText: 'Readwise/Full text/The note.md' };

const itemOf = (name: string): Item =>
  JSON.parse(readFileSync(join(GOLDEN, 'items', `${name}.json`), 'utf8')) as Item;

/** A rendered note as a person reads it in a review: properties, header, then each block with its anchor. */
function readable({ properties, header, blocks }: RenderedNote): string {
  const lines = properties.map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const parts = [lines.join('\n'), header, ...blocks.map((block) => `${block.text}\n(${block.anchor})`)];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const joined = (notes: readonly RenderedNote[]): string => notes.map(readable).join('\n=====\n\n');

function expectGolden(path: string, note: string): void {
  const file = join(GOLDEN, path);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, note);
  }
  expect(note).toBe(readFileSync(file, 'utf8'));
}

/** The notes that a style makes of an item: one, or one for each highlight. */
async function notesOf(style: StyleName, item: Item): Promise<readonly RenderedNote[]> {
  const template = compiled(builtInStyles[style]);
  if (style !== 'highlight') return [await template.render(item)];
  return Promise.all(
    item.highlights.map((highlight) =>
      template.render({ ...item, notes: PLACES, noteTitle: 'A part', highlights: [highlight] }),
    ),
  );
}

const styled = Object.entries(SHOWN).flatMap(([style, names]) =>
  names.map((name) => [style as StyleName, name] as const),
);

/** A text with a chapter, the highlighted passages among other words, and a footnote. */
function textOf(item: Item, note: string | null): ExtraBlock[] {
  const passages = item.highlights.map(
    ({ text }, index) => `Some words before it.[^${String(index + 1)}] ${text}`,
  );
  const footnotes = item.highlights.map((_, index) => `[^${String(index + 1)}]: And some below it.`);
  const markdown = ['# A chapter', 'It begins with a *few* words.', ...passages, ...footnotes].join('\n\n');
  const block = textBlock({
    documentId: item.document?.id ?? '',
    title: item.document?.title ?? '',
    markdown,
    highlights: item.highlights,
    note,
  });
  return block === null ? [] : [block];
}

/**
 * The note of an item with its full text at its end, and the two notes where the text is in a file of its
 * own.
 */
async function notesWithText(item: Item): Promise<readonly RenderedNote[]> {
  const [note, linked] = [
    await compiled(builtInStyles.classic).render(item),
    await compiled(builtInStyles.classic).render({ ...item, notes: PLACES }),
  ];
  const file = await compiled(fullTextTemplate).render({ ...item, highlights: [], notes: PLACES });
  const whole = { ...note, blocks: [...note.blocks, ...textOf(item, null)] };
  return [whole, { ...linked, properties: [], blocks: [] }, { ...file, blocks: textOf(item, 'The note') }];
}

describe('the built-in styles', () => {
  it.each(styled)(
    'should write the very same note when the style is %s and the item is %s',
    async (style, name) => {
      expectGolden(`${style}/${name}.md`, joined(await notesOf(style, itemOf(name))));
    },
  );

  it.each(WITH_TEXT)('should hold the full text, marked and linked, when the item is %s', async (name) => {
    expectGolden(`full-text/${name}.md`, joined(await notesWithText(itemOf(name))));
  });

  it('should have no golden note and no item that no test reads', () => {
    const notes = readdirSync(GOLDEN, { recursive: true }).filter((path) => String(path).endsWith('.md'));
    const items = new Set([...styled.map(([, name]) => name), ...WITH_TEXT]);
    expect(notes).toHaveLength(styled.length + WITH_TEXT.length);
    expect(readdirSync(join(GOLDEN, 'items')).sort()).toEqual(
      [...items].map((name) => `${name}.json`).sort(),
    );
  });
});
