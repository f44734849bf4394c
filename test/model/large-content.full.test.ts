import { mergedNote } from '../support/merged-note';
import { setTimeout as turn } from 'node:timers/promises';
import { markPassages } from '../../src/notes/full-text/mark-passages';
import { normalizeText } from '../../src/model/hash';
import { builtInStyles } from '../../src/notes/template/built-in-templates';
import { inlineMarkdown } from '../../src/notes/markdown/write-line';
import { linkTarget } from '../../src/notes/markdown/url';
import { safeFileName } from '../../src/notes/names/naming';
import { composeNote, noteVersion, type NoteVersion } from '../../src/notes/note/note';
import { linkedNames } from '../../src/notes/markdown/note-links';
import { obsidianTag } from '../../src/notes/template/property-value';
import { remoteImagesIn } from '../../src/notes/attachments/remote-images';
import { embeddedAnchors, type PlacedHighlight } from '../../src/features/daily/highlight-places';
import { daySection } from '../../src/features/daily/sections';
import { plainTextOfHtml } from '../../src/readwise/document-records';
import { compiled } from './compiled';
import { sampleBook, sampleHighlight, sampleItem } from './sample-item';
import { settledText } from '../../src/notes/template/settle';
import { passageText } from './passage-text';

// What takes time that grows with the square of the length takes minutes here, and the test's time limit ends
// it: the limit is heard only where a test waits, so each waits at its end.
const LONG = 1_000_000;
/** The largest book needs 20 s on two cores, and several times that where other suites run beside it. */
const LARGEST_BOOK_MS = 240_000;
const PIECES = [
  '[',
  '[[',
  '](',
  '`',
  '``` \n',
  '> ',
  '- ',
  '  - a\n',
  '$',
  '$$\n',
  '<',
  '<!--',
  '<script>',
  '![](',
  '[![a](https://b.c)',
  '^ ',
  '%',
  '\\',
  '=#',
  '://#',
  'https://a.b/(#',
  ' ',
  '\n',
  '\t',
  '&#',
  '::',
  '1. ',
  '| a |\n',
  '\ufdd0a\ufdd1',
  "''",
  'e\u0301',
  '.',
] as const;

describe('content of any size', () => {
  it.each(PIECES)(
    'should be read in time that grows with its length when it repeats %j (I12)',
    async (piece) => {
      const text = `x${piece.repeat(LONG / piece.length / 4)}`;
      const passage = settledText(passageText(text));
      const results = [
        passage,
        remoteImagesIn(passage, 'link'),
        inlineMarkdown(text),
        linkTarget(`https://${text}`),
        safeFileName(text, 120),
        obsidianTag(text),
        plainTextOfHtml(text),
      ];
      expect(results.every((result) => typeof result === 'string') && linkedNames(text).size >= 0).toBe(true);
      await turn();
    },
  );

  it.each([
    ['exclamation marks beside a picture', `${'!'.repeat(LONG / 4)} ![a](https://b.c/d.png)`],
    ['dashes under a cell', `a | b\n${'-'.repeat(LONG / 4)}c`],
  ])(
    'should be read in time that grows with its length when it holds a long run of %s (I12)',
    async (_what, text) => {
      expect(remoteImagesIn(settledText(passageText(text)), 'link').length).toBeGreaterThan(LONG / 4);
      await turn();
    },
  );

  it('should be compared in time that grows with its length when it holds a long run of blanks (I12)', async () => {
    expect(normalizeText(`a${' '.repeat(LONG / 4)}b  \n${'\t'.repeat(LONG / 4)}`)).toBe(
      `a${' '.repeat(LONG / 4)}b`,
    );
    await turn();
  });

  it('should be read line by line in time that grows with its length when a full text has hardly a sign in it (I12)', async () => {
    const lines = 50_000;
    const text = 'And so they went on, and came home late.\n\n'.repeat(lines);
    expect(markPassages({ text, passages: [{ anchor: 'rw1', text: 'home' }], note: '' })).toBe(text);
    await turn();
  });

  const template = compiled(builtInStyles.classic);
  const versionWith = async (
    size: { readonly highlights: number; readonly tags: number },
    ending: string,
  ): Promise<NoteVersion> => {
    const tags = Array.from({ length: size.tags }, (_none, index) => `tag ${String(index)}`);
    const highlights = Array.from({ length: size.highlights }, (_none, index) =>
      sampleHighlight({
        anchor: `rw${String(index)}`,
        text: `Passage ${String(index)}${index % 10 === 0 ? ending : ''}`,
        tags: index === 0 ? tags : [],
      }),
    );
    const item = sampleItem({ book: sampleBook({ title: 'Long', tags }), highlights });
    return noteVersion({ item, rendered: await template.render(item) });
  };

  it.each([
    { highlights: 50_000, tags: 0 },
    { highlights: 1, tags: 10_000 },
  ])(
    'should be written, and merged with an edit, when a book has $highlights highlights and $tags tags (I12)',
    async (size) => {
      const wrote = await versionWith(size, '.');
      const next = await versionWith(size, '!');
      const text = composeNote(wrote, 'x')
        .replace('\n---\n', '\n---\nMine.\n\n')
        .replace('> Passage 7\n', '> Passage seven\n');
      const merged = mergedNote(text, next, { base: wrote });
      expect(merged.conflicts).toEqual([]);
      expect(merged.text.match(/\^rw\d+$/gm)).toHaveLength(size.highlights);
      expect(merged.text).toContain('\nMine.\n');
      expect(merged.text).toContain('> Passage 0!\n');
      if (size.highlights > 7) expect(merged.text).toContain('> Passage seven\n');
      await turn();
    },
    LARGEST_BOOK_MS,
  );

  it('should be shown in a note that was there, and be the same again, when it is all of a large library (I5, I12)', () => {
    const entries = Array.from({ length: 40_000 }, (_none, index) => ({
      path: `Readwise/Books/${String(index % 20_000)}.md`,
      anchor: `rw${String(index)}`,
      otherAnchor: null,
      author: 'Somebody',
    }));
    const some = entries.filter((_entry, index) => index % 4 < 2);
    const text = dayWith(entries, dayWith(some, 'Mine.\n'));
    expect(new Set(embeddedAnchors(text)).size).toBe(entries.length);
    expect(dayWith(entries, text)).toBe(text);
  });
});

const dayWith = (entries: readonly PlacedHighlight[], current: string): string =>
  daySection({ day: '2026-01-31', entries, current }) ?? current;
