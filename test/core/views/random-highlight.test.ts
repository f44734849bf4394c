import { NEW_DRAW, offerItem, olderFirst, type Weigh } from '../../../src/core/views/random-highlight';
import type { Item } from '../../../src/core/library/model';
import { sampleHighlight, sampleItem } from '../sample-item';

const item = (key: string, anchors: readonly string[]): Item =>
  sampleItem({ key, highlights: anchors.map((anchor) => sampleHighlight({ anchor })) });
const ITEMS = [item('b:1', ['rw1']), item('b:2', []), item('b:3', ['rw2', 'rw3'])];

const GRID = 12;

/** How often each highlight is picked when the random numbers take every combination of evenly spread values. */
function picksOverAllNumbers(items: readonly Item[], weigh?: Weigh): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  const drawn = items.flatMap(({ highlights }) => highlights).length;
  for (let combination = 0; combination < GRID ** drawn; combination += 1) {
    let rest = combination;
    const random = (): number => {
      const value = ((rest % GRID) + 0.5) / GRID;
      rest = Math.floor(rest / GRID);
      return value;
    };
    const draw = items.reduce(
      (before, one) => offerItem(before, one, { random, ...(weigh === undefined ? {} : { weigh }) }),
      NEW_DRAW,
    );
    const anchor = draw.picked?.anchor ?? 'none';
    counts[anchor] = (counts[anchor] ?? 0) + 1;
  }
  return counts;
}

describe('offerItem', () => {
  it('should pick each with the same chance when there are no weights', () => {
    expect(picksOverAllNumbers(ITEMS)).toEqual({
      rw1: GRID ** 3 / 3,
      rw2: GRID ** 3 / 3,
      rw3: GRID ** 3 / 3,
    });
  });

  it('should pick by weight, and nothing that weighs nothing', () => {
    const weights = new Map([
      ['rw1', 1],
      ['rw2', 3],
      ['rw3', 0],
    ]);
    expect(picksOverAllNumbers(ITEMS, ({ anchor }) => weights.get(anchor) ?? 1)).toEqual({
      rw1: GRID ** 3 / 4,
      rw2: (GRID ** 3 / 4) * 3,
    });
  });

  it('should pick nothing when there is nothing', () => {
    expect(offerItem(NEW_DRAW, item('b:1', []), { random: () => 0 }).picked).toBeNull();
  });

  it('should say whose highlight it is', () => {
    expect(offerItem(NEW_DRAW, item('b:1', ['rw1']), { random: () => 0.99 }).picked).toEqual({
      itemKey: 'b:1',
      anchor: 'rw1',
      otherAnchor: null,
    });
  });
});

describe('olderFirst', () => {
  it.each([
    ['2026-01-31T09:00:00.000Z', 1],
    ['2027-01-31T09:00:00.000Z', 1],
    ['2025-01-31T09:00:00.000Z', 2],
    ['1999-01-31T09:00:00.000Z', 10],
    [null, 1],
    ['', 1],
  ])('should weigh a highlight of %s as %s', (highlightedAt, weight) => {
    expect(olderFirst('2026-01-31T09:00:00.000Z')(sampleHighlight({ highlightedAt }))).toBe(weight);
  });
});
