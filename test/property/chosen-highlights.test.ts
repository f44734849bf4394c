import fc from 'fast-check';
import { expectComplete, expectNothingLost, expectSameNotes } from '../simulation/compare';
import { run } from '../simulation/engine-tasks';
import { newChapter } from '../simulation/service-changes';
import { Simulation } from '../simulation/simulation';
import { atService, edits, oneOf, render, service, settingsFrom, sync, type Step } from '../simulation/steps';
import { HISTORIES, shareOfHistories } from './runs';

const words = fc.constantFrom([], ['*(1*'], ['a', '* [*'], ['o']);
const flag = fc.constantFrom(undefined, true as const);

const choice = fc.record({
  any: fc.record({ favorites: flag, withNote: flag }),
  none: fc.record({ texts: words }),
});

/** A choice for everything, and another one for some items. */
const choices = fc.record({ whole: choice, ruled: choice }).map(({ whole, ruled }) => ({
  scope: { highlights: whole },
  rules: [{ when: { kinds: ['article'] }, then: { highlights: ruled } }],
  // What has no highlight left goes, so that vaults can be compared.
  outOfScope: 'trash',
}));

/** The same, also where highlights have notes of their own. */
const withLayouts = fc
  .tuple(choices, fc.boolean())
  .map(([values, notePerHighlight]) => ({ ...values, notePerHighlight }));

const chapters = atService(newChapter);

const upTo25 = (steps: fc.Arbitrary<Step>) => fc.array(steps, { minLength: 3, maxLength: 25 });

jest.setTimeout(900_000);

describe('a choice of highlights that is narrowed and widened', () => {
  it('should end in the bytes of a fresh sync with the last choice where nobody wrote (I1, I5)', async () => {
    const steps = oneOf([6, service], [1, chapters], [3, settingsFrom(withLayouts)], [2, sync], [1, render]);
    await fc.assert(
      fc.asyncProperty(upTo25(steps), async (history) => {
        const simulation = await Simulation.create({ values: { outOfScope: 'trash' } });
        await run(simulation, history);
        await simulation.settle();
        expectSameNotes(simulation.device, await simulation.fresh());
        await simulation.world.close();
      }),
      HISTORIES,
    );
  });

  it('should keep every word of the person once and under its highlight, and every block that they left (I1, I2, I3)', async () => {
    const steps = oneOf(
      [4, service],
      [1, chapters],
      [4, edits],
      [3, settingsFrom(choices)],
      [2, sync],
      [1, render],
    );
    await fc.assert(
      fc.asyncProperty(upTo25(steps), async (history) => {
        const simulation = await Simulation.begin({ values: { outOfScope: 'trash' } });
        const { device, person } = simulation;
        await run(simulation, history, () => expectNothingLost(device, person));
        await simulation.settle();
        expectNothingLost(device, person);
        const fresh = await simulation.fresh();
        expectComplete(simulation.notes, fresh.vault.entries(), person);
        await simulation.world.close();
      }),
      shareOfHistories(0.5),
    );
  });
});
