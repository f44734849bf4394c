import { scenarios } from '../support/scenarios';
import { apart, fairSample, killedBefore, powerLost, writeLost, type CrashPoint } from './crash-points';
import { CRASH_POINTS, problemAfter, rehearse, type Rehearsal } from './crash-runs';

/** The other crash points are in `crash-twice.test.ts` and `disk-crashes.test.ts`. */
const CRASHES = Math.floor(CRASH_POINTS * 0.7);
const RANDOM_SCENARIOS = 58;
const TOLD_SCENARIOS = scenarios(0).length;

/** The strictest first. */
const KINDS: readonly (readonly [name: string, of: (rehearsal: Rehearsal) => readonly CrashPoint[]])[] = [
  ['it is killed between two steps', ({ recording }) => killedBefore(recording)],
  ['the power goes out and the last commits of the state are lost', ({ recording }) => powerLost(recording)],
  ['the power goes out and a note was not forced to the disk', ({ recording }) => writeLost(recording)],
];

jest.setTimeout(900_000);

describe('a sync that is started again', () => {
  let [tried, crashes] = [0, 0];
  afterAll(() => console.log(`${String(tried)} crash points, ${String(crashes)} of them apart`));

  it.each(scenarios(RANDOM_SCENARIOS).map((scenario) => [scenario.name, scenario] as const))(
    'should end in the same bytes, wherever it was killed or lost power: %s (I2, I6)',
    async (_name, scenario) => {
      const rehearsal = await rehearse(scenario);
      const share = CRASHES / (TOLD_SCENARIOS + RANDOM_SCENARIOS);
      const left = apart(KINDS.flatMap(([, of]) => of(rehearsal)));
      for (const crash of fairSample(left, share)) {
        tried += crash.points;
        crashes += 1;
        expect(await problemAfter(crash, rehearsal)).toBeNull();
      }
      await rehearsal.situation.still.close();
    },
  );
});
