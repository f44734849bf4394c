import moment from 'moment';
import { formatDate, problemWithDateFormat } from '../../../src/notes/template/date-format';

const EVENING = '2026-03-09T23:05:07.042+02:00';

describe('formatDate', () => {
  it.each([
    ['YYYY-MM-DD', '2026-03-09'],
    ['DD.MM.YYYY', '09.03.2026'],
    ['dddd, MMMM Do YYYY', 'Monday, March 9th 2026'],
    ['ddd D MMM YY, h:mm a', 'Mon 9 Mar 26, 11:05 pm'],
    ['[on the] Do [o’clock] HH:mm:ss.SSS Z', 'on the 9th o’clock 23:05:07.042 +02:00'],
    ["[it's] DD 'YY", "it's 09 '26"],
    ['[at] HH:mm', 'at 23:05'],
    ['gggg-[W]ww GGGG-[W]WW Q DDD DDDD', '2026-W11 2026-W11 1 68 068'],
    ['hh:mm A', '11:05 PM'],
    ['dd D', 'Mo 9'],
    ['YYYY X', '2026 1773090307'],
  ])('should write %s as Moment does', (pattern, text) => {
    expect(formatDate(EVENING, pattern)).toBe(text);
    expect(moment.parseZone(EVENING).locale('en').format(pattern)).toBe(text);
  });

  it.each([
    ['dd.MM.yyyy', '09.03.2026'],
    ['EEEE, d MMMM yyyy', 'Monday, 9 March 2026'],
    ["'Day' d", 'Day 9'],
    ['[[yyyy-MM-dd]]', '[[2026-03-09]]'],
    ['yyyy-MM-dd HH:mm xxx', '2026-03-09 23:05 +02:00'],
    ['HH:mm', '23:05'],
    ['t', '1773090307'],
  ])('should write %s as date-fns does', (pattern, text) => {
    expect(formatDate(EVENING, pattern)).toBe(text);
  });

  it('should write the day on the clock that the text is of, and the plain day where a format is invalid', () => {
    expect(formatDate('2026-03-10T00:30:00.000+01:00')).toBe('2026-03-10');
    expect(formatDate('2026-03-31T00:30:00.000+01:00', 'yyyy-DD')).toBe('2026-03-31');
    expect(formatDate('2026-03-31', 'DD.MM.YYYY')).toBe('31.03.2026');
    expect(formatDate('no date', 'DD.MM.YYYY')).toBe('');
  });
});

describe('problemWithDateFormat', () => {
  it.each(['DD.MM.YYYY', 'dd.MM.yyyy', '[Week] W, gggg', 'HH:mm'])('should accept %s', (pattern) => {
    expect(problemWithDateFormat(pattern)).toBeNull();
  });

  it.each([
    ['yyyy-DD', '“yyyy”'],
    ['YYYY-MM-DDTHH:mm', '“T”'],
    ['DD of MMMM', '“o”'],
  ])('should name what means nothing in %s', (pattern, part) => {
    expect(problemWithDateFormat(pattern)).toContain(part);
  });
});
