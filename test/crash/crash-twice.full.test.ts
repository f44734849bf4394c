import { distinct, fairSample, killedBefore } from '../simulation/crash-points';
import { scenarios } from '../simulation/scenarios';
import { CRASH_POINTS, problemAfter, record, rehearse } from './crash-runs';

const CRASHES = Math.floor(CRASH_POINTS * 0.7);
const SCENARIOS = scenarios(20);
/** First crashes for each scenario; of each, as many second ones as the number of points allows. */
const FIRST_CRASHES = 7;

jest.setTimeout(900_000);

describe('a sync that is started again and dies again', () => {
  let tried = 0;
  afterAll(() => console.log(`${String(tried)} pairs of crash points tried`));

  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
    'should end in the same bytes, wherever it died both times: %s (I2, I6)',
    async (_name, scenario) => {
      const rehearsal = await rehearse(scenario);
      const first = fairSample(distinct(killedBefore(rehearsal.recording)), FIRST_CRASHES);
      const share = CRASHES / SCENARIOS.length / first.length;
      for (const crash of first) {
        const recovery = await record(rehearsal.situation, crash.left());
        for (const second of fairSample(distinct(killedBefore(recovery)), share)) {
          tried += second.points;
          const both = { name: `${crash.name}, then ${second.name}`, left: second.left };
          expect(await problemAfter(both, rehearsal)).toBeNull();
        }
      }
      await rehearsal.situation.close();
    },
  );
});
