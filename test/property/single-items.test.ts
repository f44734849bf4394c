import fc from 'fast-check';
import { refreshNote } from '../../src/features/daily/refresh-note';
import { addChange } from '../../src/outbox/waiting-changes';
import { sendChanges } from '../../src/outbox/send-changes';
import { expectSameNotes, hasConflictCallout, outcomeOf } from '../simulation/compare';
import { run } from '../simulation/engine-tasks';
import { edit } from '../simulation/person';
import { anyRequest, changeFor } from '../simulation/requests';
import { applyChange, serviceChangeExcept } from '../simulation/service-changes';
import { Simulation } from '../simulation/simulation';
import { idsOf } from '../simulation/snapshot';
import { atService, edits, oneOf, sync, type Step } from '../simulation/steps';
import { copyOf } from '../simulation/world';
import { CANARY_TOKEN } from '../support/canary';
import { withoutNames } from '../support/named-alike';
import { shareOfHistories } from './runs';

// Words in the note of a book that is joined and deleted in one sync go on in that of its document.
const service = atService(serviceChangeExcept('delete book'));
const history = fc.array(oneOf<Step>([5, service], [2, edits], [1, sync]), { maxLength: 12 });
const edited = fc.array(edit, { maxLength: 3 });

/** A vault in which nothing is left to do. */
async function settled(steps: readonly Step[]): Promise<Simulation> {
  const simulation = await Simulation.begin();
  await run(simulation, steps);
  await simulation.settle();
  return simulation;
}

const isOfDeleted = (text = ''): boolean => text.includes('readwise-status: deleted');

jest.setTimeout(900_000);

describe('an item that is fetched by itself', () => {
  it('should have the notes of a full sync when it was changed from here (I5, I15)', async () => {
    // What went with a document is found by the search for deletions, in later syncs.
    const requests = anyRequest.filter(({ kind }) => kind !== 'delete document');
    const asked = fc.array(requests, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(history, asked, edited, async (steps, all, late) => {
        const simulation = await settled(steps);
        const { world, device, wanted } = simulation;
        for (const request of all) {
          world.pass(5);
          const change = changeFor(world, request);
          if (change !== null) await addChange(world.dependencies(device), change);
        }
        for (const each of late) simulation.act({ at: 'vault', edit: each });
        const synced = copyOf(device);
        world.pass(5);
        await sendChanges(world.dependencies(device), { settings: wanted, token: CANARY_TOKEN });
        const answered = copyOf(device);
        await world.sync(synced, { full: true });
        await world.settle(synced);
        // A box has what both sides changed since the last merge, and a sync merges more often.
        if (!synced.vault.entries().some(([, text]) => hasConflictCallout(text))) {
          expectSameNotes(answered, synced);
          expect(outcomeOf(answered).trash).toEqual(outcomeOf(synced).trash);
        }
        await world.sync(device, { full: true });
        expect(device.vault.entries()).toEqual(answered.vault.entries());
        await world.close();
      }),
      shareOfHistories(0.5),
    );
  });

  it('should have the notes of a sync when it is refreshed (I1, I5)', async () => {
    // Where a highlight went, or which book a document has now, only the other record tells.
    const ofOne = serviceChangeExcept('move highlight', 'name document', 'delete book');
    const changes = fc.array(ofOne, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(history, changes, edited, async (steps, news, late) => {
        const simulation = await settled(steps);
        const { world, device, wanted } = simulation;
        for (const each of news) applyChange(world, each);
        for (const each of late) simulation.act({ at: 'vault', edit: each });
        const synced = copyOf(device);
        world.pass(61);
        await world.sync(synced);
        // As a refresh does, it writes notes also where nothing is new.
        await world.render(synced, wanted);
        // A refresh is of an item that is there: it removes no note, and marks none.
        const before = new Map(device.vault.entries());
        const there = (await device.vault.survey()).filter(({ path }) => !isOfDeleted(before.get(path)));
        for (const identity of there)
          await refreshNote(world.dependencies(device), { settings: wanted, token: CANARY_TOKEN, identity });
        const refreshed = new Map(device.vault.entries().map(([, text]) => [idsOf(text).join(), text]));
        for (const [path, text] of synced.vault.entries()) {
          const now = refreshed.get(idsOf(text).join());
          if (now === undefined || isOfDeleted(text)) continue;
          expect([path, withoutNames(now)]).toEqual([path, withoutNames(text)]);
        }
        await world.sync(device);
        expectSameNotes(device, synced);
        await world.close();
      }),
      shareOfHistories(0.5),
    );
  });
});
