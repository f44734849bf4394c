import { Asking } from '../simulation/asking';
import { CALM, type AskingStep } from '../simulation/asking-steps';
import { distinct, fairSample, killedBefore, powerLost, writeLost } from '../simulation/crash-points';
import { scenarios } from '../simulation/scenarios';
import { amount } from '../support/amount';
import { CRASH_POINTS, problemAfter, rehearse } from './crash-runs';

/** The other crash points are in `crash-twice.full.test.ts` and `disk-crashes.full.test.ts`. */
const CRASHES = Math.floor(CRASH_POINTS * 0.7);
const SCENARIOS = scenarios(amount('CRASH_HISTORIES', { quick: 20, full: 58 }));

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

describe('a sending that is started again', () => {
  const KINDS = [
    'note',
    'note and text',
    'tag highlight',
    'delete highlight',
    'title',
    'create several',
    'save',
  ] as const;
  const ASKED = KINDS.map((kind): AskingStep => ({ at: 'ask', who: 0, request: { kind, pick: 0 } }));

  it.each(['kill', 'killAfter'] as const)(
    'should send nothing twice and lose nothing, wherever it was stopped: %s (I6, I15)',
    async (stop) => {
      let isStopped = true;
      for (let at = 1; isStopped; at += 1) {
        const asking = await Asking.begin();
        for (const step of ASKED) await asking.play(step);
        await asking.play({
          at: 'send',
          who: 0,
          trouble: { ...CALM, [stop]: at - (stop === 'kill' ? 0 : 1) },
        });
        isStopped = asking.wasStopped;
        await asking.end();
        await asking.world.close();
        expect(at).toBeLessThan(200);
      }
    },
  );
});
