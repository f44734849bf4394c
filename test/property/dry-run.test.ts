import fc from 'fast-check';
import type { SyncReport } from '../../src/model/report';
import { exitCodeOf } from '../../pkg/exit-code';
import { run } from '../simulation/engine-tasks';
import { Simulation } from '../simulation/simulation';
import { everySetting } from '../simulation/settings-variants';
import { anyStep, oneOf, service, settingsFrom, sync, type Step } from '../simulation/steps';
import { planRender } from '../../src/sync/render-notes';
import { copyOf, type Device } from '../simulation/world';
import { shareOfHistories } from './runs';

const upTo15 = (step: fc.Arbitrary<Step>) => fc.array(step, { maxLength: 15 });

const sorted = (values: readonly unknown[]): readonly string[] =>
  values.map((each) => JSON.stringify(each)).sort();

/** What a person is told, in any order. */
const told = (report: SyncReport) => ({
  outcome: report.outcome,
  cause: report.cause,
  code: exitCodeOf(report),
  notes: report.notes,
  conflicts: sorted(report.conflicts),
  failures: sorted(report.failures),
  notices: sorted(report.notices),
  hold: report.hold,
  outOfScope: sorted(report.outOfScope ?? []),
});

const notesIn = ({ vault }: Device) => ({ notes: vault.entries(), trash: vault.trashEntries() });

/** What a device remembers, but for what tells how often the service was asked, and when that and files were written. */
async function memoryOf({ state }: Device): Promise<readonly unknown[]> {
  const entries = await state.list({ prefix: '', limit: 100_000 });
  return entries
    .filter(({ key }) => !OF_FETCHING.some((prefix) => key.startsWith(prefix)))
    .map(({ key, value }) => [key, JSON.stringify(value).replace(/"(?:requests|vaultWrites)":\d+,/g, '')]);
}
const OF_FETCHING = [
  'pull/',
  'files/',
  'conflicts/',
  'id/',
  'meta/crawl',
  'meta/document-ids',
  'meta/deletion-candidates',
];

jest.setTimeout(900_000);

describe('a dry run', () => {
  const expectForetold = async (simulation: Simulation): Promise<void> => {
    const { world, device, wanted } = simulation;
    const [planned, direct] = [copyOf(device), copyOf(device)];
    const before = notesIn(planned);
    const options = { settings: wanted, localClock: world.now + simulation.skew, maxDelete: null };
    world.pass(61);
    const { report: plan } = await world.plan(planned, options);
    expect(notesIn(planned)).toEqual(before);
    const after = await world.sync(planned, options);
    const without = await world.sync(direct, options);
    expect(notesIn(planned)).toEqual(notesIn(direct));
    expect(told(after)).toEqual(told(without));
    expect(told(plan)).toEqual(told(without));
    expect(await memoryOf(planned)).toEqual(await memoryOf(direct));
  };

  it('should foretell the sync after it, and leave behind what the sync alone leaves, after any history (I5, I14)', async () => {
    await fc.assert(
      fc.asyncProperty(upTo15(oneOf([3, anyStep], [2, service], [1, sync])), async (steps) => {
        const simulation = await Simulation.begin();
        await run(simulation, steps);
        await expectForetold(simulation);
      }),
      shareOfHistories(1),
    );
  });

  it('should foretell what new settings do to the notes, after any history (I5, I14)', async () => {
    const newSettings = fc.tuple(
      upTo15(oneOf([3, anyStep], [2, service], [1, sync])),
      settingsFrom(everySetting),
    );
    await fc.assert(
      fc.asyncProperty(newSettings, async ([steps, change]) => {
        const simulation = await Simulation.begin();
        await run(simulation, [...steps, change]);
        const { world, device, wanted } = simulation;
        const before = notesIn(device);
        const { report } = await planRender(world.dependencies(device), { settings: wanted });
        expect(notesIn(device)).toEqual(before);
        expect(told(report)).toEqual(told(await world.render(device, wanted)));
      }),
      shareOfHistories(0.5),
    );
  });
});
