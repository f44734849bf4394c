import type { StateStore, Vault } from '../../src/ports';
import { applyRepairs } from '../../src/sync/check/apply-repairs';
import { checkLibrary } from '../../src/sync/check/check-library';
import { removeMarks } from '../../src/sync/leave/remove-marks';
import { Damager, type Damage } from '../property/damage';
import { Person } from '../property/person';
import { newDevice, settings, World, type Device } from '../property/world';
import { FakeClock } from '../support/fake-clock';
import { planOf, undo } from '../sync/history/history-scene';
import { apart, killedBefore } from './crash-points';
import { RecordedDevice } from './recorded-run';

type Place = { readonly vault: Vault; readonly state: StateStore };

const contextOf = ({ vault, state }: Place) => ({
  vault,
  state,
  clock: new FakeClock(),
  settings: settings(),
});

/** All that a check proposes first. */
async function repair(place: Place): Promise<void> {
  const { findings } = await checkLibrary(contextOf(place));
  await applyRepairs(
    contextOf(place),
    findings.map(({ repairs: [first] }) => first),
  );
}

const BOOKS = ['Emma', 'Essays', 'Persuasion', 'Walden'].map((title) => `Readwise/Books/${title}.md`);

async function unmark(place: Place): Promise<void> {
  const texts = { paths: () => Promise.resolve(BOOKS), read: (path: string) => place.vault.read(path) };
  await removeMarks({ ...contextOf(place), texts }, { paths: BOOKS.slice(0, 3), keepsAnchors: false });
}

const RUNS: readonly (readonly [
  name: string,
  run: (place: Place) => Promise<void>,
  damages: readonly Damage['kind'][],
  kind: string,
])[] = [
  [
    'repairs of lost and doubled parts',
    repair,
    ['copy note', 'drop trailer', 'double block', 'bad id', 'delete block', 'delete note'],
    'repair',
  ],
  [
    'repairs of notes that are there twice',
    repair,
    [
      'copy note and write',
      'second id',
      'conflict copy',
      'note of nothing',
      'break trailer in two',
      'trailer of another note',
    ],
    'repair',
  ],
  ['the removal of marks', unmark, [], 'unmark'],
];

const copyOf = ({ vault, state }: Device): Device => ({ vault: vault.copy(), state: state.copy() });

jest.setTimeout(900_000);

describe.each(RUNS)('%s, killed', (_name, run, damages, kind) => {
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
    const damager = new Damager(device.vault);
    for (const [index, damage] of damages.entries())
      damager.perform({ kind: damage, pick: index, place: index });
    whole = copyOf(device);
    const recorded = new RecordedDevice(whole);
    await run(recorded);
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
      await run(again);
      expect([name, await settled(again)]).toEqual([name, outcome]);
    }
  });

  it('should be undone byte for byte, by what it is, and when that is killed as well (I2, I6)', async () => {
    const before = device.vault.entries();
    // Of one that is killed before all else, nothing is there to be undone.
    for (const { name, left } of crashes.slice(1)) {
      const cut = left();
      expect([name, (await planOf(cut))?.kind]).toEqual([name, kind]);
      expect([name, (await undo(cut, world))?.undone]).toEqual([name, kind]);
      expect([name, cut.vault.entries()]).toEqual([name, before]);
    }
    const recorded = new RecordedDevice(whole);
    await undo(recorded, world);
    expect(whole.vault.entries()).toEqual(before);
    for (const { name, left } of apart(killedBefore(recorded.recording))) {
      const cut = left();
      await undo(cut, world);
      expect([name, cut.vault.entries()]).toEqual([name, before]);
    }
  });
});
