import { afterAbsence, isRipe, type DeletionCandidate } from '../../src/model/deletion-candidates';

const at = (minutes: number): string => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString();
const DAY = 24 * 60;

const fresh: DeletionCandidate = { id: 'x', absentAt: null };
const seen: DeletionCandidate = { id: 'x', absentAt: at(0) };
const alone: DeletionCandidate = { id: 'x', absentAt: at(0), hadNoControl: true };

describe('afterAbsence', () => {
  it('should note the first look-up, and whether a canary went with it', () => {
    expect(afterAbsence(fresh, { at: at(5), hasControl: true })).toEqual({ id: 'x', absentAt: at(5) });
    expect(afterAbsence(fresh, { at: at(5), hasControl: false })).toEqual({
      id: 'x',
      absentAt: at(5),
      hadNoControl: true,
    });
  });

  it('should confirm ten minutes after the first look-up, a day where either of the two had no canary (I4)', () => {
    expect(afterAbsence(seen, { at: at(9.9), hasControl: true })).toBe(seen);
    expect(afterAbsence(seen, { at: at(10), hasControl: true })).toBeNull();
    for (const [candidate, hasControl] of [
      [seen, false],
      [alone, true],
      [alone, false],
    ] as const) {
      expect(afterAbsence(candidate, { at: at(DAY - 1), hasControl })).toBe(candidate);
      expect(afterAbsence(candidate, { at: at(DAY), hasControl })).toBeNull();
    }
  });

  it('should prove nothing when the service tells no time, or an earlier one (I4)', () => {
    for (const candidate of [fresh, seen, alone])
      expect(afterAbsence(candidate, { at: null, hasControl: true })).toBe(candidate);
    expect(afterAbsence(seen, { at: at(-DAY), hasControl: true })).toBe(seen);
  });
});

describe('isRipe', () => {
  it('should be so at once for one who was not looked up, and else when a look-up could confirm', () => {
    expect(isRipe(fresh, { now: at(0), hasControl: true })).toBe(true);
    expect(isRipe(seen, { now: at(9), hasControl: true })).toBe(false);
    expect(isRipe(seen, { now: at(10), hasControl: true })).toBe(true);
    expect(isRipe(seen, { now: at(10), hasControl: false })).toBe(false);
    expect(isRipe(alone, { now: at(10), hasControl: true })).toBe(false);
  });

  it('should never be so when the service tells no time', () => {
    for (const candidate of [fresh, seen, alone])
      expect(isRipe(candidate, { now: null, hasControl: true })).toBe(false);
  });
});
