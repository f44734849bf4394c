import { dayNumber, hasAge } from '../../../src/notes/rules/match-rules';
import { someFacts } from './some-facts';

describe('dayNumber', () => {
  it.each([
    ['1970-01-02', 1],
    ['1970-01-02T23:59:59.999Z', 1],
    ['1969-12-31', -1],
    ['2026-13-01', null],
    ['2026-1-1', null],
    ['', null],
    ['soon', null],
  ])('should count %j as %j', (text, day) => {
    expect(dayNumber(text)).toBe(day);
  });
});

describe('hasAge', () => {
  // Saved late on 1 May: by 30 days it passes on 31 May.
  it.each([
    ['2026-05-30', true, false],
    ['2026-05-31', false, true],
    ['2026-06-01', false, true],
    ['2026-04-01', true, false],
  ])('should on %s say newer %s and older %s when the limit is 30 days', (today, isNewer, isOlder) => {
    expect(hasAge(someFacts(), { age: { newerThanDays: 30 }, today })).toBe(isNewer);
    expect(hasAge(someFacts(), { age: { olderThanDays: 30 }, today })).toBe(isOlder);
  });

  it('should ask for the day that is named when it is another than that of saving', () => {
    const facts = someFacts({ published: '2026-01-31', lastHighlighted: '2026-05-20T10:00:00.000Z' });
    expect(hasAge(facts, { age: { newerThanDays: 30, of: 'published' }, today: '2026-03-02' })).toBe(false);
    expect(hasAge(facts, { age: { newerThanDays: 30, of: 'lastHighlighted' }, today: '2026-06-18' })).toBe(
      true,
    );
  });

  it('should be neither when the item has no such day', () => {
    const facts = someFacts({ saved: '' });
    expect(hasAge(facts, { age: { newerThanDays: 30 }, today: '2026-05-01' })).toBe(false);
    expect(hasAge(facts, { age: { olderThanDays: 0 }, today: '2026-05-01' })).toBe(false);
    expect(hasAge(facts, { age: {}, today: '2026-05-01' })).toBe(true);
  });
});
