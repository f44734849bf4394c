import fc from 'fast-check';
import { expectUntouchedLike } from '../simulation/compare';
import { run } from '../simulation/engine-tasks';
import { Simulation } from '../simulation/simulation';
import { idsOf } from '../simulation/snapshot';
import { anyStep } from '../simulation/steps';
import { shareOfHistories } from './runs';

const history = fc.array(anyStep, { minLength: 1, maxLength: 36, size: 'max' });

/** What must hold when nobody does anything any more. */
async function expectGoodEnd(simulation: Simulation): Promise<void> {
  const { world, devices, invariants, vault } = simulation;
  vault.repairTemplates();
  await simulation.settleAll();
  for (const device of devices) await world.render(device, simulation.wanted);
  invariants.check();
  await simulation.settleAll();
  const fresh = (await simulation.fresh()).vault.entries();
  expectUntouchedLike(vault.entries(), fresh);
  await simulation.makeSecondsPlain();
  invariants.mayReturn = true;
  await simulation.settleAll({ restore: { kind: 'all' } });
  if (invariants.isMixedUp) return;
  const standing = new Set(vault.entries().flatMap(([, text]) => idsOf(text)));
  const missing = fresh.filter(([, text]) => !idsOf(text).some((id) => standing.has(id)));
  expect(missing.map(([path]) => path)).toEqual([]);
}

jest.setTimeout(90_000_000);

describe('all that a person can do, in any order', () => {
  it('should lose no word, double no note and tell the truth after each step, and come to rest (I1, I2, I4, I5, I6, I14)', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const simulation = await Simulation.begin({ hasFiles: true });
        await run(simulation, steps);
        await expectGoodEnd(simulation);
        await simulation.world.close();
      }),
      shareOfHistories(0.06),
    );
  });
});
