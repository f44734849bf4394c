import { chosenByDefault } from '../../src/features/adopt/adoption';
import { applyAdoption } from '../../src/features/adopt/apply-adoption';
import { planAdoption } from '../../src/features/adopt/plan-adoption';
import { MovingIn } from '../features/adopt/moving-in';
import { crashesOf, textAt, type Crash } from '../simulation/crash-points';
import { copyOf, settings, type Device, type Place } from '../simulation/world';
import { officialNote } from '../support/foreign-notes';
import { undo } from '../sync/journal/history-scene';

const TEXTS = [
  'One river in the morning of the garden.',
  'Two silver windows of the winter harbour.',
  'Three lanterns in the tender meadow.',
];
const [THEIRS, OURS] = ['Reading/Mine.md', 'Readwise/Books/Walden.md'];

/**
 * Another plugin's note that lacks a highlight, of a book that has no note yet, one of a sync's, or one that
 * the person deleted.
 */
async function moveIn(own: 'none yet' | 'to be replaced' | 'deleted'): Promise<MovingIn> {
  const house = await MovingIn.create();
  const book = house.addBook({ title: 'Walden', texts: TEXTS });
  if (own !== 'none yet') await house.world.settle(house.device);
  if (own === 'deleted') {
    house.device.vault.remove(OURS);
    house.world.library.addHighlight(book.id, { text: 'Four of another kind.', location: 70 });
    await house.world.settle(house.device);
  }
  house.device.vault.put(THEIRS, officialNote({ ...book, highlights: book.highlights.slice(0, 2) }));
  if (own === 'none yet') await house.look();
  return house;
}

/** Takes over all that can be, as a person who ticks every box. */
async function adopt({ world }: MovingIn, { vault, state }: Place, paths: readonly string[]): Promise<void> {
  const dependencies = { vault, state, clock: world.clock() };
  const plan = await planAdoption(dependencies, { settings: settings(), paths });
  const byDefault = chosenByDefault(plan);
  const chosen = byDefault.length > 0 ? byDefault : plan.adoptions;
  await applyAdoption(dependencies, { settings: settings(), chosen });
}

const pathsOf = ({ vault }: Device): readonly string[] => vault.entries().map(([path]) => path);

/** What is there when the syncs after it have come to rest. */
const outcomeOf = ({ world }: MovingIn, device: Device) =>
  world.rewind(async () => {
    // What did not move in is left where it is.
    await world.settle(device, { confirmation: 'leave-others' });
    const { conflicts, failures } = await world.sync(device);
    return { notes: device.vault.entries(), trash: device.vault.trashEntries(), conflicts, failures };
  });

jest.setTimeout(900_000);

describe.each(['none yet', 'to be replaced', 'deleted'] as const)(
  'an adoption that is killed, of an item whose own note is %s',
  (own) => {
    let house: MovingIn;
    let whole: Device;
    let crashes: readonly Crash[];

    beforeEach(async () => {
      house = await moveIn(own);
      whole = copyOf(house.device);
      const paths = pathsOf(whole);
      crashes = await crashesOf(whole, (recorded) => adopt(house, recorded, paths));
    });
    afterEach(() => house.world.close());

    it('should be as if it had not begun, or done, when the next sync is through (I2, I5, I6)', async () => {
      const outcomes = [await outcomeOf(house, copyOf(house.device)), await outcomeOf(house, whole)];
      for (const { name, left } of crashes)
        expect([name, outcomes]).toEqual([name, expect.arrayContaining([await outcomeOf(house, left())])]);
    });

    it('should be done when it is begun again (I6)', async () => {
      const outcome = await outcomeOf(house, whole);
      for (const { name, left } of crashes) {
        const device = left();
        await adopt(house, device, pathsOf(device));
        expect([name, await outcomeOf(house, device)]).toEqual([name, outcome]);
      }
    });

    it('should be undone, and stay so (I2, I6)', async () => {
      const before = house.device.vault.entries();
      // Of one that is killed before all else, nothing is there to be undone.
      for (const { name, left } of [...crashes.slice(1), { name: 'done', left: () => copyOf(whole) }]) {
        const device = left();
        await undo(device, house.world);
        expect([name, device.vault.entries()]).toEqual([name, before]);
        // Of an item without a note, the other plugin's is asked about again.
        if (own === 'none yet')
          expect(await house.world.rewind(() => house.world.sync(device))).toMatchObject({
            cause: 'other-notes',
          });
        else await outcomeOf(house, device);
        expect([name, device.vault.entries()]).toEqual([name, before]);
      }
    });

    it('should not make a second note by being undone when the person wrote into what it brought (I1, I2)', async () => {
      const id = 'readwise-id: 41000001';
      whole.vault.put(THEIRS, (textAt(whole, THEIRS) ?? '').replace(id, `${id} # mine`));
      await undo(whole, house.world);
      const paths = whole.vault.entries().flatMap(([path, text]) => (text.includes(id) ? [path] : []));
      expect(paths).toEqual([THEIRS]);
    });
  },
);
