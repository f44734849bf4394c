import fc from 'fast-check';
import { partIdOf, shownId } from '../../src/model/note-part';
import type { UndoStep } from '../../src/features/undo/undo-plan';
import { expectNothingLost } from '../simulation/compare';
import { textAt } from '../simulation/crash-points';
import { anchorsIn, edit, identitiesIn, Person, type Edit } from '../simulation/person';
import {
  applyChange,
  change,
  changeWithoutMoves,
  serviceChange,
  type ServiceChange,
} from '../simulation/service-changes';
import { copyOf, newDevice, SMALL_PAGES, World, type Device } from '../simulation/world';
import { CountingStateStore } from '../support/counting-state-store';
import { planOf, undo } from '../sync/journal/history-scene';
import { shareOfHistories } from './runs';

interface Story {
  readonly before: readonly ServiceChange[];
  /** Written into notes before the run that is undone. */
  readonly early: readonly Edit[];
  /** What the run brings. */
  readonly news: readonly ServiceChange[];
  /** Written since. */
  readonly late: readonly Edit[];
}

const story: fc.Arbitrary<Story> = fc.record({
  before: fc.array(serviceChange, { minLength: 2, maxLength: 10 }),
  early: fc.array(edit, { maxLength: 3 }),
  // A highlight that moved to another book stands in both notes once the old one is back.
  news: fc.array(changeWithoutMoves, { minLength: 1, maxLength: 8 }),
  late: fc.array(edit, { maxLength: 4 }),
});

/** A note without the mark of the path that it was put at: its name may have been another's when it was. */
const wherever = (text: string): string => text.replace(/^(%% florilegium .*) f=\w*/m, '$1');

/** Up to the moment before the undoing. */
async function play({ before: first, early, news, late }: Story) {
  const world = await World.create({ pageSizes: SMALL_PAGES });
  const device = newDevice();
  const person = new Person(device.vault);
  change(world, 'add book', 0);
  first.forEach((each) => applyChange(world, each));
  await world.settle(device);
  early.forEach((each) => person.perform(each));
  await world.settle(device);
  const before = device.vault.entries();
  news.forEach((each) => applyChange(world, each));
  world.pass(61);
  const { vaultWrites } = await world.sync(device);
  const left = device.vault.entries();
  const wasAt = new Map((await planOf(device))?.steps.map((step) => [step.path, targetOf(step)]));
  late.forEach((each) => person.perform(each));
  return { world, device, person, before, left, wasAt, isQuiet: vaultWrites === 0 };
}

/** What the notes in vault and trash say they are of; those at some paths are passed over. */
const idsIn = ({ vault }: Device, except = new Set<string>()): readonly (readonly string[])[] =>
  [...vault.entries().filter(([path]) => !except.has(path)), ...vault.trashEntries()].map(([, text]) =>
    identitiesIn(text),
  );

/** Where the undoing puts a note. */
const targetOf = (step: UndoStep): string => (step.kind === 'revert' ? (step.to ?? step.path) : step.path);

/**
 * Ids of notes that are not what the run left, or not where, and those that they had before it: a book's note may have
 * gone on as that of the document it joined.
 */
function changedSince({ device, before, left, wasAt }: Awaited<ReturnType<typeof play>>): Set<string> {
  const [now, earlier] = [new Map(device.vault.entries()), new Map(before)];
  const changed = left.filter(([path, text]) => now.get(path) !== text);
  const texts = changed.flatMap(([path, text]) => [text, earlier.get(wasAt.get(path) ?? path) ?? '']);
  return new Set(texts.flatMap(identitiesIn));
}

jest.setTimeout(900_000);

describe('the undoing of a sync', () => {
  it('should lose no word of the person’s, bring back byte for byte what they left alone, and stay undone (I2, I4, I5)', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        const played = await play(told);
        const { world, device, person, before, isQuiet } = played;
        // A quiet sync is no run: what would be undone is another.
        if (isQuiet) return world.close();
        const touched = changedSince(played);
        const { steps = [], stays = [] } = (await planOf(device)) ?? {};
        for (const { noteKey } of stays) touched.add(partIdOf(noteKey) ?? shownId(noteKey));
        // What is put back is again of what it was of before.
        const putBack = steps.flatMap((step) => (step.kind === 'revert' ? [step.path] : []));
        const there = idsIn(device, new Set(putBack));
        await undo(device, world);
        expectNothingLost(device, person);
        const kept = new Set(idsIn(device).flat());
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
        const { world, device } = await play(told);
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
      fc.asyncProperty(story, async (told) => {
        const { world, device } = await play({ ...told, early: [], late: [] });
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
        const idOf = (text: string): string => identitiesIn(text).join();
        const fresh = new Map((await world.fresh()).vault.entries().map(([, text]) => [idOf(text), text]));
        const there = new Set(device.vault.entries().map(([, text]) => idOf(text)));
        for (const [id, text] of fresh) if (text.includes('Later, of')) expect(there).toContain(id);
        for (const [path, text] of device.vault.entries())
          if (anchorsIn(text).length > 0 && text.includes('Later, of'))
            expect([path, wherever(text)]).toEqual([path, wherever(fresh.get(idOf(text)) ?? '')]);
        await world.close();
      }),
      shareOfHistories(0.06),
    );
  });
});
