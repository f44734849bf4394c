import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { textBlock, type ExtraBlock } from '../../../src/notes/full-text/text-block';
import {
  builtInStyles,
  builtInTemplates,
  fullTextTemplate,
} from '../../../src/notes/template/built-in-templates';
import { ITEM_KINDS, kindOf, type Item, type ItemKind } from '../../../src/model/model';
import type { RenderedNote } from '../../../src/notes/template/template';
import { compiled } from '../../model/compiled';

const GOLDEN = join(__dirname, '../../core', '..', 'golden');

/** A rendered note as a person reads it in a review: properties, header, then each block with its anchor. */
function readable({ properties, header, blocks }: RenderedNote): string {
  const lines = properties.map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const parts = [lines.join('\n'), header, ...blocks.map((block) => `${block.text}\n(${block.anchor})`)];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function expectGolden(path: string, note: string): void {
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, note);
  }
  expect(note).toBe(readFileSync(path, 'utf8'));
}

const cases = readdirSync(GOLDEN).filter((name) => existsSync(join(GOLDEN, name, 'item.json')));
const itemOf = (name: string): Item =>
  JSON.parse(readFileSync(join(GOLDEN, name, 'item.json'), 'utf8')) as Item;

/** The notes that a style makes of an item: one, or one for each highlight. */
function notesOf(style: string, source: string, item: Item): string {
  const template = compiled(source);
  if (style !== 'highlight') return readable(template.render(item));
  return item.highlights
    .map((highlight) => readable(template.render({ ...item, highlights: [highlight] })))
    .join('\n=====\n\n');
}

describe('the built-in templates', () => {
  it.each(cases)('should write the very same note when the item is %s', (name) => {
    const item = itemOf(name);
    const kind = kindOf(item);
    expect(name.startsWith(kind)).toBe(true);
    expectGolden(join(GOLDEN, name, 'expected.md'), readable(compiled(builtInTemplates[kind]).render(item)));
  });
});

const styles = Object.entries(builtInStyles).filter(([style]) => style !== 'classic');
const highlighted = cases.filter((name) => itemOf(name).highlights.length > 0);
const styled = styles.flatMap(([style, sourceOf]) =>
  (style === 'highlight' ? highlighted : cases).map(
    (name): readonly [string, string, (kind: ItemKind) => string] => [style, name, sourceOf],
  ),
);

describe('the built-in styles', () => {
  it.each(styled)(
    'should write the very same note when the style is %s and the item is %s',
    (style, name, sourceOf) => {
      const item = itemOf(name);
      const kind = kindOf(item);
      expectGolden(join(GOLDEN, `${style}-${kind}`, `${name}.md`), notesOf(style, sourceOf(kind), item));
    },
  );

  it('should be the built-in template of the kind when the style is classic', () => {
    expect(builtInStyles.classic('video')).toBe(builtInTemplates.video);
  });
});

const PLACES = { whole: 'Readwise/The note.md', fullText: 'Readwise/Full text/The note.md' };

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
function notesWithText(item: Item): string {
  const [note, linked] = [
    compiled(builtInTemplates[kindOf(item)]).render(item),
    compiled(builtInTemplates[kindOf(item)]).render({ ...item, notes: PLACES }),
  ];
  const file = compiled(fullTextTemplate).render({ ...item, highlights: [], notes: PLACES });
  const whole = { ...note, blocks: [...note.blocks, ...textOf(item, null)] };
  return [whole, { ...linked, properties: [], blocks: [] }, { ...file, blocks: textOf(item, 'The note') }]
    .map(readable)
    .join('\n=====\n\n');
}

const documents = cases.filter((name) => itemOf(name).document !== null);

describe('the full texts', () => {
  it.each(documents)(
    'should stand in the very same notes, marked and linked, when the item is %s',
    (name) => {
      const item = itemOf(name);
      expectGolden(join(GOLDEN, `full-text-${kindOf(item)}`, `${name}.md`), notesWithText(item));
    },
  );
});

describe('the golden notes', () => {
  it('should show every style, and a full text, for every kind, with and without action tags', () => {
    const kinds = (names: readonly string[]) => new Set(names.map((name) => kindOf(itemOf(name))));
    const tagged = highlighted.filter((name) =>
      itemOf(name).highlights.some(({ note }) => /^\.(?:h\d|c\d|qa)\b/.test(note)),
    );
    const marked = documents.filter((name) => itemOf(name).highlights.length > 0);
    expect([kinds(cases), kinds(highlighted), kinds(tagged), kinds(marked)]).toEqual([
      new Set(ITEM_KINDS),
      new Set(ITEM_KINDS),
      new Set(ITEM_KINDS),
      new Set(ITEM_KINDS),
    ]);
  });
});
