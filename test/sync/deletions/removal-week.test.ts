import { lastWeek, TIME_UNKNOWN } from '../../../src/sync/deletions/removal-guard';

const DAY = 86_400_000;
const NOW = 1000 * DAY;

describe('lastWeek', () => {
  it('should keep what left within seven days, and drop what is older', () => {
    expect(
      lastWeek(
        [
          { at: NOW - 8 * DAY, count: 1 },
          { at: NOW - 7 * DAY, count: 2 },
          { at: NOW - 6 * DAY, count: 3 },
          { at: NOW, count: 4 },
        ],
        NOW,
      ),
    ).toEqual([
      { at: NOW - 6 * DAY, count: 3 },
      { at: NOW, count: 4 },
    ]);
  });

  it('should count what seems to come from the future as of now, so that it is forgotten in a week', () => {
    const kept = lastWeek([{ at: NOW + 365 * DAY, count: 5 }], NOW);
    expect(kept).toEqual([{ at: NOW, count: 5 }]);
    expect(lastWeek(kept, NOW + 7 * DAY)).toEqual([]);
  });

  it('should forget nothing while the time is not known, and count from when it is', () => {
    const removals = [
      { at: NOW - 8 * DAY, count: 1 },
      { at: TIME_UNKNOWN, count: 2 },
    ];
    expect(lastWeek(removals, null)).toEqual(removals);
    expect(lastWeek(removals, NOW)).toEqual([{ at: NOW, count: 2 }]);
  });
});
