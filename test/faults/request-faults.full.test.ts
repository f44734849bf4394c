import { fairSample } from '../simulation/crash-points';
import { scenarios } from '../simulation/scenarios';
import { amount } from '../support/amount';
import { FAULTS } from './fault-kinds';
import { baseline, problemsAfter } from './fault-runs';
import type { FaultPoint } from './faulty-client';

/**
 * How many requests are struck in all, a fair sample of every request and every fault; all of them:
 * `FAULT_POINTS=13000` and more.
 */
const FAULT_POINTS = amount('FAULT_POINTS', { quick: 30, full: 1000 });
/**
 * Texts come after the watermarks, and one that fails stops nothing: that is tried in
 * `test/sync/pull/full-texts.test.ts`.
 */
const SCENARIOS = scenarios(20).filter(({ name }) => !name.includes('full texts'));

/** Each request once, and from each request on. */
const pointsFor = (requests: number): readonly FaultPoint[] =>
  FAULTS.flatMap((fault) =>
    (['once', 'always'] as const).flatMap((times) =>
      Array.from({ length: requests }, (_, index) => ({ fault, times, index })),
    ),
  );

const nameOf = ({ fault, times, index }: FaultPoint): string =>
  `${fault.name}, ${times === 'once' ? 'at' : 'from'} request ${String(index)}`;

jest.setTimeout(900_000);

describe('a sync whose requests fail', () => {
  let tried = 0;
  afterAll(() => console.log(`${String(tried)} request faults tried`));

  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
    'should say what happened, harm nothing, and be made good by the next one: %s (I4, I6, I14)',
    async (_name, scenario) => {
      const clean = await baseline(scenario);
      const problems: (readonly [string, readonly string[]])[] = [];
      for (const point of fairSample(pointsFor(clean.requests), Math.ceil(FAULT_POINTS / SCENARIOS.length))) {
        tried += 1;
        const found = await problemsAfter(point, clean);
        if (found.length > 0) problems.push([nameOf(point), found]);
      }
      expect(problems.slice(0, 40)).toEqual([]);
      await clean.situation.close();
    },
  );
});
