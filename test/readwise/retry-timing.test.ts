import { pauseSeconds, withBelievableDate } from '../../src/readwise/answer';
import { backoffMs } from '../../src/readwise/client';

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
    ['x12', 60],
    ['12x', 60],
    ['1.', 60],
    ['1.25', 2],
    ['1.05', 2],
    ['123456789012', 123_456_789_012],
    ['1234567890123', 60],
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
    expect([1, 2, 3, 4, 5, 6, 50].map((attempt) => backoffMs(attempt, () => 1))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ]);
    expect(backoffMs(3, () => 0)).toBe(0);
    expect(backoffMs(3, () => 0.5)).toBe(2000);
  });
});

describe('withBelievableDate', () => {
  const HOUR = 3_600_000;
  const localTime = Date.parse(DATE);

  it.each([-24, -1, 0, 1, 9000])('should keep the date when the local clock is off by %d hours', (hours) => {
    expect(withBelievableDate({ headers: { date: DATE } }, localTime + hours * HOUR)).toEqual({
      headers: { date: DATE },
    });
  });

  it('should drop the date, and no other header, when it lies days ahead (I7)', () => {
    expect(
      withBelievableDate(
        { headers: { Date: 'Fri, 01 Jan 2099 00:00:00 GMT', 'retry-after': '7' } },
        localTime,
      ),
    ).toEqual({ headers: { 'retry-after': '7' } });
    expect(withBelievableDate({ headers: { date: DATE } }, localTime - 26 * HOUR)).toEqual({ headers: {} });
  });
});
