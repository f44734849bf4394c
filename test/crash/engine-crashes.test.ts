import { distinct, fairSample, killedBefore, powerLost, writeLost } from '../simulation/crash-points';
import { scenarios } from '../simulation/scenarios';
import { CRASH_POINTS, problemAfter, rehearse } from './crash-runs';

/** The other crash points are in `crash-twice.full.test.ts` and `disk-crashes.full.test.ts`. */
const CRASHES = Math.floor(CRASH_POINTS * 0.7);
const SCENARIOS = scenarios(58);

jest.setTimeout(900_000);

describe('a sync that is started again', () => {
  let [tried, crashes] = [0, 0];
  afterAll(() => console.log(`${String(tried)} crash points, ${String(crashes)} of them distinct`));

  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
    'should end in the same bytes, wherever it was killed or lost power: %s (I2, I6)',
    async (_name, scenario) => {
      const rehearsal = await rehearse(scenario);
      // The strictest first.
      const points = [killedBefore, powerLost, writeLost].flatMap((of) => of(rehearsal.recording));
      for (const crash of fairSample(distinct(points), CRASHES / SCENARIOS.length)) {
        tried += crash.points;
        crashes += 1;
        expect(await problemAfter(crash, rehearsal)).toBeNull();
      }
      await rehearsal.situation.close();
    },
  );
});
