import { namedAlike } from '../support/named-alike';
import fc from 'fast-check';
import { deed, perform, type Deed } from './reader';
import { HISTORIES } from './runs';
import { newDevice, World } from './world';

/** Deeds with syncs among them: `sync` after some, none after others. */
const history: fc.Arbitrary<readonly (Deed | 'sync')[]> = fc.array(
  fc.oneof({ weight: 5, arbitrary: deed }, { weight: 1, arbitrary: fc.constant('sync' as const) }),
  { minLength: 1, maxLength: 25 },
);

jest.setTimeout(900_000);

describe('a chain of incremental syncs', () => {
  it('should end in the same bytes as one fresh full sync (I1, I5)', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const world = await World.create({
          pageSizes: { exportBooks: 3, exportHighlightsOfBook: 2, documents: 4 },
        });
        const device = newDevice();
        for (const step of steps) {
          if (step !== 'sync') perform(world, step);
          else {
            world.pass(30);
            await world.sync(device);
          }
        }
        await world.settle(device);
        const fresh = await world.fresh();
        expect(namedAlike(device.vault.entries())).toEqual(namedAlike(fresh.vault.entries()));
        await world.close();
      }),
      HISTORIES,
    );
  });
});
