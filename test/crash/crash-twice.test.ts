import { scenarios } from '../support/scenarios';
import { apart, fairSample, killedBefore } from './crash-points';
import { CRASH_POINTS, problemAfter, record, rehearse } from './crash-runs';

const CRASHES = Math.floor(CRASH_POINTS * 0.7);
const RANDOM_SCENARIOS = 20;
const SCENARIOS = scenarios(RANDOM_SCENARIOS);
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
      const first = fairSample(apart(killedBefore(rehearsal.recording)), FIRST_CRASHES);
      for (const crash of first) {
        const recovery = await record(rehearsal.situation, crash.left());
        for (const second of fairSample(
          apart(killedBefore(recovery)),
          CRASHES / SCENARIOS.length / first.length,
        )) {
          tried += second.points;
          expect(
            await problemAfter({ name: `${crash.name}, then ${second.name}`, left: second.left }, rehearsal),
          ).toBeNull();
        }
      }
      await rehearsal.situation.still.close();
    },
  );
});
