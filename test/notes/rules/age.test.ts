import type { ItemFacts } from '../../../src/notes/rules/item-facts';
import { compileRules, ruleFor } from '../../../src/notes/rules/match-rules';
import { ruleOf, someFacts } from './some-facts';

const hasAge = (facts: Partial<ItemFacts>, age: object, today: string): boolean =>
  ruleFor({ facts: someFacts(facts), rules: compileRules([ruleOf({ when: { age } })]), today }) !== null;

describe('a rule about age', () => {
  // Saved late on 1 May: by 30 days it passes on 31 May.
  it.each([
    ['2026-05-30', true, false],
    ['2026-05-31', false, true],
    ['2026-06-01', false, true],
    ['2026-04-01', true, false],
  ])('should on %s say newer %s and older %s when the limit is 30 days', (today, isNewer, isOlder) => {
    expect(hasAge({}, { newerThanDays: 30 }, today)).toBe(isNewer);
    expect(hasAge({}, { olderThanDays: 30 }, today)).toBe(isOlder);
  });

  it('should ask for the day that is named when it is another than that of saving', () => {
    const facts = { published: '2026-01-31', lastHighlighted: '2026-05-20T10:00:00.000Z' };
    expect(hasAge(facts, { newerThanDays: 30, of: 'published' }, '2026-03-02')).toBe(false);
    expect(hasAge(facts, { newerThanDays: 30, of: 'lastHighlighted' }, '2026-06-18')).toBe(true);
  });

  it.each(['', 'soon', '2026-13-01', '2026-1-1'])('should match nothing when the day is %j', (saved) => {
    expect(hasAge({ saved }, { newerThanDays: 30 }, '2026-05-01')).toBe(false);
    expect(hasAge({ saved }, { olderThanDays: 0 }, '2026-05-01')).toBe(false);
  });

  it('should count days before 1970, too', () => {
    expect(hasAge({ saved: '1969-12-31' }, { olderThanDays: 2 }, '1970-01-01')).toBe(false);
    expect(hasAge({ saved: '1969-12-31' }, { olderThanDays: 2 }, '1970-01-02T23:59:59.999Z')).toBe(true);
  });
});
