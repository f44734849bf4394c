import { namedAlike } from '../support/named-alike';
import fc from 'fast-check';
import { applyChange, giveTexts, plainChange } from '../simulation/service-changes';
import { settingsWithoutNames } from '../simulation/settings-variants';
import { newDevice, settings, SMALL_PAGES, World, type Device } from '../simulation/world';
import { HISTORIES } from './runs';

const DAY = 86_400_000;

/** How wrong the local clock is. */
const skew = fc.oneof(fc.integer({ min: -DAY, max: DAY }), fc.constantFrom(-365 * DAY, -DAY, DAY, 365 * DAY));

const round = fc.record({
  /** Committed before the sync, but stamped so many seconds earlier: the service's own commit lag. */
  before: fc.array(fc.record({ change: plainChange, lag: fc.nat(100) }), { maxLength: 6 }),
  /** Committed while the sync is under way, on the arrival of a request. */
  during: fc.array(fc.record({ change: plainChange, request: fc.nat(5) }), { maxLength: 3 }),
  /**
   * Seconds that the service takes for each answer: a pull of many pages may well take longer than the
   * overlap.
   */
  slowness: fc.constantFrom(0, 0, 70, 200),
  skew,
  /** By how much the local clock jumps each time somebody looks at it. */
  jump: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, skew),
  pause: fc.nat(600),
});

/**
 * Notes without their anchors: a highlight that moves between pages while one pages may come by v3 a sync
 * before it comes by v2, and then keeps the anchor that it was first written with.
 */
const words = ({ vault }: Device): readonly (readonly [string, string])[] =>
  namedAlike(vault.entries()).map(([path, text]) => [
    path,
    text.replace(/ ?\^r[wd]\w+$/gm, '').replace(/^%% florilegium .*$/m, ''),
  ]);

jest.setTimeout(900_000);

describe('the watermark', () => {
  it('should leave no gap, whatever the local clock says and whenever the service commits (I7)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(round, { minLength: 1, maxLength: 4 }),
        settingsWithoutNames,
        async (rounds, values) => {
          const options = { settings: settings(values) };
          const world = await World.create({ pageSizes: SMALL_PAGES });
          const device = newDevice();
          for (const { before, during, slowness, skew: wrongBy, jump, pause } of rounds) {
            world.pass(pause);
            for (const { change, lag } of before) world.commitLate(lag, () => applyChange(world, change));
            giveTexts(world);
            const expected = await world.fresh(options);
            const first = world.server.requests.entries.length;
            world.server.faults.when(
              {
                matches: (request) => {
                  world.pass(slowness);
                  for (const { change, request: index } of during)
                    if (request.index === first + index)
                      world.commitLate(0, () => applyChange(world, change));
                  return false;
                },
              },
              { kind: 'delay', ms: 0 },
            );
            let local = world.now + wrongBy;
            const report = await world.sync(device, { ...options, localClock: () => (local += jump) });
            world.server.faults.clear();
            expect(report.outcome).toBe('done');
            if (during.length === 0) expect(words(device)).toEqual(words(expected));
          }
          giveTexts(world);
          world.pass(1);
          await world.sync(device, options);
          expect(words(device)).toEqual(words(await world.fresh(options)));
          await world.close();
        },
      ),
      HISTORIES,
    );
  });
});
