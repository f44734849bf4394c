import fc from 'fast-check';
import type { SyncReport } from '../../src/model/report';
import { expectComplete, expectNothingLost, expectWordsOnce } from '../simulation/compare';
import { run } from '../simulation/engine-tasks';
import { anySettings, oneNoteSettings, OWN_TEMPLATES } from '../simulation/settings-variants';
import { Simulation } from '../simulation/simulation';
import {
  edits,
  oneOf,
  previewAndEdit,
  render,
  service,
  settingsFrom,
  sync,
  templateEdits,
  type Step,
} from '../simulation/steps';
import { shareOfHistories } from './runs';

type Check = (simulation: Simulation, report: SyncReport | null) => void;

const everyWordInPlace: Check = ({ device, person }) => expectNothingLost(device, person);

const everyWordOnce: Check = ({ notes, words }) =>
  expectWordsOnce(
    notes.map(([, text]) => text),
    words,
  );

/** At most the templates may fail, and only where one is broken. */
const onlyTemplatesFail: Check = (_, report) => {
  const failures = report?.failures ?? [];
  expect(failures.filter(({ id }) => id !== 'template')).toEqual([]);
  expect(report?.outcome).toBe(failures.length === 0 ? 'done' : 'partial');
};

/** Plays a history, and checks the notes after each task of the engine and when nothing is left to do. */
async function play(
  simulation: Simulation,
  steps: readonly Step[],
  ...checks: readonly Check[]
): Promise<void> {
  await run(simulation, steps, (report) => checks.forEach((check) => check(simulation, report)));
  simulation.vault.repairTemplates();
  await simulation.settle();
  checks.filter((check) => check !== onlyTemplatesFail).forEach((check) => check(simulation, null));
}

const upTo30 = (steps: fc.Arbitrary<Step>) => fc.array(steps, { minLength: 4, maxLength: 30 });

const withSettings = (values: fc.Arbitrary<object>): fc.Arbitrary<readonly Step[]> =>
  upTo30(oneOf([5, service], [4, edits], [1, settingsFrom(values)], [2, sync], [1, render]));

jest.setTimeout(900_000);

describe('notes that a person writes in', () => {
  it('should keep every word once and in its place, and follow the service everywhere else (I1, I2, I3, I4)', async () => {
    await fc.assert(
      fc.asyncProperty(upTo30(oneOf([5, service], [4, edits], [2, sync])), async (steps) => {
        const simulation = await Simulation.begin();
        await play(simulation, steps, everyWordInPlace);
        const fresh = await simulation.fresh();
        expectComplete(simulation.notes, fresh.vault.entries(), simulation.person);
        await simulation.world.close();
      }),
      shareOfHistories(0.5),
    );
  });

  it('should keep every word through all changes of the settings (I2, I3)', async () => {
    await fc.assert(
      fc.asyncProperty(withSettings(oneNoteSettings), async (steps) => {
        const simulation = await Simulation.begin({ hasFiles: true });
        await play(simulation, steps, everyWordInPlace);
        await simulation.world.close();
      }),
      shareOfHistories(0.15),
    );
  });

  it('should keep every word also where highlights have notes of their own (I2)', async () => {
    await fc.assert(
      fc.asyncProperty(withSettings(anySettings), async (steps) => {
        const values = { notePerHighlight: true, fullText: { place: 'file' } };
        const simulation = await Simulation.begin({ values, hasFiles: true });
        await play(simulation, steps, everyWordOnce);
        await simulation.world.close();
      }),
      shareOfHistories(0.15),
    );
  });

  it('should keep every word while the templates are edited, well and badly (I2, I3)', async () => {
    const steps = upTo30(oneOf([3, service], [3, templateEdits], [3, sync], [3, edits]));
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const simulation = await Simulation.begin({ values: OWN_TEMPLATES });
        await play(simulation, history, everyWordInPlace, onlyTemplatesFail);
        await simulation.world.close();
      }),
      shareOfHistories(0.06),
    );
  });

  it('should keep every word where a person previews some of it (I2, I3)', async () => {
    await fc.assert(
      fc.asyncProperty(
        upTo30(oneOf([6, service], [4, edits], [1, sync], [2, previewAndEdit])),
        async (steps) => {
          const simulation = await Simulation.begin();
          await play(simulation, steps, everyWordInPlace);
          await simulation.world.close();
        },
      ),
      shareOfHistories(0.05),
    );
  });
});
