import { formatDate, fromMoment, problemWithDateFormat } from '../../../src/notes/template/dates';

const EVENING = '2026-03-09T23:05:07.042+02:00';

describe('formatDate', () => {
  it.each([
    ['dd.MM.yyyy', '09.03.2026'],
    ['EEEE, d MMMM yyyy', 'Monday, 9 March 2026'],
    ["'Day' d", 'Day 9'],
    ['[[yyyy-MM-dd]]', '[[2026-03-09]]'],
    ['yyyy-MM-dd HH:mm xxx', '2026-03-09 23:05 +02:00'],
    ['HH:mm', '23:05'],
    ['t', '1773090307'],
  ])('should write %s', (pattern, text) => {
    expect(formatDate(EVENING, pattern)).toBe(text);
  });

  it('should write the day on the clock that the text is of, and the plain day where a format is invalid', () => {
    expect(formatDate('2026-03-10T00:30:00.000+01:00')).toBe('2026-03-10');
    expect(formatDate('2026-03-31T00:30:00.000+01:00', 'yyyy-DD')).toBe('2026-03-31');
    expect(formatDate('no date', 'dd.MM.yyyy')).toBe('');
  });
});

describe('a format of Moment', () => {
  it.each([
    ['YYYY-MM-DD', 'yyyy-MM-dd'],
    ['dddd, MMMM Do YYYY', 'EEEE, MMMM do yyyy'],
    ['ddd D MMM YY, h:mm a', 'EEE d MMM yy, h:mm a'],
    ['[on the] Do', "'on the' do"],
    ["'Day' D", "'Day' d"],
  ])('should be translated when it is %s', (theirs, ours) => {
    expect(fromMoment(theirs)).toBe(ours);
    expect(problemWithDateFormat(ours)).toBeNull();
  });

  it.each(['yyyy-MM-dd', "d MMMM yyyy, 'Day' HH:mm", 'EEEE', '[[yyyy-MM-dd]]'])(
    'should not be seen in %s',
    (ours) => {
      expect(fromMoment(ours)).toBeNull();
    },
  );
});
