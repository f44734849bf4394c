import fc from 'fast-check';
import { readHttpDate, toPublicationDate, toTimestamp } from '../../src/readwise/wire-fields';

describe('toTimestamp', () => {
  test.each([
    ['2026-01-31T09:00:00Z', '2026-01-31T09:00:00.000Z'],
    ['2026-01-31T09:00:00', '2026-01-31T09:00:00.000Z'],
    ['2026-01-31 09:00', '2026-01-31T09:00:00.000Z'],
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T09:00:00.123456+00:00', '2026-01-31T09:00:00.123Z'],
    ['2026-01-31T09:00:00.5Z', '2026-01-31T09:00:00.500Z'],
    ['2026-01-31T01:30:00+05:30', '2026-01-30T20:00:00.000Z'],
    ['2026-12-31T23:30:00-0100', '2027-01-01T00:30:00.000Z'],
    [1690397222773, '2023-07-26T18:47:02.773Z'],
    [' 2026-01-31T23:59:59Z ', '2026-01-31T23:59:59.000Z'],
    ['1970-01-02', '1970-01-02T00:00:00.000Z'],
    ['2099-12-31T23:59:59.999Z', '2099-12-31T23:59:59.999Z'],
  ])('should give UTC with milliseconds when the wire says %p', (value, expected) => {
    expect(toTimestamp(value)).toBe(expected);
  });

  test.each([
    null,
    undefined,
    '',
    'soon',
    '2026-02-31T00:00:00Z',
    '2026-13-01',
    '2026-01-01T25:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:60Z',
    '2026-00-01',
    '2100-01-01',
    '0001-01-01T00:00:00Z',
    '9999-12-31',
    '1970-01-01T00:00:00Z',
    0,
    Number.NaN,
    8.7e15,
    true,
  ])('should give null when the wire says %p', (value) => {
    expect(toTimestamp(value)).toBeNull();
  });

  it('should read back any moment that it writes', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1971-01-01'), max: new Date('2099-01-01'), noInvalidDate: true }),
        (date) => {
          expect(toTimestamp(date.toISOString())).toBe(date.toISOString());
          expect(toTimestamp(date.getTime())).toBe(date.toISOString());
        },
      ),
    );
  });
});

describe('toPublicationDate', () => {
  test.each([
    ['2025-12-24', '2025-12-24'],
    ['1813-01-28', '1813-01-28'],
    ['1000-01-01', '1000-01-01'],
    ['2099-12-31', '2099-12-31'],
    ['2025-12-24T23:30:00-05:00', '2025-12-25'],
    [1690397222773, '2023-07-26'],
  ])('should give the day in UTC when the wire says %p', (value, expected) => {
    expect(toPublicationDate(value)).toBe(expected);
  });

  test.each([null, '', '0001-01-01', '0026-01-01', '0999-12-31', '2100-01-01', '9999-01-01', 'Spring 1999'])(
    'should give null when the wire says %p',
    (value) => {
      expect(toPublicationDate(value)).toBeNull();
    },
  );
});

describe('readHttpDate', () => {
  it('should read the date of a response', () => {
    expect(readHttpDate('Sat, 21 Nov 2026 01:18:48 GMT')).toBe(Date.UTC(2026, 10, 21, 1, 18, 48));
  });

  test.each([undefined, '', '5', '2026', 'Sat, 99 Foo 2026 01:18:48 GMT'])(
    'should give null when the header is %p',
    (value) => {
      expect(readHttpDate(value)).toBeNull();
    },
  );
});
