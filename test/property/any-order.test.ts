import fc from 'fast-check';
import { shownId } from '../../src/model/note-part';
import { notePlaces } from '../../src/store/note-places';
import { isPlainText } from '../../src/sync/plan/note-identity';
import { expectUntouchedLike } from '../simulation/compare';
import { run } from '../simulation/engine-tasks';
import { Simulation } from '../simulation/simulation';
import { idsOf } from '../simulation/snapshot';
import {
  absence,
  anyStep,
  edits,
  oneOf,
  outboxTasks,
  returnTasks,
  service,
  sync,
  type Step,
} from '../simulation/steps';
import { shareOfHistories } from './runs';

const history = fc.array(anyStep, { minLength: 1, maxLength: 36, size: 'max' });

/** Ids of notes that a person made plain ones, if that or their place is known: no restore of all brings these back. */
async function madePlain({ devices, vault }: Simulation): Promise<readonly string[]> {
  const plain = new Set(vault.entries().flatMap(([path, text]) => (isPlainText(text) ? [path] : [])));
  const places = await Promise.all(devices.map(({ state }) => notePlaces(state)));
  return places.flatMap((known) =>
    [...known].flatMap(([noteKey, { path, absence }]) =>
      absence === 'plain' || plain.has(path) ? [shownId(noteKey)] : [],
    ),
  );
}

/** What must hold when nobody does anything any more. */
async function expectGoodEnd(simulation: Simulation): Promise<void> {
  const { world, devices, invariants, vault } = simulation;
  simulation.act({ at: 'back' });
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
  const there = new Set([
    ...vault.entries().flatMap(([, text]) => idsOf(text)),
    ...(await madePlain(simulation)),
  ]);
  const missing = fresh.filter(([, text]) => !idsOf(text).some((id) => there.has(id)));
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

  it('should do so where changes are refused and discarded, and a vault is away for a while (I1, I2, I4, I5, I6, I14)', async () => {
    const step = oneOf<Step>(
      [4, outboxTasks],
      [2, returnTasks],
      [2, absence],
      [1, sync],
      [2, service],
      [2, edits],
      [2, anyStep],
    );
    const steps = fc.array(step, { minLength: 1, maxLength: 30, size: 'max' });
    await fc.assert(
      fc.asyncProperty(steps, fc.constantFrom(0, 6), async (history, more) => {
        const simulation = await Simulation.begin({ more });
        await run(simulation, history);
        await expectGoodEnd(simulation);
        await simulation.world.close();
      }),
      shareOfHistories(0.06),
    );
  });
});
