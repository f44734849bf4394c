import fc from 'fast-check';
import { calendarDay } from '../../../src/features/daily/daily-context';
import { daySection } from '../../../src/features/daily/sections';
import { embeddedAnchors, type PlacedHighlight } from '../../../src/features/daily/highlight-places';
import { HISTORIES } from '../../property/runs';
import { edited, ENTRIES, numbered, personsEdit, someEntries, someLines, wordsIn } from './section-edits';

const DAY = '2026-01-31';
const WALDEN = { path: 'Readwise/Books/Walden.md', otherAnchor: null, author: 'Thoreau' };
const SOURCE = '— [[Readwise/Books/Walden|Walden]], Thoreau';
const ONE: PlacedHighlight = { ...WALDEN, anchor: 'rw1' };
const TWO: PlacedHighlight = { ...WALDEN, anchor: 'rw2' };
const THREE: PlacedHighlight = { ...WALDEN, anchor: 'rw3' };

const section = (entries: readonly PlacedHighlight[], current: string | null): string =>
  daySection({ day: DAY, entries, current }) ?? current ?? '';
const embedsIn = (text: string): readonly string[] => [...embeddedAnchors(text)];

describe('calendarDay', () => {
  it.each([
    ['2026-01-30T23:30:00.000Z', 0, '2026-01-30'],
    ['2026-01-30T23:30:00.000Z', 60, '2026-01-31'],
    ['2026-01-31T00:00:00.000Z', -60, '2026-01-30'],
    ['', 0, null],
    ['yesterday', 0, null],
    ['2026-02-30T99:00:00Z', 0, null],
  ])('should take %j by a clock that is %s minutes ahead for the day %s', (moment, offset, day) => {
    expect(calendarDay(moment, offset)).toBe(day);
  });
});

