import fc from 'fast-check';
import { applyChange, serviceChangeExcept, type ServiceChange } from '../simulation/service-changes';
import { newDevice, SMALL_PAGES, World } from '../simulation/world';
import { namedAlike } from '../support/named-alike';
import { shareOfHistories } from './runs';

const DAYS = 30;
const DAY = 86_400;

const OF_READER = ['add document', 'document note', 'move document', 'retitle document'] as const;
const OF_BOOKS = [
  'add book',
  'add highlight',
  'edit highlight',
  'note highlight',
  'favourite',
  'tag book',
  'retitle book',
  'book note',
] as const;
const OF_BOTH = ['mirrored highlight', 'document highlight'] as const;
/** Nothing is removed as long as one of the pulls does not end. */
const REMOVALS = ['delete highlight', 'discard', 'delete book', 'delete document', 'move highlight'] as const;

/** What only the endpoint tells that answers, as few changes as there are in some days of each month. */
const changesOf = (others: readonly ServiceChange['kind'][]) =>
  fc.array(fc.record({ day: fc.nat(DAYS - 1), change: serviceChangeExcept(...others, ...REMOVALS) }), {
    minLength: 1,
    maxLength: 12,
  });

jest.setTimeout(900_000);

describe('an endpoint that is down for 30 days', () => {
  it.each([
    { down: '/api/v3/list/', changes: changesOf([...OF_READER, ...OF_BOTH]) },
    // Highlights of Reader wait on a device that has never heard of v2, so a scene shows these.
    { down: '/api/v2/export/', changes: changesOf([...OF_BOOKS, ...OF_BOTH]) },
  ])(
    'should keep no change of the other out of the notes when it is $down (I16)',
    async ({ down, changes }) => {
      await fc.assert(
        fc.asyncProperty(changes, async (history) => {
          const world = await World.create({ pageSizes: SMALL_PAGES });
          const device = newDevice();
          const fail = () => world.server.faults.when({ path: down }, { kind: 'status', status: 503 });
          await world.sync(device);
          fail();
          for (let day = 0; day < DAYS; day += 1) {
            const today = history.filter((each) => each.day === day);
            for (const { change } of today) applyChange(world, change);
            world.pass(DAY);
            expect(await world.sync(device)).toMatchObject({ outcome: 'failed', cause: 'service' });
            if (today.length === 0) continue;
            // A device that sees only the endpoint that answers has the same notes.
            expect(namedAlike(device.vault.entries())).toEqual(
              namedAlike((await world.fresh()).vault.entries()),
            );
          }
          world.server.faults.clear();
          await world.settle(device);
          expect(namedAlike(device.vault.entries())).toEqual(
            namedAlike((await world.fresh()).vault.entries()),
          );
          await world.close();
        }),
        shareOfHistories(1 / 3),
      );
    },
  );
});
