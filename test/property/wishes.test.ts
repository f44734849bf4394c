import fc from 'fast-check';
import { expectNothingLost } from './nothing-lost-check';
import { Person, personDeed, type PersonDeed } from './person';
import { deed, perform, type Deed } from './reader';
import { shareOfHistories } from './runs';
import { giveTexts, plainWish, wish } from './wishes';
import { newDevice, settings, World } from './world';

type Step = { readonly kind: 'deed'; readonly deed: Deed } | { readonly kind: 'wish'; readonly wish: object } | { readonly kind: 'sync' };

const history: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('deed' as const), deed }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('wish' as const), wish }) },
    { weight: 2, arbitrary: fc.constant({ kind: 'sync' as const }) },
  ),
  { minLength: 3, maxLength: 20 },
);

type PersonsStep = Step | { readonly kind: 'person'; readonly deed: PersonDeed };

const personsHistory: fc.Arbitrary<readonly PersonsStep[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('deed' as const), deed }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('person' as const), deed: personDeed }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('wish' as const), wish: plainWish }) },
    { weight: 2, arbitrary: fc.constant({ kind: 'sync' as const }) },
  ),
  { minLength: 4, maxLength: 25 },
);

jest.setTimeout(900_000);

describe('notes whose reader changes their mind', () => {
  it('should end in the bytes of a fresh sync with the last wish, whatever was wanted before (I1, I5, I8)', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const world = await World.create({ pageSizes: { exportBooks: 3, exportHighlightsOfBook: 2, documents: 4 } });
        const device = newDevice();
        let wanted = settings({ outOfScope: 'trash' });
        for (const step of steps) {
          if (step.kind === 'deed') perform(world, step.deed);
          else if (step.kind === 'wish') wanted = settings(step.wish);
          else {
            giveTexts(world);
            world.pass(30);
            await world.sync(device, { settings: wanted });
          }
        }
        giveTexts(world);
        await world.settle(device, { settings: wanted });
        const fresh = newDevice();
        await world.settle(fresh, { settings: wanted });
        expect(device.vault.entries()).toEqual(fresh.vault.entries());
        await world.close();
      }),
      shareOfHistories(0.25),
    );
  });

  it('should keep every word that a person wrote, through all changes of mind (I2, I3)', async () => {
    await fc.assert(
      fc.asyncProperty(personsHistory, async (steps) => {
        const world = await World.create({ pageSizes: { exportBooks: 3, exportHighlightsOfBook: 2, documents: 4 } });
        const device = newDevice();
        const person = new Person(device.vault);
        let wanted = settings();
        perform(world, { kind: 'add book', title: 0, category: 0 });
        perform(world, { kind: 'add highlight', pick: 0, text: 1 });
        for (const step of steps) {
          if (step.kind === 'deed') perform(world, step.deed);
          else if (step.kind === 'person') person.perform(step.deed);
          else if (step.kind === 'wish') wanted = settings(step.wish);
          else {
            giveTexts(world);
            world.pass(30);
            await world.sync(device, { settings: wanted });
            expectNothingLost(device, person);
          }
        }
        await world.settle(device, { settings: wanted });
        expectNothingLost(device, person);
        await world.close();
      }),
      shareOfHistories(0.25),
    );
  });
});
