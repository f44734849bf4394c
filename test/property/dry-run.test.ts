import fc from 'fast-check';
import type { Failure, SyncReport } from '../../src/model/report';
import { exitCodeOf } from '../../pkg/exit-code';
import { isSame, outcomeOf } from '../simulation/compare';
import { run } from '../simulation/engine-tasks';
import { Simulation } from '../simulation/simulation';
import { everySetting } from '../simulation/settings-variants';
import {
  absence,
  anyStep,
  oneOf,
  outboxTasks,
  service,
  settingsFrom,
  sync,
  type Step,
} from '../simulation/steps';
import { keys, prefixes } from '../../src/store/keys';
import { MadeNotes } from '../../src/sync/journal/made-notes';
import { planRender } from '../../src/sync/render-notes';
import type { SyncOptions } from '../../src/sync/context/sync-options';
import { copyOf, type Device } from '../simulation/world';
import { shareOfHistories } from './runs';

const step = oneOf<Step>([3, anyStep], [2, service], [1, sync], [1, outboxTasks], [1, absence]);
const history = fc.array(step, { maxLength: 15 });
/** How many books more there are: only many notes can be away as a vault is, and not as deleted ones are. */
const more = fc.constantFrom(0, 6);

const sorted = (values: readonly unknown[]): readonly string[] =>
  values.map((each) => JSON.stringify(each)).sort();

/** What a person may ask of a sync, but for `full`, which fetches texts again. */
const ways: fc.Arbitrary<Partial<SyncOptions>> = oneOf<Partial<SyncOptions>>(
  [4, fc.constant({})],
  [1, fc.constant({ confirmation: 'accept-missing' })],
  [1, fc.constantFrom('all' as const, 'undone' as const).map((kind) => ({ restore: { kind } }))],
);

const isObstacle = ({ problem }: Failure): boolean => problem.code === 'cannot-restore';

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

/** But for what cannot be restored: a sync knows that before it has fetched anything, a dry run after it. */
const toldOfBoth = (report: SyncReport) =>
  told({ ...report, notices: report.notices.filter((each) => !isObstacle(each)) });

const notesIn = ({ vault }: Device) => ({ notes: vault.entries(), trash: vault.trashEntries() });

/**
 * What a device remembers, but for what tells how often the service was asked, when that and files were written, and
 * which notes were made together.
 */
async function memoryOf({ state }: Device): Promise<readonly unknown[]> {
  const entries = await state.list({ prefix: '', limit: 100_000 });
  const others = entries
    .filter(({ key }) => !OF_FETCHING.some((prefix) => key.startsWith(prefix)))
    .map(({ key, value }) => [key, JSON.stringify(value).replace(/"(?:requests|vaultWrites)":\d+,/g, '')]);
  const made = (await MadeNotes.read(state)).all();
  return [...others, sorted([...made])];
}
const OF_FETCHING = [
  prefixes.made,
  'pull/',
  'files/',
  'conflicts/',
  'missing/',
  'id/',
  'meta/crawl',
  'meta/document-ids',
  'meta/deletion-candidates',
];

/** Whether a book and a document that were two items are one now. */
async function haveJoined(before: Device, after: Device): Promise<boolean> {
  const books = await before.state.list({ prefix: keys.item('b:'), limit: 100_000 });
  const joined = books.map(({ key }) => keys.book(key.slice(keys.item('b:').length)));
  return (await after.state.getMany(joined)).some((item) => item !== undefined);
}

jest.setTimeout(900_000);

describe('a dry run', () => {
  const expectForetold = async (simulation: Simulation, asked: Partial<SyncOptions>): Promise<void> => {
    const { world, device, wanted } = simulation;
    const [planned, direct] = [copyOf(device), copyOf(device)];
    const before = notesIn(planned);
    const options = { settings: wanted, localClock: world.now + simulation.skew, maxDelete: null, ...asked };
    world.pass(61);
    const { report: plan } = await world.plan(planned, options);
    expect(notesIn(planned)).toEqual(before);
    const after = await world.sync(planned, options);
    const without = await world.sync(direct, options);
    // A text of a document comes after the notes, and a dry run asks for none.
    const hasAllTexts = after.failures.every(({ problem }) => problem.code !== 'no-full-text');
    if (hasAllTexts) expect(told(plan)).toEqual(told(after));
    // A dry run does not know which page would have come first: of a document and the book that it is joined with, or
    // of two notes with one title.
    if (await haveJoined(device, direct)) return;
    expect(outcomeOf(planned)).toEqual(outcomeOf(direct));
    if (!isSame(notesIn(planned), notesIn(direct))) return;
    expect(toldOfBoth(after)).toEqual(toldOfBoth(without));
    expect(await memoryOf(planned)).toEqual(await memoryOf(direct));
  };

  it('should foretell the sync after it, and leave behind what the sync alone leaves, after any history (I5, I14)', async () => {
    await fc.assert(
      fc.asyncProperty(history, more, ways, async (steps, books, asked) => {
        const simulation = await Simulation.begin({ more: books });
        await run(simulation, steps);
        await expectForetold(simulation, asked);
      }),
      shareOfHistories(1),
    );
  });

  it('should foretell what new settings do to the notes, after any history (I5, I14)', async () => {
    await fc.assert(
      fc.asyncProperty(history, more, settingsFrom(everySetting), async (steps, books, change) => {
        const simulation = await Simulation.begin({ more: books });
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
