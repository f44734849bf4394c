import fc from 'fast-check';
import { expectGoodEnd } from './any-order/ending';
import { Life } from './any-order/life';
import { history } from './any-order/steps';
import { Tasks } from './any-order/tasks';
import { shareOfHistories } from './runs';

jest.setTimeout(90_000_000);

describe('all that a person can do, in any order', () => {
  it('should lose no word, double no note and tell the truth after each step, and come to rest (I1, I2, I4, I5, I6, I14)', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const life = await Life.begin();
        const tasks = new Tasks(life);
        for (const step of steps) {
          if (step.at === 'engine') await tasks.perform(step);
          else life.act(step);
        }
        await expectGoodEnd(life);
        await life.world.close();
      }),
      shareOfHistories(0.06),
    );
  });
});
