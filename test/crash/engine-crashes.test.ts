import { scenarios } from '../support/scenarios';
import { fairSample, killedBefore, powerLost, writeLost, type CrashPoint } from './crash-points';
import { CRASH_POINTS, problemAfter, rehearse, type Rehearsal } from './crash-runs';

/** The other crash points are in `crash-twice.test.ts` and `disk-crashes.test.ts`. */
const POINTS = Math.floor(CRASH_POINTS * 0.5);
const RANDOM_SCENARIOS = 30;
const TOLD_SCENARIOS = scenarios(0).length;

const KINDS: readonly (readonly [name: string, of: (rehearsal: Rehearsal) => readonly CrashPoint[]])[] = [
  ['it is killed between two steps', ({ recording }) => killedBefore(recording)],
  ['the power goes out and the last commits of the state are lost', ({ recording }) => powerLost(recording)],
  ['the power goes out and a note was not forced to the disk', ({ recording }) => writeLost(recording)],
];

jest.setTimeout(900_000);

describe('a sync that is started again', () => {
  let tried = 0;
  afterAll(() => console.log(`${String(tried)} crash points tried`));

  it.each(scenarios(RANDOM_SCENARIOS).map((scenario) => [scenario.name, scenario] as const))('should end in the same bytes, wherever it was killed or lost power: %s (I2, I6)', async (_name, scenario) => {
    const rehearsal = await rehearse(scenario);
    const share = POINTS / (TOLD_SCENARIOS + RANDOM_SCENARIOS);
    const points = KINDS.flatMap(([, of]) => of(rehearsal));
    for (const point of fairSample(points, share)) {
      tried += 1;
      expect(await problemAfter(point, rehearsal)).toBeNull();
    }
    await rehearsal.situation.still.close();
  });
});
