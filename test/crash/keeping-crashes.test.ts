import type { StateStore, Vault } from '../../src/model/ports';
import { removeMarks } from '../../src/features/unmark/remove-marks';
import { Person } from '../property/person';
import { newDevice, settings, World, type Device } from '../property/world';
import { FakeClock } from '../support/fake-clock';
import { apart, killedBefore } from './crash-points';
import { RecordedDevice } from './recorded-run';

type Place = { readonly vault: Vault; readonly state: StateStore };

const contextOf = ({ vault, state }: Place) => ({
  vault,
  state,
  clock: new FakeClock(),
  settings: settings(),
});

const BOOKS = ['Emma', 'Essays', 'Persuasion', 'Walden'].map((title) => `Readwise/Books/${title}.md`);

async function unmark(place: Place): Promise<void> {
  const texts = { paths: () => Promise.resolve(BOOKS), read: (path: string) => place.vault.read(path) };
  await removeMarks({ ...contextOf(place), texts }, { paths: BOOKS.slice(0, 3), keepsAnchors: false });
}

const copyOf = ({ vault, state }: Device): Device => ({ vault: vault.copy(), state: state.copy() });

jest.setTimeout(900_000);

describe('the removal of marks, killed', () => {
  let world: World;
  let device: Device;
  let whole: Device;
  let crashes: readonly { readonly name: string; readonly left: () => Device }[];

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    for (const title of ['Walden', 'Essays', 'Emma', 'Persuasion']) {
      const { id } = world.library.addBook({ title, category: 'books' });
      for (const at of [1, 2, 3])
        world.library.addHighlight(id, { text: `Saying ${String(at)} of ${title}.`, location: at });
    }
    await world.settle(device);
    new Person(device.vault).perform({ to: 'block', kind: 'write under', pick: 1, place: 1 });
    whole = copyOf(device);
    const recorded = new RecordedDevice(whole);
    await unmark(recorded);
    crashes = apart(killedBefore(recorded.recording));
  });
  afterEach(() => world.close());

  async function settled(left: Device) {
    const now = world.now;
    await world.settle(left);
    world.now = now;
    return { notes: left.vault.entries(), trash: left.vault.trashEntries() };
  }

  it('should end as if nothing had happened when it is begun again (I2, I6)', async () => {
    const outcome = await settled(whole);
    for (const { name, left } of crashes) {
      const again = left();
      await unmark(again);
      expect([name, await settled(again)]).toEqual([name, outcome]);
    }
  });
});
