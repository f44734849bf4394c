import { namedAlike } from '../support/named-alike';
import fc from 'fast-check';
import type { Settings } from '../../src/model/settings';
import { expectNothingLost } from './nothing-lost-check';
import { Person, personDeed, type PersonDeed } from './person';
import { deed, perform, type Deed } from './reader';
import { shareOfHistories } from './runs';
import { anyWish, giveFiles, newFilingDevice, plainWish, render, wish } from './wishes';
import { settings, World, type Device } from './world';

type Step =
  | { readonly kind: 'deed'; readonly deed: Deed }
  | { readonly kind: 'wish'; readonly wish: object }
  | { readonly kind: 'sync' | 'render' };

const history: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('deed' as const), deed }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('wish' as const), wish }) },
    { weight: 2, arbitrary: fc.constant({ kind: 'sync' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'render' as const }) },
  ),
  { minLength: 3, maxLength: 20 },
);

type PersonsStep = Step | { readonly kind: 'person'; readonly deed: PersonDeed };

const personsHistory = (wishes: fc.Arbitrary<object>): fc.Arbitrary<readonly PersonsStep[]> =>
  fc.array(
    fc.oneof(
      { weight: 5, arbitrary: fc.record({ kind: fc.constant('deed' as const), deed }) },
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('person' as const), deed: personDeed }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('wish' as const), wish: wishes }) },
      { weight: 2, arbitrary: fc.constant({ kind: 'sync' as const }) },
      { weight: 1, arbitrary: fc.constant({ kind: 'render' as const }) },
    ),
    { minLength: 4, maxLength: 25 },
  );

jest.setTimeout(900_000);

describe('notes whose reader changes their mind', () => {
  it('should end in the bytes of a fresh sync with the last wish, whatever was wanted before (I1, I5, I8)', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const world = await World.create({
          pageSizes: { exportBooks: 3, exportHighlightsOfBook: 2, documents: 4 },
        });
        const device = newFilingDevice();
        let wanted = settings({ outOfScope: 'trash' });
        for (const step of steps) {
          if (step.kind === 'deed') perform(world, step.deed);
          else if (step.kind === 'wish') wanted = settings(step.wish);
          else await run(world, device, { kind: step.kind, wanted });
        }
        giveFiles(world);
        await world.settle(device, { settings: wanted });
        const fresh = newFilingDevice();
        await world.settle(fresh, { settings: wanted });
        expect(namedAlike(device.vault.entries())).toEqual(namedAlike(fresh.vault.entries()));
        expect(device.files.entries()).toEqual(expect.arrayContaining([...fresh.files.entries()]));
        await world.close();
      }),
      shareOfHistories(0.15),
    );
  });

  it('should keep every word that a person wrote, through all changes of mind (I2, I3)', async () => {
    await fc.assert(
      fc.asyncProperty(personsHistory(plainWish), async (steps) => {
        const world = await World.create({
          pageSizes: { exportBooks: 3, exportHighlightsOfBook: 2, documents: 4 },
        });
        const device = newFilingDevice();
        perform(world, { kind: 'add book', title: 0, category: 0 });
        perform(world, { kind: 'add highlight', pick: 0, text: 1 });
        await live(world, device, { steps, wanted: settings(), expectAfterEach: expectNothingLost });
        await world.close();
      }),
      shareOfHistories(0.15),
    );
  });

  it('should keep every word also where highlights have notes of their own (I2)', async () => {
    await fc.assert(
      fc.asyncProperty(personsHistory(anyWish), async (steps) => {
        const world = await World.create({
          pageSizes: { exportBooks: 3, exportHighlightsOfBook: 2, documents: 4 },
        });
        const device = newFilingDevice();
        perform(world, { kind: 'add book', title: 0, category: 0 });
        perform(world, { kind: 'add document', title: 1, category: 0 });
        perform(world, { kind: 'add highlight', pick: 0, text: 1 });
        await live(world, device, {
          steps,
          wanted: settings({ notePerHighlight: true, fullText: { place: 'file' } }),
          expectAfterEach: expectEachWordOnce,
        });
        await world.close();
      }),
      shareOfHistories(0.15),
    );
  });
});

interface Life {
  readonly steps: readonly PersonsStep[];
  /** At the beginning. */
  readonly wanted: Settings;
  readonly expectAfterEach: (device: Device, person: Person) => void;
}

/** Carries out a history with a person in it, and looks at the notes after each sync and at the end. */
async function live(
  world: World,
  device: Device,
  { steps, wanted: atFirst, expectAfterEach }: Life,
): Promise<void> {
  const person = new Person(device.vault);
  let wanted = atFirst;
  for (const step of steps) {
    if (step.kind === 'deed') perform(world, step.deed);
    else if (step.kind === 'person') person.perform(step.deed);
    else if (step.kind === 'wish') wanted = settings(step.wish);
    else {
      await run(world, device, { kind: step.kind, wanted });
      expectAfterEach(device, person);
    }
  }
  await world.settle(device, { settings: wanted });
  expectAfterEach(device, person);
}

async function run(
  world: World,
  device: Device,
  { kind, wanted }: { readonly kind: 'sync' | 'render'; readonly wanted: Settings },
): Promise<void> {
  if (kind === 'render') {
    await render(world, device, wanted);
    return;
  }
  giveFiles(world);
  world.pass(30);
  await world.sync(device, { settings: wanted });
}

function expectEachWordOnce({ vault }: Device, person: Person): void {
  const text = vault
    .entries()
    .map(([, each]) => each)
    .join('\n');
  const times = [...person.words.keys()].map((word) => [word, text.split(word).length - 1]);
  expect(times.filter(([, count]) => count !== 1)).toEqual([]);
}
