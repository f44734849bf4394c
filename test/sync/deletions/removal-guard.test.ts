import { holdText } from '../../../src/messages/messages';
import { decideRemoval } from '../../../src/sync/deletions/removal-guard';

describe('decideRemoval', () => {
  const decide = (given: Partial<Parameters<typeof decideRemoval>[0]>) =>
    decideRemoval({ wanted: 1, notes: 100, removedThisWeek: 0, allowed: null, isHeld: false, ...given });

  it.each([
    ['nothing is wanted, even behind a hold', { wanted: 0, isHeld: true }],
    ['ten of twenty go at once', { wanted: 10, notes: 20 }],
    ['just 5 % of many go at once', { wanted: 11, notes: 220 }],
    ['ten in all have gone within the week', { wanted: 5, notes: 5, removedThisWeek: 5 }],
    ['just 20 % have gone within the week', { wanted: 6, notes: 50, removedThisWeek: 5 }],
    ['a person allowed just as many, even behind a hold', { wanted: 90, allowed: 90, isHeld: true }],
  ])('should let notes go when %s (I4)', (_when, given) => {
    expect(decide(given)).toEqual({ kind: 'go' });
  });

  it.each([
    ['eleven of few go at once', { wanted: 11, notes: 219 }, '11 of 219 notes would be removed at once.'],
    [
      'more than 20 % have gone within the week',
      { wanted: 6, notes: 45, removedThisWeek: 5 },
      '11 of 50 notes would have been removed within a week.',
    ],
    [
      'a hold stands, however few they are',
      { wanted: 1, isHeld: true },
      '1 note would be removed. You have not decided about it yet.',
    ],
    [
      'a hold stands',
      { wanted: 2, isHeld: true },
      '2 notes would be removed. You have not decided about them yet.',
    ],
    [
      'a person allowed fewer',
      { wanted: 3, allowed: 2 },
      '3 notes would be removed, and only 2 were allowed.',
    ],
    ['a person allowed none', { wanted: 1, allowed: 0 }, '1 note would be removed, and only 0 were allowed.'],
  ])('should hold them back and say why when %s (I4)', (_when, given, reason) => {
    const decision = decide(given);
    expect(decision.kind === 'hold' && holdText(decision.reason)).toBe(reason);
  });
});
