import fc from 'fast-check';
import { Asking } from '../simulation/asking';
import { askingHistory, sendingHistory } from '../simulation/asking-steps';
import { expectSameNotes } from '../simulation/compare';
import { shareOfHistories } from './runs';

jest.setTimeout(900_000);

describe('what is sent to the service', () => {
  it('should be what was asked for last, once, and nothing that was given up, whatever is decided, edited or cut short when (I15)', async () => {
    await fc.assert(
      fc.asyncProperty(askingHistory, async (steps) => {
        const asking = await Asking.begin();
        for (const step of steps) await asking.play(step);
        await asking.end();
        await asking.world.close();
      }),
      shareOfHistories(1),
    );
  });

  it('should be in the notes as on a device that sees the library first, where nobody wrote (I15)', async () => {
    await fc.assert(
      fc.asyncProperty(sendingHistory, async (steps) => {
        const asking = await Asking.begin();
        const { world, device } = asking;
        for (const step of steps) await asking.play(step);
        await asking.end();
        // The other device wrote its answers from what it knew; its next sync brings the rest.
        await asking.sync(1);
        // Where the service has nothing left, highlights of a deleted document are looked up for a day.
        for (let day = 0; day < 3; day += 1) {
          world.pass(90_000);
          await asking.sync(0);
        }
        await world.settle(device);
        expectSameNotes(device, await world.fresh());
        await world.close();
      }),
      shareOfHistories(0.5),
    );
  });
});
