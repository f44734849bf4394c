import fc from 'fast-check';
import { embeddedAnchors, embedOf, type PlacedHighlight } from '../../../src/core/views/highlight-embed';
import { gatheredSection, highlightsWithTag } from '../../../src/core/views/gathered-note';
import { HISTORIES } from '../../property/runs';
import { hostileText } from '../hostile-text';
import { sampleHighlight, sampleItem } from '../sample-item';
import {
  edited,
  ENTRIES,
  numbered,
  personsEdit,
  someEntries,
  someLines,
  textAfter,
  wordsIn,
} from './section-edits';

const section = (entries: readonly PlacedHighlight[], current: string | null, tag = 'Stoic'): string =>
  textAfter(gatheredSection({ tag, entries, current }), current) ?? '';
const withoutComment = (text: string): string => text.replace(/ m=\S+/g, '');

const WALDEN = 'Readwise/Books/Walden.md';
const ONE: PlacedHighlight = { path: WALDEN, anchor: 'rw1', otherAnchor: null };
const TWO: PlacedHighlight = { path: WALDEN, anchor: 'rw2', otherAnchor: null };
const ESSAYS: PlacedHighlight = { path: 'Readwise/Books/Essays.md', anchor: 'rw9', otherAnchor: null };

describe('highlightsWithTag', () => {
  it('should take a tag for the same in any case and form of its letters', () => {
    const item = sampleItem({
      highlights: [
        sampleHighlight({ anchor: 'rw1', tags: ['CAFE\u0301'] }),
        sampleHighlight({ anchor: 'rw2', tags: ['x', 'cafés'] }),
        sampleHighlight({ anchor: 'rw3', tags: ['x', ' café '] }),
      ],
    });
    expect(highlightsWithTag(item, 'Café').map(({ anchor }) => anchor)).toEqual(['rw1', 'rw3']);
  });
});

