import { afterAbsence, isRipe, type Suspect } from '../../src/model/suspects';

const at = (minutes: number): string => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString();
const DAY = 24 * 60;

const fresh: Suspect = { id: 'x', absentAt: null };
const seen: Suspect = { id: 'x', absentAt: at(0) };
const alone: Suspect = { id: 'x', absentAt: at(0), hadNoCanary: true };

describe('afterAbsence', () => {
  it('should note the first look-up, and whether a canary went with it', () => {
    expect(afterAbsence(fresh, { at: at(5), hasCanary: true })).toEqual({ id: 'x', absentAt: at(5) });
    expect(afterAbsence(fresh, { at: at(5), hasCanary: false })).toEqual({
      id: 'x',
      absentAt: at(5),
      hadNoCanary: true,
    });
  });

  it('should convict ten minutes after the first look-up, a day where either of the two had no canary (I4)', () => {
    expect(afterAbsence(seen, { at: at(9.9), hasCanary: true })).toBe(seen);
    expect(afterAbsence(seen, { at: at(10), hasCanary: true })).toBeNull();
    for (const [suspect, hasCanary] of [
      [seen, false],
      [alone, true],
      [alone, false],
    ] as const) {
      expect(afterAbsence(suspect, { at: at(DAY - 1), hasCanary })).toBe(suspect);
      expect(afterAbsence(suspect, { at: at(DAY), hasCanary })).toBeNull();
    }
  });

  it('should prove nothing when the service tells no time, or an earlier one (I4)', () => {
    for (const suspect of [fresh, seen, alone])
      expect(afterAbsence(suspect, { at: null, hasCanary: true })).toBe(suspect);
    expect(afterAbsence(seen, { at: at(-DAY), hasCanary: true })).toBe(seen);
  });
});

describe('isRipe', () => {
  it('should be so at once for one who was not looked up, and else when a look-up could convict', () => {
    expect(isRipe(fresh, { now: at(0), hasCanary: true })).toBe(true);
    expect(isRipe(seen, { now: at(9), hasCanary: true })).toBe(false);
    expect(isRipe(seen, { now: at(10), hasCanary: true })).toBe(true);
    expect(isRipe(seen, { now: at(10), hasCanary: false })).toBe(false);
    expect(isRipe(alone, { now: at(10), hasCanary: true })).toBe(false);
  });

  it('should never be so when the service tells no time', () => {
    for (const suspect of [fresh, seen, alone])
      expect(isRipe(suspect, { now: null, hasCanary: true })).toBe(false);
  });
});
