import { fairSample } from '../crash/crash-points';
import { scenarios } from '../support/scenarios';
import { CONNECTION_FAULTS } from './connection-faults';
import type { FaultPoint, RequestFault } from './fault';
import { baseline, FAULT_POINTS, problemsOf } from './fault-runs';
import { PAGE_FAULTS } from './page-faults';

const RANDOM_SCENARIOS = 20;
const FAULTS: readonly RequestFault[] = [...CONNECTION_FAULTS, ...PAGE_FAULTS];
/** Texts come after the watermarks, and one that fails stops nothing: that is tried in `test/sync/pull/full-texts.test.ts`. */
const SCENARIOS = scenarios(RANDOM_SCENARIOS).filter(({ name }) => !name.includes('full texts'));

/** Each request once, and from each request on. */
function pointsFor(requests: number): readonly FaultPoint[] {
  return FAULTS.flatMap((fault) =>
    (['once', 'always'] as const).flatMap((times) =>
      Array.from({ length: fault[times] === null ? 0 : requests }, (_, index) => ({ fault, times, index })),
    ),
  );
}

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
      const points = fairSample(pointsFor(clean.requests), Math.ceil(FAULT_POINTS / SCENARIOS.length));
      const problems: (readonly [string, readonly string[]])[] = [];
      for (const point of points) {
        tried += 1;
        const found = await problemsOf([point], clean);
        if (found.length > 0) problems.push([nameOf(point), found]);
      }
      expect(problems.slice(0, 40)).toEqual([]);
      await clean.situation.still.close();
    },
  );
});