describe('daySection', () => {
  it('should write the section behind the words of the note when there is none', () => {
    expect(section([ONE, TWO], 'My day.').replace(/m=\w{7},\w{7}/, 'm')).toBe(
      `My day.\n\n%% florilegium-day 2026-01-31 m %%\n\n## Highlights\n\n![[Readwise/Books/Walden#^rw1]]\n\n${SOURCE}\n\n![[Readwise/Books/Walden#^rw2]]\n\n${SOURCE}\n\n%% florilegium-day-end %%\n`,
    );
  });

  it('should write nothing when there is nothing to show', () => {
    expect(daySection({ day: DAY, entries: [], current: null })).toBeNull();
  });

  it('should leave an embed deleted when the person deleted it', () => {
    const current = section([ONE, TWO], null).replace('![[Readwise/Books/Walden#^rw1]]\n\n', '');
    expect(embedsIn(section([ONE, TWO], current))).toEqual(['rw2']);
    expect(embedsIn(section([ONE, TWO, THREE], current))).toEqual(['rw2', 'rw3']);
  });

  it('should leave it deleted when it was not there for a while', () => {
    const current = section([ONE, TWO], null).replace('![[Readwise/Books/Walden#^rw1]]\n\n', '');
    expect(embedsIn(section([ONE, TWO, THREE], section([TWO, THREE], current)))).toEqual(['rw2', 'rw3']);
  });

  it('should not write what stands elsewhere in the note', () => {
    for (const current of ['See ![[Walden#^rw1|this]].\n', 'See ![x](Old/Walden.md#%5Erw1).\n'])
      expect(section([ONE, TWO], current).match(/rw\d/g)).toEqual(['rw1', 'rw2']);
  });

  it('should know a highlight by its other anchor when the service joined the two', () => {
    const current = section([{ ...WALDEN, anchor: 'rd1' }], null);
    expect(section([{ ...WALDEN, anchor: 'rw1', otherAnchor: 'rd1' }], current)).toBe(current);
  });

  it('should know its embeds when the note was renamed', () => {
    const current = section([ONE], null).replace('Readwise/Books/Walden', 'Mine/Thoreau');
    expect(section([{ ...ONE, path: 'Mine/Thoreau.md' }], current)).toBe(current);
  });

  it('should put a new one at the end when the section is there', () => {
    const current = section([ONE, THREE], null).replace('#^rw1]]\n', '#^rw1]]\nSo true.\n');
    expect(section([ONE, TWO, THREE], current)).toContain(
      `#^rw1]]\nSo true.\n\n${SOURCE}\n\n![[Readwise/Books/Walden#^rw3]]\n\n${SOURCE}\n\n![[Readwise/Books/Walden#^rw2]]\n\n${SOURCE}\n\n%% florilegium-day-end %%`,
    );
  });

  it('should write Windows line ends when the note has them', () => {
    const windows = section([ONE], 'a\r\nb');
    expect(windows.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/);
    expect(section([ONE, TWO], windows).replace(/\r\n/g, '')).not.toMatch(/[\r\n]/);
  });

  it('should go on under the first comment when the person deleted the second', () => {
    const current = `${section([ONE], null).replace('\n%% florilegium-day-end %%', '')}\nMine.\n`;
    expect(section([ONE, TWO], current).replace(/m=\S+/, 'm')).toBe(
      `%% florilegium-day 2026-01-31 m %%\n\n![[Readwise/Books/Walden#^rw2]]\n\n${SOURCE}\n\n%% florilegium-day-end %%\n\n## Highlights\n\n![[Readwise/Books/Walden#^rw1]]\n\n${SOURCE}\n\n\nMine.\n`,
    );
  });

  it('should keep words of the person in the comment itself', () => {
    const current = section([ONE], null).replace(' m=', ' my words m=').replace(' %%\n', ' %% and mine\n');
    expect(section([ONE, TWO], `So: ${current}`)).toMatch(
      /^So: %% florilegium-day 2026-01-31 my words m=\w{7},\w{7} %% and mine\n/,
    );
  });

  it('should keep each day to itself', () => {
    const first = section([ONE], null);
    const both = daySection({ day: '2026-02-01', entries: [TWO], current: first }) ?? '';
    expect(both.startsWith(first)).toBe(true);
    expect(section([ONE, THREE], both).indexOf('rw3')).toBeLessThan(both.indexOf('2026-02-01'));
  });

  it('should not take the end of the next section for its own when the person deleted that', () => {
    const first = section([ONE], null).replace('%% florilegium-day-end %%\n', '');
    const both = daySection({ day: '2026-02-01', entries: [TWO], current: first }) ?? '';
    const after = section([ONE, THREE], both);
    expect(after.indexOf('rw3')).toBeLessThan(after.indexOf('2026-02-01'));
    expect(after.endsWith(both.slice(both.indexOf('%% florilegium-day 2026-02-01')))).toBe(true);
  });

  it('should have every highlight once when they came one after the other and nobody wrote (I5)', () => {
    fc.assert(
      fc.property(someEntries, fc.array(someEntries, { maxLength: 4 }), someLines, (last, steps, lines) => {
        const current = lines.join('\n');
        const all = ENTRIES.filter(
          (entry) => last.includes(entry) || steps.some((step) => step.includes(entry)),
        );
        let text = current;
        const known = new Set<PlacedHighlight>();
        for (const step of [...steps, last]) {
          for (const entry of step) known.add(entry);
          text = section(
            ENTRIES.filter((entry) => known.has(entry)),
            text,
          );
        }
        const sorted = (given: string): readonly string[] =>
          given
            .replace(/m=(\S+)/, (_, marks: string) => marks.split(',').sort().join())
            .split('\n')
            .sort();
        expect(sorted(text)).toEqual(sorted(section(all, current)));
        expect(section(all, text)).toBe(text);
      }),
      HISTORIES,
    );
  });

  it('should double nothing, bring nothing back and lose no word when the person writes and deletes anywhere (I2, I3, I5)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(someEntries, personsEdit), { maxLength: 5 }),
        someLines,
        someEntries,
        (steps, lines, last) => {
          let text = numbered(lines).join('\n');
          for (const [entries, edit] of steps) text = edited(section(entries, text), edit);
          const after = section(last, text);
          expect(wordsIn(after)).toEqual(wordsIn(text));
          const embeds = embedsIn(after);
          expect(new Set(embeds).size).toBe(embeds.length);
          expect(section(last, after)).toBe(after);
          // All lines but the first comment are still there, in their order.
          const left = text.split('\n').filter((line) => !line.includes('%% florilegium-day '));
          let place = 0;
          for (const line of after.split('\n')) if (line === left[place]) place += 1;
          expect(left.slice(place).join('')).toBe('');
        },
      ),
      HISTORIES,
    );
  });

  it('should never write an embed a second time when the person deletes lines between the comments (I3)', () => {
    fc.assert(
      fc.property(someEntries, fc.array(fc.nat({ max: 30 }), { maxLength: 6 }), (entries, deletions) => {
        let text = section(ENTRIES, 'Mine.\n');
        for (const place of deletions)
          text = text
            .split('\n')
            .filter((line, index) => index !== place || line.includes('florilegium'))
            .join('\n');
        expect(section(entries, text)).toBe(text);
      }),
      HISTORIES,
    );
  });
});
