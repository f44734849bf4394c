import { inTimeZone, isTimeZone, offsetAt } from '../../src/model/time-zone';

describe('inTimeZone', () => {
  it.each([
    ['2026-03-09T23:15:00.000Z', '', '2026-03-09T23:15:00.000Z'],
    ['2026-03-09T23:15:00.000Z', 'UTC', '2026-03-09T23:15:00.000Z'],
    ['2026-03-09T23:15:00.000Z', 'Europe/Berlin', '2026-03-10T00:15:00.000+01:00'],
    ['2026-07-09T23:15:00.000Z', 'Europe/Berlin', '2026-07-10T01:15:00.000+02:00'],
    ['2026-01-01T02:00:00.000Z', 'America/New_York', '2025-12-31T21:00:00.000-05:00'],
    ['2026-01-01T20:00:00.000Z', 'Asia/Kolkata', '2026-01-02T01:30:00.000+05:30'],
    ['2026-01-01T02:00:00.000Z', 'America/St_Johns', '2025-12-31T22:30:00.000-03:30'],
    ['2026-01-01T20:00:00.000Z', 'Europe/London', '2026-01-01T20:00:00.000+00:00'],
  ])('should show %s as the clocks of %j do', (time, zone, shown) => {
    expect(inTimeZone(time, zone)).toBe(shown);
    expect(Date.parse(shown)).toBe(Date.parse(time));
  });

  it.each(['', '2026-03-09', 'yesterdayTZ'])('should leave %j as it is when it is no time', (text) => {
    expect(inTimeZone(text, 'Asia/Tokyo')).toBe(text);
  });
});

describe('offsetAt', () => {
  it('should follow the clocks of the zone on the day they change', () => {
    const before = Date.parse('2026-03-29T00:59:59Z');
    expect([before, before + 1000].map((time) => offsetAt(time, 'Europe/Berlin'))).toEqual([60, 120]);
  });
});

describe('isTimeZone', () => {
  it.each(['', 'UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT-1'])(
    'should accept %j',
    (zone) => {
      expect(isTimeZone(zone)).toBe(true);
    },
  );

  it.each(['Berlin', 'Europe/Atlantis', '+02:00', 'local'])('should refuse %j', (zone) => {
    expect(isTimeZone(zone)).toBe(false);
  });
});
