import fc from 'fast-check';
import { expectComplete, expectSameNotes } from '../simulation/compare';
import { run } from '../simulation/engine-tasks';
import {
  absence,
  acceptMissing,
  oneOf,
  preview,
  render,
  service,
  settingsFrom,
  sync,
  templateEdits,
  type Step,
} from '../simulation/steps';
import { comparableSettings, OWN_TEMPLATES } from '../simulation/settings-variants';
import { Simulation } from '../simulation/simulation';
import { HISTORIES, shareOfHistories } from './runs';

/** One note for an item, and several; with files from the web; all of the same name. */
const LAYOUTS = [
  { outOfScope: 'trash' },
  { outOfScope: 'trash', notePerHighlight: true },
  { outOfScope: 'trash', fullText: { place: 'file' }, attachments: { covers: true, images: true } },
  { outOfScope: 'trash', fullText: { place: 'note' }, naming: { folder: '', fileName: 'All' } },
];

const upTo25 = (steps: fc.Arbitrary<Step>) => fc.array(steps, { minLength: 1, maxLength: 25 });

/** Lets nothing be left to do, and compares with a device that sees the library for the first time. */
async function expectLikeFresh(simulation: Simulation): Promise<void> {
  simulation.vault.repairTemplates();
  await simulation.settle();
  const fresh = await simulation.fresh();
  expectSameNotes(simulation.device, fresh);
  expect(simulation.device.files?.entries()).toEqual(
    expect.arrayContaining([...(fresh.files?.entries() ?? [])]),
  );
  await simulation.world.close();
}

jest.setTimeout(900_000);

describe('a chain of incremental syncs', () => {
  it('should end in the same bytes as one fresh full sync (I1, I5)', async () => {
    await fc.assert(
      fc.asyncProperty(upTo25(oneOf([5, service], [1, sync])), async (steps) => {
        const simulation = await Simulation.create();
        await run(simulation, steps);
        await expectLikeFresh(simulation);
      }),
      HISTORIES,
    );
  });

  it('should end in the bytes of a fresh sync with the last settings, whatever they were before (I1, I5, I8)', async () => {
    const steps = oneOf([6, service], [2, settingsFrom(comparableSettings)], [2, sync], [1, render]);
    await fc.assert(
      fc.asyncProperty(upTo25(steps), async (history) => {
        const simulation = await Simulation.create({ values: { outOfScope: 'trash' }, hasFiles: true });
        await run(simulation, history);
        await expectLikeFresh(simulation);
      }),
      shareOfHistories(0.15),
    );
  });

  it('should end in the bytes of a fresh sync once broken templates are repaired (I1, I5, I8)', async () => {
    await fc.assert(
      fc.asyncProperty(upTo25(oneOf([3, service], [3, templateEdits], [3, sync])), async (steps) => {
        const simulation = await Simulation.begin({ values: OWN_TEMPLATES });
        await run(simulation, steps);
        await expectLikeFresh(simulation);
      }),
      shareOfHistories(0.06),
    );
  });

  it('should bring every note up to date that was out of reach for a while, and make none twice (I1, I4)', async () => {
    const steps = oneOf([6, service], [2, absence], [3, sync], [1, acceptMissing], [1, render]);
    await fc.assert(
      fc.asyncProperty(upTo25(steps), async (history) => {
        const simulation = await Simulation.create();
        await run(simulation, history);
        simulation.act({ at: 'back' });
        await simulation.settle();
        const fresh = await simulation.fresh();
        expectComplete(simulation.notes, fresh.vault.entries(), null);
        expect(simulation.notes).toHaveLength(fresh.vault.entries().length);
        await simulation.world.close();
      }),
      shareOfHistories(0.5),
    );
  });

  it.each([0, 1, 2, 3])(
    'should end in the bytes of a fresh sync where a person previews some of it, in layout %i (I1, I4, I5, I8)',
    async (layout) => {
      await fc.assert(
        fc.asyncProperty(upTo25(oneOf([6, service], [1, sync], [2, preview])), async (steps) => {
          const simulation = await Simulation.begin({ values: LAYOUTS[layout] ?? {}, hasFiles: true });
          await run(simulation, steps, (report) => expect(report?.failures ?? []).toEqual([]));
          await expectLikeFresh(simulation);
        }),
        shareOfHistories(0.03),
      );
    },
  );
});
