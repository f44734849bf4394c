import { builtInStyles } from '../../../src/notes/template/built-in-templates';
import { noteVersion, splitNote } from '../../../src/notes/note/note';
import type { ItemHighlight } from '../../../src/model/model';
import { readableText, readNote, type Part } from '../../support/note-reader/read-note';
import { compiled } from '../../model/compiled';
import { sampleBook, sampleHighlight, sampleItem } from '../../model/sample-item';

const ANCHOR = 'rw1';

const TEXTS: Readonly<Record<string, string>> = {
  paragraph: 'Such are thy habitual thoughts.',
  verse: 'Such are thy\nhabitual thoughts.',
  'two paragraphs': 'Such are thy habitual thoughts.\n\nThe soul is dyed by them.',
  list: 'Two things:\n\n- thoughts\n- habits',
  quote: '> Such are thy\n\nhabitual thoughts.',
  code: '```\nthoughts();\n```',
};
const NOTES: Readonly<Record<string, string>> = {
  none: '',
  one: 'Mine.',
  several: 'Mine.\n\nAnd more of mine.',
  heading: '.h2',
  question: '.qa What?\nMine.',
};

const templates = Object.entries(builtInStyles).map(([name, source]) => ({
  name,
  template: compiled(source),
}));

const highlights = Object.entries(TEXTS).flatMap(([text, words]) =>
  Object.entries(NOTES).flatMap(([note, own]) =>
    [[], ['gift']].map((tags): readonly [string, ItemHighlight] => [
      `${text}, note: ${note}, tags: ${tags.join()}`,
      sampleHighlight({ anchor: ANCHOR, text: words, note: own, tags, location: 7, locationType: 'page' }),
    ]),
  ),
);

/** What an embed of the anchor shows: the block that ends in it, or the one above an anchor alone. */
function embedded(body: string): string {
  const blocks: readonly Part[] = readNote(body, 'no formulas').parts;
  const texts = blocks.map(readableText);
  const at = texts.findIndex((text) => text.endsWith(`^${ANCHOR}`));
  return (texts[at] === `^${ANCHOR}` ? texts[at - 1] : texts[at]) ?? '';
}

const wordsOf = (text: string): readonly string[] => text.match(/\w+/g) ?? [];

describe('an embed of the anchor of a highlight', () => {
  it.each(templates.filter(({ name }) => name !== 'highlight'))(
    'should show the note under a heading that has one when the style is $name',
    async ({ template }) => {
      const heading = sampleHighlight({ anchor: ANCHOR, text: 'On habit', note: '.h2 Mine.\n\nAnd more.' });
      const item = sampleItem({ book: sampleBook({ title: 'A title' }), highlights: [heading] });
      const { body } = splitNote(noteVersion({ item, rendered: await template.render(item) }).text);
      expect(body).toContain('## On habit\n\n**Note:** Mine.\n\nAnd more. ^rw1');
      expect(embedded(body)).toContain('And more.');
    },
  );

  it.each(templates)('should show the whole passage when the style is $name', async ({ template }) => {
    const missing: string[] = [];
    for (const [name, highlight] of highlights) {
      const before = sampleHighlight({ anchor: 'rw0', text: 'Before it.' });
      const item = sampleItem({ book: sampleBook({ title: 'A title' }), highlights: [before, highlight] });
      const { body } = splitNote(noteVersion({ item, rendered: await template.render(item) }).text);
      const shown = embedded(body);
      const isWhole = wordsOf(highlight.text).every((word) => shown.includes(word));
      if (!isWhole) missing.push(`${name}\n${body}`);
    }
    expect(missing.join('\n\n')).toBe('');
  });
});
