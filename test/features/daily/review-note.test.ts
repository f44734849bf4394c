import fc from 'fast-check';
import { embeddedAnchors } from '../../../src/features/daily/highlight-places';
import { reviewSection } from '../../../src/features/daily/sections';
import { HISTORIES } from '../../property/runs';
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

const DAY = '2026-01-31';
const [ONE, TWO] = ENTRIES;
if (ONE === undefined || TWO === undefined) throw new Error('no entries');

const OF_ONE =
  '%% florilegium-review 2026-01-31 %%\n\n## Daily review, 2026-01-31\n\n![[Readwise/Books/Walden#^rw01]]\n\n%% florilegium-review-end %%\n';

describe('reviewSection', () => {
  it('should write the review into a note of its own when there is none', () => {
    expect(reviewSection({ day: DAY, entries: [ONE], current: null })).toEqual({ kind: 'new', text: OF_ONE });
  });

  it('should write once a day, whatever the service has by then', () => {
    expect(reviewSection({ day: DAY, entries: [TWO], current: OF_ONE })).toEqual({ kind: 'unchanged' });
    expect(reviewSection({ day: DAY, entries: [], current: null })).toEqual({ kind: 'unchanged' });
  });

  it('should show a highlight again when it comes up on another day', () => {
    const update = reviewSection({ day: '2026-02-01', entries: [ONE], current: OF_ONE });
    expect(embeddedAnchors(textAfter(update, null) ?? '')).toEqual(['rw01', 'rw01']);
  });

  it('should only ever add at the end, and once (I2, I5)', () => {
    fc.assert(
      fc.property(someLines, someEntries, personsEdit, (lines, entries, edit) => {
        const current = numbered(lines).join('\n');
        const text = textAfter(reviewSection({ day: DAY, entries, current }), current) ?? '';
        expect(text.startsWith(current)).toBe(true);
        const changed = edited(text, { ...edit, removed: 0 });
        expect(reviewSection({ day: DAY, entries: ENTRIES, current: changed }).kind).toBe(
          entries.length === 0 ? 'new' : 'unchanged',
        );
        expect(
          wordsIn(textAfter(reviewSection({ day: '2026-02-01', entries, current: changed }), changed)),
        ).toEqual(wordsIn(changed));
      }),
      HISTORIES,
    );
  });
});
