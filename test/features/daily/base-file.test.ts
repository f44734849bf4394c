import fc from 'fast-check';
import { load } from 'second-yaml-reader';
import { parse } from 'yaml';
import { baseFile, highlightsBase } from '../../../src/features/daily/run-daily';
import { cleanText } from '../../../src/notes/markdown/plain-text';
import { HISTORIES } from '../../property/runs';
import { builtInStyles } from '../../../src/notes/template/built-in-templates';
import { compiled } from '../../model/compiled';
import { hostileText } from '../../model/hostile-text';
import { sampleBook, sampleDocument, sampleHighlight, sampleItem } from '../../model/sample-item';

const BASES = {
  library: { text: baseFile({ folder: 'Readwise' }), template: builtInStyles.classic },
  highlights: { text: highlightsBase({ folder: 'Readwise' }), template: builtInStyles.highlight },
};

/** An item that has something for every property of the built-in templates. */
const FULL = sampleItem({
  book: sampleBook({ author: 'Thoreau', coverUrl: 'https://a.b/c.png', tags: ['a'] }),
  document: sampleDocument({ location: 'later', tags: ['b'] }),
  notes: { whole: 'Readwise/Books/Walden.md', fullText: '' },
  chapter: 'Economy',
  highlights: [sampleHighlight({ favorite: true, color: 'blue', highlightedAt: '2026-01-05T08:00:00.000Z' })],
});

describe('the Bases', () => {
  it.each(Object.entries(BASES))(
    'should be read alike by two readers, and name only properties that notes have, when it is that of the %s',
    async (_name, { text, template }) => {
      expect(parse(text)).toEqual(load(text));
      const named = [...text.matchAll(/note\.([\w-]+)|note\["([\w-]+)"\]|note\[\\"([\w-]+)\\"\]/g)].map(
        ([, plain, quoted, escaped]) => plain ?? quoted ?? escaped ?? '',
      );
      const has = (await compiled(template).render(FULL)).properties.map(([name]) => name);
      expect(named.length).toBeGreaterThan(3);
      expect(named.filter((name) => !has.includes(name))).toEqual([]);
    },
  );

  it('should have the views that people ask for', () => {
    const names = Object.values(BASES).map(({ text }) =>
      (parse(text) as { readonly views: readonly { readonly name: string }[] }).views.map(({ name }) => name),
    );
    expect(names).toEqual([
      ['Covers', 'Reading queue', 'Recently highlighted', 'Favorites'],
      ['Recent', 'Favorites', 'By color'],
    ]);
  });

  it('should say the same to two readers when the folder is anything', () => {
    fc.assert(
      fc.property(
        hostileText().map((text) => cleanText(text)),
        (folder) => {
          const text = baseFile({ folder });
          const read: unknown = parse(text, { version: '1.2' });
          expect(read).toEqual(load(text));
          expect(read).toMatchObject({
            filters: { and: [`file.inFolder(${JSON.stringify(folder)})`, 'file.ext == "md"', {}] },
          });
        },
      ),
      HISTORIES,
    );
  });
});