describe('gatheredSection', () => {
  it('should list embeds under their notes, notes by name', () => {
    expect(withoutComment(section([ONE, ESSAYS, TWO, ONE], 'Mine.\n'))).toBe(`Mine.

%% florilegium-gathered stoic %%

## Highlights tagged “Stoic”

### [[Readwise/Books/Essays|Essays]]

![[Readwise/Books/Essays#^rw9]]

### [[Readwise/Books/Walden|Walden]]

![[Readwise/Books/Walden#^rw1]]

![[Readwise/Books/Walden#^rw2]]

%% florilegium-gathered-end %%
`);
  });

  it('should keep words under the line that they were written under', () => {
    const current = section([ONE, ESSAYS], null)
      .replace('#^rw9]]\n', '#^rw9]]\nSo true.\n\n```\n\n\ncode\n```\n')
      .replace('“Stoic”\n', '“Stoic”\n\nMy words.\n');
    const after = section([ONE, TWO, ESSAYS], current);
    expect(after).toContain(
      '“Stoic”\n\nMy words.\n\n### [[Readwise/Books/Essays|Essays]]\n\n![[Readwise/Books/Essays#^rw9]]\nSo true.\n\n```\n\n\ncode\n```\n\n### [[Readwise/Books/Walden|Walden]]',
    );
    expect(section([ONE, TWO, ESSAYS], after)).toBe(after);
  });

  it('should keep words on top when they stand above all that is ours', () => {
    const current = section([ONE], null).replace(' %%\n', ' %%\nOn top.\n');
    expect(withoutComment(section([ONE, TWO], current))).toMatch(
      /^%% florilegium-gathered stoic %%\nOn top\.\n\n## Highlights/,
    );
  });

  it('should tell notes of the same name apart when there are words under both', () => {
    const twins = [ONE, { ...TWO, path: 'Readwise/Videos/Walden.md' }];
    const [first, second, third, ...rest] = section(twins, null).split('|Walden]]\n');
    const current = [first, second, third].join('|Walden]]\n\nMine.\n').replace('Mine.', 'Yours.');
    expect(rest).toEqual([]);
    expect(section(twins, current)).toBe(current);
  });

  it('should put words behind the section when their line is gone', () => {
    const current = `${section([ONE, ESSAYS], null).replace('#^rw9]]\n', '#^rw9]]\n\nSo true.\n')}Below.\n`;
    const after = section([ONE], current);
    expect(withoutComment(after)).toBe(
      `${withoutComment(section([ONE], null)).trimEnd()}\n\nSo true.\n\nBelow.\n`,
    );
    expect(section([ONE], after)).toBe(after);
  });

  it('should keep words under the heading of a note when that was renamed', () => {
    const current = section([ONE, TWO], null).replace('|Walden]]\n', '|Walden]]\n\nAbout the pond.\n');
    const renamed = [ONE, TWO].map((entry) => ({ ...entry, path: 'Readwise/Books/Life in the Woods.md' }));
    const after = section(renamed, current);
    expect(after).toContain(
      '|Life in the Woods]]\n\nAbout the pond.\n\n![[Readwise/Books/Life in the Woods#^rw1]]\n\n',
    );
    expect(section(renamed, after)).toBe(after);
  });

  it('should replace its lines when a note was renamed', () => {
    const current = section([ONE], null).replaceAll('Readwise/Books/Walden', 'Mine/Thoreau');
    expect(section([{ ...ONE, path: 'Mine/Thoreau.md' }], current)).toBe(
      section([{ ...ONE, path: 'Mine/Thoreau.md' }], null),
    );
  });

  it('should replace its lines when a note was renamed whose name no link can have', () => {
    const odd = { ...ONE, path: 'Odd #1.md' };
    const current = section([odd], null).replaceAll('(Odd%20%231.md', '(Elsewhere/Odd%20%231.md');
    expect(section([odd], current)).toBe(section([odd], null));
  });

  it('should keep a line of ours that the person wrote in', () => {
    const current = section([ONE], null).replace('#^rw1]]', '#^rw1]] my thought');
    expect(section([ONE], current)).toContain('![[Readwise/Books/Walden#^rw1]] my thought');
  });

  it('should write nothing when nothing bears the tag and there is no section', () => {
    expect(gatheredSection({ tag: 'x', entries: [], current: 'Mine.' })).toEqual({ kind: 'unchanged' });
  });

  it('should empty the section when nothing bears the tag any more', () => {
    expect(withoutComment(section([], section([ONE], null)))).toBe(
      '%% florilegium-gathered stoic %%\n\n## Highlights tagged “Stoic”\n\n%% florilegium-gathered-end %%\n',
    );
  });

  it('should be made anew alike when the tag is anything (I5, I10)', () => {
    fc.assert(
      fc.property(hostileText(), someEntries, someEntries, (tag, before, after) => {
        fc.pre(after.length > 0);
        const fresh = section(after, null, tag);
        expect(section(after, section(before, null, tag), tag)).toBe(fresh);
        expect(section(after, fresh, tag)).toBe(fresh);
        expect(fresh.split('\n').filter((line) => line.includes('%%')).length).toBe(2);
      }),
      HISTORIES,
    );
  });

  it('should lose no word, and show each highlight once, when the person writes and deletes anywhere (I2, I5)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(someEntries, personsEdit), { maxLength: 5 }),
        someLines,
        someEntries,
        (steps, lines, last) => {
          let text = numbered(lines).join('\n');
          for (const [entries, edit] of steps) text = edited(section(entries, text), edit);
          const after = section(last, text);
          expect([...wordsIn(after)].sort()).toEqual([...wordsIn(text)].sort());
          expect(section(last, after)).toBe(after);
          for (const entry of last)
            expect(embeddedAnchors(after)).toContain(embeddedAnchors(embedOf(entry))[0]);
        },
      ),
      HISTORIES,
    );
  });

  it('should show each highlight exactly once when the comments are whole (I5)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(someEntries, personsEdit), { maxLength: 5 }),
        someEntries,
        (steps, last) => {
          let text: string = section(ENTRIES, 'Mine.\n');
          for (const [entries, edit] of steps) {
            const written = section(entries, text);
            const next = edited(written, edit);
            text = (next.match(/florilegium-gathered/g) ?? []).length === 2 ? next : written;
          }
          const embeds = [...embeddedAnchors(section(last, text))].sort();
          expect(embeds).toEqual(last.map(({ anchor }) => anchor).sort());
        },
      ),
      HISTORIES,
    );
  });
});
