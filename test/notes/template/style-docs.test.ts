import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInStyles } from '../../../src/notes/template/built-in-templates';
import { bodyOf, noteVersion } from '../../../src/notes/note/note';
import { compiled } from '../../model/compiled';
import { sampleBook, sampleHighlight, sampleItem } from '../../model/sample-item';

const doc = readFileSync(join(__dirname, '../../core', '..', '..', 'docs', 'templates.md'), 'utf8');
const [, styles = ''] = /\n## Styles\n([^]*?)\n## /.exec(doc) ?? [];

/** The examples of the page: the style that each is of, and its blocks. */
const examples = [...styles.matchAll(/\n`(\w+)`[^\n]*\n\n```\n([^]*?)\n```/g)].map(
  ([, style = '', blocks = '']) => ({ style, blocks }),
);

const place = { locationType: 'page', serviceUrl: 'https://readwise.io/open/3' };
const heading = sampleHighlight({
  anchor: 'rw2',
  text: 'Why we argue',
  note: '.h2',
  location: 5,
  locationType: 'page',
  serviceUrl: 'https://readwise.io/open/2',
});
const passage = sampleHighlight({
  ...place,
  anchor: 'rw3',
  text: 'An argument is a gift.',
  note: 'Mine.',
  tags: ['gift'],
  color: 'green',
  location: 7,
});
const question = { ...passage, note: '.qa\nWhat is an argument?\nA gift.' };

describe('the styles in docs/templates.md', () => {
  it('should have a row for each when a style is added', () => {
    expect([...styles.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual(
      Object.keys(builtInStyles),
    );
  });

  it.each(examples)('should look as the page says when the style is $style', ({ style, blocks }) => {
    const [, sourceOf = () => ''] = Object.entries(builtInStyles).find(([name]) => name === style) ?? [];
    const highlights = style === 'study' ? [heading, question] : [passage];
    const item = sampleItem({
      book: sampleBook({ title: 'Thinking in Public', author: 'Ada Byron' }),
      highlights,
    });
    const version = noteVersion({ item, rendered: compiled(sourceOf('book')).render(item) });
    expect(bodyOf({ ...version.header, text: '' }, version.blocks)).toBe(blocks);
  });

  it('should show an example of each but classic when they are counted', () => {
    expect(examples.map(({ style }) => style)).toEqual(Object.keys(builtInStyles).slice(1));
  });
});
