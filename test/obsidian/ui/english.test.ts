import { list, number, plural } from '../../../src/messages/english';
import { localTime } from '../../../src/obsidian/strings/times';

describe('how the plugin writes', () => {
  it.each([
    [0, '0 notes'],
    [1, '1 note'],
    [2, '2 notes'],
    [20_000, '20,000 notes'],
  ])('should write %d with the right form of the noun', (count, text) => {
    expect(plural(count, 'note')).toBe(text);
  });

  it('should use the plural it is given when an s does not make it', () => {
    expect(plural(1, 'line is', 'lines are')).toBe('1 line is');
    expect(plural(2, 'line is', 'lines are')).toBe('2 lines are');
  });

  it('should part thousands, and put commas between the parts of a list', () => {
    expect(number(1204)).toBe('1,204');
    expect(list(['a', 'b', 'c'])).toBe('a, b, c');
  });

  it('should write a moment by the clock of the device', () => {
    const moment = new Date(2026, 10, 24, 8, 15, 59);
    expect(localTime(moment)).toBe('2026-11-24 08:15');
    expect(localTime(moment.toISOString())).toBe('2026-11-24 08:15');
    expect(localTime(moment.getTime())).toBe('2026-11-24 08:15');
  });
});
