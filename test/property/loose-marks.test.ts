import { SEED } from './runs';
import fc from 'fast-check';
import { hasContent } from '../../src/notes/note/loose-text';
import { textMark } from '../../src/notes/note/note';
import { NO_OWN_NOTES } from '../../src/notes/note/own-links';
import { amount } from '../support/amount';

const RUNS = {
  numRuns: amount('PROPERTY_RUNS', { quick: 1000, full: 50_000 }),
  seed: SEED,
};

const markOf = (markdown: string): string => textMark(markdown, NO_OWN_NOTES);

const LINES = [
  'one two',
  '> quote',
  '>',
  '> > deeper',
  '- item',
  '  - nested',
  '> - item',
  '',
  '```',
  '> ```',
  '~~~',
  '  code',
  '>   code',
  '## Heading',
  '| a | b |',
  '\\> no quote',
  '^rw1',
];

const text = fc
  .array(fc.constantFrom(...LINES), { minLength: 1, maxLength: 8 })
  .map((lines) => lines.join('\n'));

/** Formatters leave code as it is. */
const hasCode = (markdown: string): boolean => /```|~~~/.test(markdown);

function lineAt(markdown: string, at: number): string {
  const start = markdown.slice(0, at).lastIndexOf('\n') + 1;
  return markdown.slice(start).split('\n', 1).join('');
}

const FORMS: readonly ((text: string) => string)[] = [
  (markdown) => markdown.replaceAll('\n', '\n\n'),
  (markdown) => markdown.replace(/^> /gm, '>'),
  (markdown) => markdown.replace(/^(>+) ?/gm, '$1  '),
  (markdown) => markdown.replace(/^>$/gm, ''),
  (markdown) => markdown.replace(/^/gm, '   '),
  (markdown) => markdown.replace(/$/gm, '  '),
  (markdown) => markdown.replace(/^[ \t]+/gm, ''),
];

describe('the mark of a text', () => {
  it('should tell of each letter, level and mark that a person changes (I2)', () => {
    const written = fc.constantFrom('x', '>', '*', '_', '-', '#', '1', '`', '\\', '^');
    fc.assert(
      fc.property(text, fc.nat(), written, fc.boolean(), (markdown, pick, letter, isRemoved) => {
        const places = [...markdown.matchAll(/\S/g)].map(({ index }) => index);
        const at = places[pick % Math.max(places.length, 1)];
        if (at === undefined) return;
        const changed = `${markdown.slice(0, at)}${isRemoved ? '' : letter}${markdown.slice(isRemoved ? at + 1 : at)}`;
        // A quote mark without text shows nothing, and comes and goes with formatters.
        if (!hasContent(lineAt(markdown, at)) && !hasContent(lineAt(changed, at))) return;
        expect([changed, markOf(changed)]).not.toEqual([changed, markOf(markdown)]);
      }),
      RUNS,
    );
  });

  it('should not tell of blank lines, indentation and the spelling of quote marks (I4)', () => {
    fc.assert(
      fc.property(
        text.filter((markdown) => !hasCode(markdown)),
        fc.array(fc.constantFrom(...FORMS), { minLength: 1, maxLength: 4 }),
        (markdown, forms) => {
          const formatted = forms.reduce((now, form) => form(now), markdown);
          expect([formatted, markOf(formatted)]).toEqual([formatted, markOf(markdown)]);
        },
      ),
      RUNS,
    );
  });
});
