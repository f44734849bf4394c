import { namedAlike } from '../support/named-alike';
import fc from 'fast-check';
import type { PlannedAction, SyncReport } from '../../src/model/report';
import { itemKeyOf } from '../../src/notes/layout/note-part';
import { apply } from '../features/preview/choose';
import { expectNothingLost } from './nothing-lost-check';
import { Person, personDeed, type PersonDeed } from './person';
import { deed, perform, type Deed } from './reader';
import { shareOfHistories } from './runs';
import { giveFiles, newFilingDevice } from './wishes';
import { settings, World, type Device } from './world';

/** What a person ticks in a plan: which of its items, and which of the notes that would leave their places. */
interface Ticks {
  readonly items: number;
  readonly removals: number;
}

type Step =
  | { readonly at: 'service'; readonly deed: Deed }
  | { readonly at: 'vault'; readonly deed: PersonDeed }
  | { readonly at: 'sync' }
  | { readonly at: 'preview'; readonly ticks: Ticks; readonly meanwhile: readonly PersonDeed[] };

const ticks: fc.Arbitrary<Ticks> = fc.record({ items: fc.nat(65_535), removals: fc.nat(65_535) });

const stepsWith = (deeds: fc.Arbitrary<PersonDeed>, weight: number): fc.Arbitrary<readonly Step[]> =>
  fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.record({ at: fc.constant('service' as const), deed }) },
      { weight, arbitrary: fc.record({ at: fc.constant('vault' as const), deed: deeds }) },
      { weight: 1, arbitrary: fc.constant({ at: 'sync' as const }) },
      {
        weight: 2,
        arbitrary: fc.record({
          at: fc.constant('preview' as const),
          ticks,
          meanwhile: fc.array(deeds, { maxLength: weight }),
        }),
      },
    ),
    { minLength: 4, maxLength: 25 },
  );

/** One note for an item, and several; with files from the web; all of the same name. */
const LAYOUTS = [
  settings({ outOfScope: 'trash' }),
  settings({ outOfScope: 'trash', notePerHighlight: true }),
  settings({ outOfScope: 'trash', fullText: { place: 'file' }, attachments: { covers: true, images: true } }),
  settings({ outOfScope: 'trash', fullText: { place: 'note' }, naming: { folder: '', fileName: 'All' } }),
];

jest.setTimeout(900_000);

describe('a person who previews, and applies some of it', () => {
  it.each([0, 1, 2, 3])(
    'should see nothing written before that, and end in the bytes of a sync that does all at once, in layout %i (I1, I4, I5, I8)',
    async (layout) => {
      await fc.assert(
        fc.asyncProperty(stepsWith(personDeed, 0), async (steps) => {
          const wanted = LAYOUTS[layout] ?? settings();
          const { world, device } = await live(steps, wanted);
          giveFiles(world);
          await world.settle(device, { settings: wanted });
          const fresh = newFilingDevice();
          await world.settle(fresh, { settings: wanted });
          expect(namedAlike(device.vault.entries())).toEqual(namedAlike(fresh.vault.entries()));
          await world.close();
        }),
        shareOfHistories(0.03),
      );
    },
  );

  it('should find every word of theirs once and in its place (I2, I3)', async () => {
    await fc.assert(
      fc.asyncProperty(stepsWith(personDeed, 4), async (steps) => {
        const { world, device, person } = await live(steps, settings());
        expectNothingLost(device, person);
        await world.settle(device);
        expectNothingLost(device, person);
        await world.close();
      }),
      shareOfHistories(0.05),
    );
  });

  it('should find the same notes where they apply some and sync as where they sync at once (I1, I8)', async () => {
    await fc.assert(
      fc.asyncProperty(
        stepsWith(personDeed, 4),
        fc.array(deed, { minLength: 1, maxLength: 6 }),
        ticks,
        async (steps, news, chosen) => {
          const { world, device } = await live(steps, settings());
          await world.settle(device);
          news.forEach((each) => perform(world, each));
          world.pass(600);
          const atOnce = { ...newFilingDevice(), vault: device.vault.copy(), state: device.state.copy() };
          await world.settle(atOnce);
          await previewAndApply(world, device, {
            ticks: chosen,
            meanwhile: () => undefined,
            wanted: settings(),
          });
          await world.settle(device);
          expect(namedAlike(device.vault.entries())).toEqual(namedAlike(atOnce.vault.entries()));
          await world.close();
        },
      ),
      shareOfHistories(0.05),
    );
  });
});

async function live(
  steps: readonly Step[],
  wanted: ReturnType<typeof settings>,
): Promise<{ readonly world: World; readonly device: Device; readonly person: Person }> {
  const world = await World.create({
    pageSizes: { exportBooks: 3, exportHighlightsOfBook: 2, documents: 4 },
  });
  const device = newFilingDevice();
  const person = new Person(device.vault);
  perform(world, { kind: 'add book', title: 0, category: 0 });
  perform(world, { kind: 'add highlight', pick: 0, text: 1 });
  await world.settle(device, { settings: wanted });
  for (const step of steps) {
    if (step.at === 'service') perform(world, step.deed);
    else if (step.at === 'vault') person.perform(step.deed);
    else {
      giveFiles(world);
      world.pass(30);
      if (step.at === 'sync') await world.sync(device, { settings: wanted });
      else
        await previewAndApply(world, device, {
          ticks: step.ticks,
          meanwhile: () => step.meanwhile.forEach((each) => person.perform(each)),
          wanted,
        });
    }
  }
  return { world, device, person };
}

interface Visit {
  readonly ticks: Ticks;
  /** What the person does to their notes while the plan is before them. */
  readonly meanwhile: () => void;
  readonly wanted: ReturnType<typeof settings>;
}

async function previewAndApply(
  world: World,
  device: Device,
  { ticks: { items, removals }, meanwhile, wanted }: Visit,
): Promise<void> {
  const everything = (): unknown => [device.vault.entries(), device.vault.trashEntries()];
  const before = everything();
  const report = await world.sync(device, { dryRun: true, maxDelete: null, settings: wanted });
  expect(everything()).toEqual(before);
  if (report.outcome === 'failed') return;
  meanwhile();
  const { plan = [], hold } = report;
  const chosen = new Set(
    plan.map(({ note }) => itemKeyOf(note)).filter((_, index) => isTicked(items, index)),
  );
  const remove = new Set(
    leavingIn(report)
      .filter((_, index) => isTicked(removals, index))
      .map(({ note }) => note),
  );
  const trashed = device.vault.trashEntries().length;
  // All ticked is a wish of its own: all that is due.
  const applied = await apply(
    world,
    device,
    { items: items % 8 === 0 ? undefined : chosen, remove, hold },
    wanted,
  );
  expect(applied.failures).toEqual([]);
  expect(applied.notes.trashed).toBeLessThanOrEqual(remove.size);
  expect(device.vault.trashEntries().length - trashed).toBeLessThanOrEqual(applied.notes.trashed);
}

const isTicked = (mask: number, index: number): boolean => ((mask >> (index % 16)) & 1) === 1;

function leavingIn({ plan = [], hold }: SyncReport): readonly PlannedAction[] {
  const held = new Set((hold?.notes ?? []).map(({ id }) => id));
  return plan.filter(({ action, id }) => action === 'trash' || action === 'archive' || held.has(id));
}
