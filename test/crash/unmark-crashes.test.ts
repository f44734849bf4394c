import { removeMarks } from '../../src/features/unmark/remove-marks';
import { crashesOf } from '../simulation/crash-points';
import { Person } from '../simulation/person';
import { copyOf, newDevice, World, type Device, type Place } from '../simulation/world';
import { FakeClock } from '../support/fake-clock';

const BOOKS = ['Emma', 'Essays', 'Persuasion', 'Walden'];
const PATHS = BOOKS.map((title) => `Readwise/Books/${title}.md`);

async function unmark({ vault, state }: Place): Promise<void> {
  const texts = { paths: () => Promise.resolve(PATHS), read: (path: string) => vault.read(path) };
  const dependencies = { vault, state, clock: new FakeClock(), texts };
  await removeMarks(dependencies, { paths: PATHS.slice(0, 3), keepsAnchors: false });
}

jest.setTimeout(900_000);

describe('the removal of marks, killed', () => {
  it('should end as if nothing had happened when it is begun again (I2, I6)', async () => {
    const world = await World.create();
    const settled = (device: Device) =>
      world.rewind(async () => {
        await world.settle(device);
        return { notes: device.vault.entries(), trash: device.vault.trashEntries() };
      });
    for (const title of ['Walden', 'Essays', 'Emma', 'Persuasion']) {
      const { id } = world.library.addBook({ title, category: 'books' });
      for (const at of [1, 2, 3])
        world.library.addHighlight(id, { text: `Saying ${String(at)} of ${title}.`, location: at });
    }
    const device = newDevice();
    await world.settle(device);
    new Person(device.vault).perform({ kind: 'write under block', pick: 1, place: 1 });
    const whole = copyOf(device);
    const crashes = await crashesOf(whole, unmark);
    const expected = await settled(whole);
    for (const { name, left } of crashes) {
      const again = left();
      await unmark(again);
      expect([name, await settled(again)]).toEqual([name, expected]);
    }
    await world.close();
  });
});
