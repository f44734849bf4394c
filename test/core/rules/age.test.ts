import * as fc from 'fast-check';
import { dayNumber, hasAge, limitDays } from '../../../src/core/rules/age';
import { compileRules, ruleFor } from '../../../src/core/rules/match-rules';
import { HISTORIES } from '../../property/runs';
import { anyFacts, anyRule, rulesOf, someFacts } from './some-facts';

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
    expect(hasAge(facts, { age: { newerThanDays: 30, of: 'lastHighlighted' }, today: '2026-06-18' })).toBe(true);
  });

  it('should be neither when the item has no such day', () => {
    const facts = someFacts({ saved: '' });
    expect(hasAge(facts, { age: { newerThanDays: 30 }, today: '2026-05-01' })).toBe(false);
    expect(hasAge(facts, { age: { olderThanDays: 0 }, today: '2026-05-01' })).toBe(false);
    expect(hasAge(facts, { age: {}, today: '2026-05-01' })).toBe(true);
  });
});

describe('limitDays', () => {
  it('should name each day once, in order, when rules have limits', () => {
    const rules = rulesOf([
      { when: { age: { olderThanDays: 5, newerThanDays: 30 } }, then: {} },
      { when: { age: { newerThanDays: 1 } }, then: {} },
      { when: { age: { olderThanDays: 30 } }, then: {} },
      { enabled: false, when: { age: { olderThanDays: 2 } }, then: {} },
      { when: { age: { olderThanDays: 2, of: 'lastHighlighted' } }, then: {} },
    ]);
    expect(limitDays(someFacts(), rules)).toEqual(['2026-05-02', '2026-05-06', '2026-05-31']);
  });

  it('should name every day on which another rule comes to count when days go by', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 4 }), anyFacts, (given, facts) => {
        const rules = rulesOf(given);
        const compiled = compileRules(rules);
        const limits = limitDays(facts, rules);
        const start = Date.UTC(2025, 11, 30);
        const days = Array.from({ length: 45 }, (_, index) => new Date(start + index * 86_400_000).toISOString().slice(0, 10));
        for (const [index, today] of days.entries()) {
          const before = ruleFor({ facts, rules: compiled, today: days[index - 1] ?? today });
          if (ruleFor({ facts, rules: compiled, today }) !== before) expect(limits).toContain(today);
        }
      }),
      HISTORIES,
    );
  });
});
