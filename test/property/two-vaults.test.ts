import fc from 'fast-check';
import { step, type Step as StepInOne } from './any-order/steps';
import { shareOfHistories } from './runs';
import { expectOneLibrary } from './two-vaults/ending';
import { TwoVaults } from './two-vaults/two-vaults';

type Step =
  | { readonly at: 'vault'; readonly who: number; readonly step: StepInOne }
  /** Of three files about so many are brought up to date. */
  | { readonly at: 'files'; readonly who: number; readonly part: number }
  /** The settings of one come to the other. */
  | { readonly at: 'settings'; readonly who: number };

const who = fc.nat(1);
const history: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ at: fc.constant('vault' as const), who, step }) },
    {
      weight: 3,
      arbitrary: fc.record({ at: fc.constant('files' as const), who, part: fc.integer({ min: 1, max: 3 }) }),
    },
    { weight: 1, arbitrary: fc.record({ at: fc.constant('settings' as const), who }) },
  ),
  { minLength: 2, maxLength: 40, size: 'max' },
);

jest.setTimeout(90_000_000);

describe('two vaults that a file sync makes one, with an app and a terminal at each', () => {
  it('should lose no word, come to rest, and have one note of each item when a check was asked, whatever is done in either (I1, I2, I4, I5, I14)', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.nat(2), async (steps, copyName) => {
        const both = await TwoVaults.begin(copyName);
        for (const one of steps) {
          if (one.at === 'vault') await both.perform(one.who, one.step);
          else if (one.at === 'files') both.exchange(one.who, one.part);
          else both.bringSettings(one.who);
        }
        await expectOneLibrary(both);
        await both.world.close();
      }),
      shareOfHistories(0.06),
    );
  });
});
