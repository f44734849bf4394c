import { backoffMs, pauseSeconds } from '../../src/readwise/retry-timing';

const DATE = 'Sat, 31 Jan 2026 09:00:00 GMT';

describe('pauseSeconds', () => {
  test.each([
    ['30', 30],
    [' 7 ', 7],
    ['1.2', 2],
    ['0', 1],
    ['-5', 1],
    ['86400', 86_400],
    ['', 60],
    ['later', 60],
    ['Sat, 31 Jan 2026 09:01:30 GMT', 90],
    ['Sat, 31 Jan 2026 08:00:00 GMT', 1],
  ])('should read Retry-After when it is %p', (value, seconds) => {
    expect(pauseSeconds({ date: DATE, 'retry-after': value })).toBe(seconds);
  });

  it('should be a minute when there is no header, or a date with nothing to measure it by', () => {
    expect(pauseSeconds({ date: DATE })).toBe(60);
    expect(pauseSeconds({ 'retry-after': 'Sat, 31 Jan 2026 09:01:30 GMT' })).toBe(60);
  });

  it('should find the header in any letter case', () => {
    expect(pauseSeconds({ 'Retry-After': '12' })).toBe(12);
    expect(pauseSeconds({ 'RETRY-AFTER': '12' })).toBe(12);
  });
});

describe('backoffMs', () => {
  it('should grow with each failure up to half a minute, all of it jitter', () => {
    expect([1, 2, 3, 4, 5, 6, 50].map((attempt) => backoffMs(attempt, () => 1))).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(backoffMs(3, () => 0)).toBe(0);
    expect(backoffMs(3, () => 0.5)).toBe(2000);
  });
});
