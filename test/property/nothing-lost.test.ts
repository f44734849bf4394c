import fc from 'fast-check';
import { normalizeText } from '../../src/model/hash';
import { isUntouched, splitNote } from '../../src/notes/note/note';
import { expectNothingLost } from './nothing-lost-check';
import { anchorsIn, identitiesIn, Person, personDeed, type PersonDeed } from './person';
import { deed, perform, type Deed } from './reader';
import { shareOfHistories } from './runs';
import { newDevice, World, type Device } from './world';

type Step =
  | { readonly at: 'service'; readonly deed: Deed }
  | { readonly at: 'vault'; readonly deed: PersonDeed }
  | { readonly at: 'sync' };

const history: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ at: fc.constant('service' as const), deed }) },
    { weight: 4, arbitrary: fc.record({ at: fc.constant('vault' as const), deed: personDeed }) },
    { weight: 2, arbitrary: fc.constant({ at: 'sync' as const }) },
  ),
  { minLength: 4, maxLength: 30 },
);

jest.setTimeout(900_000);

describe('notes that a person writes in', () => {
  it('should keep every word once and in its place, and follow the service everywhere else (I1, I2, I3, I4)', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const world = await World.create({
          pageSizes: { exportBooks: 3, exportHighlightsOfBook: 2, documents: 4 },
        });
        const device = newDevice();
        const person = new Person(device.vault);
        perform(world, { kind: 'add book', title: 0, category: 0 });
        perform(world, { kind: 'add highlight', pick: 0, text: 1 });
        await world.settle(device);
        for (const step of steps) {
          if (step.at === 'service') perform(world, step.deed);
          else if (step.at === 'vault') person.perform(step.deed);
          else {
            world.pass(30);
            await world.sync(device);
            expectNothingLost(device, person);
          }
        }
        await world.settle(device);
        expectNothingLost(device, person);
        expectComplete({ device, fresh: await world.fresh(), person });
        await world.close();
      }),
      shareOfHistories(0.5),
    );
  });
});

function expectComplete({
  device,
  fresh,
  person,
}: {
  readonly device: Device;
  readonly fresh: Device;
  readonly person: Person;
}): void {
  const notes = device.vault.entries().map(([, text]) => text);
  for (const [, text] of fresh.vault.entries()) {
    const ids = identitiesIn(text);
    if (ids.some((id) => person.deletedNotes.has(id))) continue;
    const mine = notes.filter((note) => identitiesIn(note).some((id) => ids.includes(id)));
    expect([ids, mine.length]).toEqual([ids, 1]);
    const note = mine[0] ?? '';
    expect(
      anchorsIn(text).filter(
        (anchor) => !person.deletedAnchors.has(anchor) && !anchorsIn(note).includes(anchor),
      ),
    ).toEqual([]);
    // The trailer also knows what the person did; what a linter did to line ends is no change.
    const seen = (whole: string): string => normalizeText(whole.replace(/^%% florilegium .*$/m, ''));
    if (isUntouched(splitNote(note))) expect(seen(note)).toBe(seen(text));
  }
}
