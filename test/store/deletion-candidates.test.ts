import { withAbsence, isLookupDue, type DeletionCandidate } from '../../src/store/deletion-candidates';

const at = (minutes: number): string => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString();
const DAY = 24 * 60;

const fresh: DeletionCandidate = { id: 'x', absentAt: null };
const seen: DeletionCandidate = { id: 'x', absentAt: at(0) };
const alone: DeletionCandidate = { id: 'x', absentAt: at(0), hadNoControl: true };

describe('withAbsence', () => {
  it('should note the first look-up, and whether a canary went with it', () => {
    expect(withAbsence(fresh, { at: at(5), hasControl: true })).toEqual({ id: 'x', absentAt: at(5) });
    expect(withAbsence(fresh, { at: at(5), hasControl: false })).toEqual({
      id: 'x',
      absentAt: at(5),
      hadNoControl: true,
    });
  });

  it('should confirm ten minutes after the first look-up, a day where either of the two had no canary (I4)', () => {
    expect(withAbsence(seen, { at: at(9.9), hasControl: true })).toBe(seen);
    expect(withAbsence(seen, { at: at(10), hasControl: true })).toBeNull();
    for (const [candidate, hasControl] of [
      [seen, false],
      [alone, true],
      [alone, false],
    ] as const) {
      expect(withAbsence(candidate, { at: at(DAY - 1), hasControl })).toBe(candidate);
      expect(withAbsence(candidate, { at: at(DAY), hasControl })).toBeNull();
    }
  });

  it('should prove nothing when the service tells no time, or an earlier one (I4)', () => {
    for (const candidate of [fresh, seen, alone])
      expect(withAbsence(candidate, { at: null, hasControl: true })).toBe(candidate);
    expect(withAbsence(seen, { at: at(-DAY), hasControl: true })).toBe(seen);
  });
});

describe('isLookupDue', () => {
  it('should be so at once for one who was not looked up, and else when a look-up could confirm', () => {
    expect(isLookupDue(fresh, { now: at(0), hasControl: true })).toBe(true);
    expect(isLookupDue(seen, { now: at(9), hasControl: true })).toBe(false);
    expect(isLookupDue(seen, { now: at(10), hasControl: true })).toBe(true);
    expect(isLookupDue(seen, { now: at(10), hasControl: false })).toBe(false);
    expect(isLookupDue(alone, { now: at(10), hasControl: true })).toBe(false);
  });

  it('should never be so when the service tells no time', () => {
    for (const candidate of [fresh, seen, alone])
      expect(isLookupDue(candidate, { now: null, hasControl: true })).toBe(false);
  });
});
