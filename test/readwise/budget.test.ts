import fc from 'fast-check';
import { RateBudget } from '../../src/readwise/budget';
import { FakeClock } from '../support/fake-clock';
import { mostInAnyMinute } from './support/pacing';

/**
 * One request: waits for the budget, then takes `latency`; the service counts it `share` of the way. Returns
 * when it counted.
 */
async function request(
  clock: FakeClock,
  budget: RateBudget,
  { latency, share }: { latency: number; share: number },
): Promise<number> {
  for (let ms = budget.waitAt(clock.monotonic()); ms > 0; ms = budget.waitAt(clock.monotonic()))
    await clock.sleep(ms);
  const spent = budget.spend();
  const counted = clock.monotonic() + latency * share;
  await clock.sleep(latency);
  budget.settle(spent, clock.monotonic());
  return counted;
}

describe('RateBudget', () => {
  it('should let the whole burst go at once and then wait one window', async () => {
    const clock = new FakeClock();
    const budget = new RateBudget(20);
    const moments: number[] = [];
    for (let index = 0; index < 45; index += 1)
      moments.push(await request(clock, budget, { latency: 0, share: 0 }));
    expect(moments.filter((moment) => moment === 0)).toHaveLength(20);
    expect([...new Set(moments)]).toEqual([0, 60_050, 120_100]);
  });

  it('should be free again by the first answer, whichever request it was of', () => {
    const budget = new RateBudget(3);
    const [first, second, third] = [budget.spend(), budget.spend(), budget.spend()];
    budget.settle(second, 5000);
    budget.settle(third, 1000);
    budget.settle(first, 9000);
    expect(budget.waitAt(10_000)).toBe(51_050);
    expect(budget.waitAt(61_050)).toBe(0);
  });

  it('should never let the service see more than its rate in any minute, whatever the latency', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 8 }),
        fc.array(
          fc.record({
            latency: fc.integer({ min: 0, max: 40_000 }),
            share: fc.double({ min: 0, max: 1, noNaN: true }),
          }),
          { minLength: 1, maxLength: 40 },
        ),
        fc.integer({ min: 1, max: 3 }),
        async (rate, requests, lanes) => {
          const clock = new FakeClock();
          const budget = new RateBudget(rate);
          const moments: number[] = [];
          const queue = [...requests];
          const work = async (): Promise<void> => {
            for (let next = queue.shift(); next !== undefined; next = queue.shift())
              moments.push(await request(clock, budget, next));
          };
          await Promise.all(Array.from({ length: lanes }, work));
          expect(moments).toHaveLength(requests.length);
          expect(mostInAnyMinute(moments)).toBeLessThanOrEqual(rate);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('should never wait when fewer than the rate went out in the last minute', async () => {
    const clock = new FakeClock();
    const budget = new RateBudget(20);
    for (let index = 0; index < 200; index += 1) {
      const asked = clock.monotonic();
      expect(await request(clock, budget, { latency: 0, share: 0 })).toBe(asked);
      await clock.sleep(3_010);
    }
  });

  it('should hold everything back when it is paused, and keep the longer of two pauses', () => {
    const budget = new RateBudget(20);
    budget.pause(1000, 5000);
    budget.pause(1500, 1000);
    expect(budget.waitAt(2000)).toBe(4000);
    expect(budget.waitAt(6000)).toBe(0);
  });
});
