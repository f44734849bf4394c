import fc from 'fast-check';
import { partIdOf, shownId } from '../../src/notes/layout/note-part';
import { planOf, undo } from '../sync/journal/history-scene';
import { CountingStateStore } from '../support/counting-state-store';
import { expectNothingLost } from './nothing-lost-check';
import { anchorsIn, identitiesIn, Person, personDeed, type PersonDeed } from './person';
import { deed, perform, stayingDeed, type Deed } from './reader';
import { shareOfHistories } from './runs';
import { newDevice, World, type Device } from './world';

interface Story {
  readonly before: readonly Deed[];
  /** Written into notes before the run that is undone. */
  readonly early: readonly PersonDeed[];
  /** What the run brings. */
  readonly news: readonly Deed[];
  /** Written since. */
  readonly late: readonly PersonDeed[];
  readonly later: readonly Deed[];
}

const story: fc.Arbitrary<Story> = fc.record({
  before: fc.array(deed, { minLength: 2, maxLength: 10 }),
  early: fc.array(personDeed, { maxLength: 3 }),
  // A highlight that moved to another book stands in both notes once the old one is back.
  news: fc.array(stayingDeed, { minLength: 1, maxLength: 8 }),
  late: fc.array(personDeed, { maxLength: 4 }),
  later: fc.array(deed, { maxLength: 6 }),
});

const PAGES = { exportBooks: 3, exportHighlightsOfBook: 2, documents: 4 };

jest.setTimeout(900_000);

describe('the undoing of a sync', () => {
  it('should lose no word of the person’s, bring back byte for byte what they left alone, and stay undone (I2, I4, I5)', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        const world = await World.create({ pageSizes: PAGES });
        const device = newDevice();
        const { person, before, left, isQuiet } = await tell(world, device, told);
        const touched = changedSince(device, left);
        const there = [...device.vault.entries(), ...device.vault.trashEntries()].map(([, text]) =>
          identitiesIn(text),
        );
        // A quiet sync is no run: what would be undone is another.
        if (isQuiet) return world.close();
        for (const { noteKey } of (await planOf(device))?.stays ?? [])
          touched.add(partIdOf(noteKey) ?? shownId(noteKey));
        await undo(device, world);
        expectNothingLost(device, person);
        const kept = new Set(
          [...device.vault.entries(), ...device.vault.trashEntries()].flatMap(([, text]) =>
            identitiesIn(text),
          ),
        );
        expect(there.filter((ids) => ids.length > 0 && !ids.some((id) => kept.has(id)))).toEqual([]);
        for (const [path, text] of before) {
          const ids = identitiesIn(text);
          if (ids.length === 0 || ids.some((id) => touched.has(id))) continue;
          // The person has put another there: it comes back beside that.
          const isTaken = identitiesIn(textAt(device, path) ?? '').some((id) => touched.has(id));
          if (isTaken)
            expect(device.vault.entries().map(([, own]) => wherever(own))).toContain(wherever(text));
          // The run may have left it alone: then so does this.
          else expect([path, textAt(device, path)]).toEqual([path, text]);
        }
        const undone = device.vault.entries();
        expect(await undo(device, world)).toBeNull();
        expect(device.vault.entries()).toEqual(undone);
        await world.close();
      }),
      shareOfHistories(0.15),
    );
  });

  it('should end in the same bytes where it was cut short at any commit and made again (I6)', async () => {
    await fc.assert(
      fc.asyncProperty(story, fc.nat(30), async (told, at) => {
        const world = await World.create({ pageSizes: PAGES });
        const device = newDevice();
        await tell(world, device, told);
        const [whole, cut] = [copyOf(device), copyOf(device)];
        await undo(whole, world);
        const state = new CountingStateStore(cut.state, at + 1);
        await undo({ vault: cut.vault, state }, world).catch((error: unknown) =>
          expect(error).toMatchObject({ name: 'PowerLoss' }),
        );
        await undo(cut, world);
        expect(cut.vault.entries()).toEqual(whole.vault.entries());
        expect(cut.vault.trashEntries()).toEqual(whole.vault.trashEntries());
        await world.close();
      }),
      shareOfHistories(0.08),
    );
  });

  it('should be followed by what the service has for every item that changes later (I1, I5)', async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ late: _late, early: _early, ...told }) => {
        const world = await World.create({ pageSizes: PAGES });
        const device = newDevice();
        await tell(world, device, { ...told, early: [], late: [] });
        await world.settle(device);
        await undo(device, world);
        const undone = device.vault.entries();
        await world.settle(device);
        expect(device.vault.entries()).toEqual(undone);
        for (const book of [...world.library.books.books()].filter(({ deletedAt }) => deletedAt === null)) {
          world.pass(1);
          world.library.addHighlight(book.id, { text: `Later, of ${String(book.id)}.`, location: 99 });
        }
        await world.settle(device);
        const fresh = new Map((await world.fresh()).vault.entries().map(([, text]) => [idOf(text), text]));
        for (const [path, text] of device.vault.entries())
          if (anchorsIn(text).length > 0 && text.includes('Later, of'))
            expect([path, wherever(text)]).toEqual([path, wherever(fresh.get(idOf(text)) ?? '')]);
        await world.close();
      }),
      shareOfHistories(0.06),
    );
  });
});

/** A note without the mark of the path that it was put at: its name may have been another's when it was. */
const wherever = (text: string): string => text.replace(/^(%% florilegium .*) f=\w*/m, '$1');

/** Up to the moment before the undoing. */
async function tell(world: World, device: Device, { before: first, early, news, late }: Story) {
  const person = new Person(device.vault);
  perform(world, { kind: 'add book', title: 0, category: 0 });
  first.forEach((what) => perform(world, what));
  await world.settle(device);
  early.forEach((what) => person.perform(what));
  await world.settle(device);
  const before = device.vault.entries();
  news.forEach((what) => perform(world, what));
  world.pass(61);
  const { vaultWrites } = await world.sync(device);
  const left = device.vault.entries();
  late.forEach((what) => person.perform(what));
  return { person, before, left, isQuiet: vaultWrites === 0 };
}

const copyOf = ({ vault, state }: Device): Device => ({ vault: vault.copy(), state: state.copy() });

const idOf = (text: string): string => identitiesIn(text).join();

const textAt = ({ vault }: Device, path: string): string | undefined =>
  vault.entries().find(([candidate]) => candidate === path)?.[1];

/** Ids of notes that are not what the run left, or not where. */
function changedSince({ vault }: Device, left: readonly (readonly [string, string])[]): Set<string> {
  const now = new Map(vault.entries());
  return new Set(left.flatMap(([path, text]) => (now.get(path) === text ? [] : identitiesIn(text))));
}
