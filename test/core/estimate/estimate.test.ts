import fc from 'fast-check';
import { kindTime } from '../../../src/core/estimate/kind-time';
import { laneMsLeft, newLane, withAnswer, withWait } from '../../../src/core/estimate/lane';
import { pagesLeft } from '../../../src/core/estimate/pages-left';
import { PULL_RATES } from '../../../src/core/estimate/rates';
import { newEstimate, percentDone, secondsLeft, withHeard } from '../../../src/core/estimate/sync-estimate';
import { createRateBudgets, type RateBudget } from '../../../src/readwise/budget';

describe('pagesLeft', () => {
  it.each([
    ['none after the last', { pages: 3, received: 250, total: 900, isLast: true }, 0],
    ['as large as those that came', { pages: 3, received: 300, total: 1000, isLast: false }, 7],
    ['unknown without a total', { pages: 3, received: 300, total: null, isLast: false }, null],
    ['unknown when the total is passed', { pages: 3, received: 300, total: 299, isLast: false }, null],
    ['unknown when nothing came', { pages: 1, received: 0, total: 10, isLast: false }, null],
  ])('should count pages: %s', (_case, counted, left) => {
    expect(pagesLeft(counted)).toBe(left);
  });
});

describe('PULL_RATES', () => {
  it('should be the rates of the budgets', () => {
    const burst = (budget: RateBudget): number => {
      let count = 0;
      for (; budget.waitAt(0) === 0; count += 1) budget.settle(budget.spend(), 0);
      return count;
    };
    const { v2, v3 } = createRateBudgets();
    expect({ highlights: burst(v2), documents: burst(v3) }).toEqual(PULL_RATES);
  });
});

describe('laneMsLeft', () => {
  it('should go by the pace so far where the rate is no limit', () => {
    const lane = withAnswer(newLane(240, 0), { done: 10, left: 30 }, 5000);
    expect(laneMsLeft(lane, 5000)).toBe(15_000);
  });

  it('should know the waits for the rate before they come', () => {
    const lane = withAnswer(newLane(20, 0), { done: 10, left: 195 }, 5000);
    // The 205th request goes out when ten minutes have passed, as the fifth of its minute.
    expect(laneMsLeft(lane, 5000)).toBe(10 * 60_000 + 5 * 500 - 5000);
  });

  it('should not take waits for slowness of the service', () => {
    const waiting = withWait(withAnswer(newLane(20, 0), { done: 20, left: 20 }, 4000), 56, 4000);
    const answered = withAnswer(waiting, { done: 21, left: 19 }, 60_200);
    expect(laneMsLeft(answered, 60_200)).toBe(19 * 200);
  });

  it('should never be less than a wait that goes on', () => {
    const lane = withWait(withAnswer(newLane(240, 0), { done: 10, left: 1 }, 5000), 100, 5000);
    expect(laneMsLeft(lane, 6000)).toBeGreaterThanOrEqual(99_000);
  });
});

describe('secondsLeft', () => {
  const pulled = { step: 'pulling' as const, pages: 10, textsToCome: 0 };

  it('should be unknown while either pull is, and go by the slower one after that', () => {
    const one = withHeard(newEstimate(0), { ...pulled, endpoint: 'highlights', pagesLeft: 10 }, 5000);
    expect(secondsLeft(one, 5000)).toBeNull();
    const both = withHeard(one, { ...pulled, endpoint: 'documents', pagesLeft: 30 }, 5000);
    expect(secondsLeft(both, 5000)).toBe(60 + 10 - 5);
    expect(percentDone(both)).toBe(25);
  });

  it('should tell nothing of what nobody can know', () => {
    const estimate = withHeard(newEstimate(0), { step: 'checking' }, 5000);
    expect([secondsLeft(estimate, 5000), percentDone(estimate)]).toEqual([null, null]);
  });

  it('should go by the speed of writing where all is written again', () => {
    const begun = withHeard(newEstimate(0), { step: 'writing', done: 0, total: 900 }, 0);
    expect(
      secondsLeft(withHeard(begun, { step: 'writing', done: 300, total: 900 }, 10_000), 10_000),
    ).toBeCloseTo(20);
  });

  it('should go by the rate of documents for full texts', () => {
    const begun = withHeard(newEstimate(0), { step: 'texts', done: 0, total: 200 }, 0);
    expect(
      secondsLeft(withHeard(begun, { step: 'texts', done: 10, total: 200 }, 5000), 5000),
    ).toBeGreaterThan(8 * 60);
  });
});

describe('kindTime', () => {
  it('should not jump up and down when the estimate does', () => {
    let shown: number | null = null;
    const told = new Set<number>();
    for (let second = 0; second < 60; second += 1)
      told.add((shown = kindTime(240 + (second % 2 === 0 ? 28 : -28), shown)));
    expect([...told]).toEqual([240]);
  });

  it('should never be far from the estimate, whatever was shown before', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 80_000, noNaN: true }), { minLength: 1 }), (times) => {
        let shown: number | null = null;
        for (const seconds of times) {
          shown = kindTime(seconds, shown);
          expect(Math.abs(shown - seconds)).toBeLessThanOrEqual(Math.max(60, seconds * 0.55));
        }
      }),
    );
  });
});
