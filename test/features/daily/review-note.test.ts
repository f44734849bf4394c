import fc from 'fast-check';
import { embedOf } from '../../../src/features/daily/highlight-places';
import { reviewSection } from '../../../src/features/daily/sections';
import { HISTORIES } from '../../property/runs';
import { edited, ENTRIES, numbered, personsEdit, someEntries, someLines, wordsIn } from './section-edits';

const DAY = '2026-01-31';
const NEXT_DAY = '2026-02-01';
const paragraphs = ['![[Walden#^rw01]]\n\n— [[Walden]], Thoreau'];

const OF_ONE =
  '%% florilegium-review 2026-01-31 %%\n\n## Daily review\n\n![[Walden#^rw01]]\n\n— [[Walden]], Thoreau\n\n%% florilegium-review-end %%\n';

describe('reviewSection', () => {
  it('should write the review into a note of its own when there is none', () => {
    expect(reviewSection({ day: DAY, paragraphs, current: null })).toBe(OF_ONE);
  });

  it('should write once a day, whatever the service has by then', () => {
    expect(reviewSection({ day: DAY, paragraphs: ['Another'], current: OF_ONE })).toBeNull();
    expect(reviewSection({ day: DAY, paragraphs: [], current: null })).toBeNull();
  });

  it('should show a highlight again when it comes up on another day', () => {
    const text = reviewSection({ day: NEXT_DAY, paragraphs, current: OF_ONE });
    expect(text?.match(/!\[\[Walden#\^rw01\]\]/g)).toHaveLength(2);
  });

  it('should only ever add at the end, and once (I2, I5)', () => {
    fc.assert(
      fc.property(someLines, someEntries, personsEdit, (lines, entries, edit) => {
        // What makes code or properties of the section that is there: `shown-comments`.
        fc.pre(edit.lines.every((line) => line !== '```' && line !== '---'));
        const review = entries.map(embedOf);
        const current = numbered(lines).join('\n');
        const text = reviewSection({ day: DAY, paragraphs: review, current }) ?? current;
        expect(text.startsWith(current)).toBe(true);
        const changed = edited(text, { ...edit, removed: 0 });
        const again = reviewSection({ day: DAY, paragraphs: ENTRIES.map(embedOf), current: changed });
        expect(again === null).toBe(entries.length > 0);
        const nextDay = reviewSection({ day: NEXT_DAY, paragraphs: review, current: changed }) ?? changed;
        expect(wordsIn(nextDay)).toEqual(wordsIn(changed));
      }),
      HISTORIES,
    );
  });
});
