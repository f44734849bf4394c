import { dateFnsFormat } from '../../src/convert/date-format';
import { formatUtc } from '../../src/core/template/utc-date';

describe('dateFnsFormat', () => {
  it.each([
    ['F j, Y', 'March 9, 2026'],
    ['D d M y', 'Mon 09 Mar 26'],
    ['jS \\o\\f F', '9th of March'],
    ['l, H:i', 'Monday, 08:05'],
    ['g:i A', '8:05 AM'],
    ['%Y-%m-%d %H:%M', '2026-03-09 08:05'],
  ])('should mean the same when Django would write %s', (format, expected) => {
    expect(formatUtc('2026-03-09T08:05:00Z', dateFnsFormat(format, 'django') ?? '')).toBe(expected);
  });

  it.each([
    ['YYYY-MM-DD', '2026-03-09'],
    ['dddd, D MMMM YYYY', 'Monday, 9 March 2026'],
    ['Do [of] MMM YY', '9th of Mar 26'],
    ['h:mm a', '8:05 am'],
    ['YYYY-[W]WW', '2026-W11'],
    ["YYYY [o'clock]", "2026 o'clock"],
    ['LL', 'March 9, 2026'],
    ['LLL', 'March 9, 2026 8:05 AM'],
    ['LLLL', 'Monday, March 9, 2026 8:05 AM'],
    ['l, LTS', '3/9/2026, 8:05:00 AM'],
    ['lll', 'Mar 9, 2026 8:05 AM'],
    ['llll', 'Mon, Mar 9, 2026 8:05 AM'],
  ])('should mean the same when moment would write %s', (format, expected) => {
    expect(formatUtc('2026-03-09T08:05:00Z', dateFnsFormat(format, 'moment') ?? '')).toBe(expected);
  });

  it('should have nothing when Django knows what date-fns does not', () => {
    expect(dateFnsFormat('t', 'django')).toBeNull();
  });
});
