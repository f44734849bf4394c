import { told } from '../support/told';
import fc from 'fast-check';
import type { Fault } from '../server/faults';
import { flakyVault } from '../support/flaky-vault';
import { expectSameNotes } from '../simulation/compare';
import { applyChange, giveTexts, plainChange } from '../simulation/service-changes';
import { settingsWithoutNames } from '../simulation/settings-variants';
import { newDevice, settings, SMALL_PAGES, World } from '../simulation/world';
import { HISTORIES } from './runs';

const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({ kind: fc.constant('status' as const), status: fc.constantFrom(401, 403, 404, 429, 500, 503) }),
  fc.record({ kind: fc.constant('truncated-json' as const), length: fc.nat(200) }),
  fc.constant({ kind: 'html-page' as const }),
  fc.constant({ kind: 'cursor-refused' as const }),
  fc.constant({ kind: 'cursor-loop' as const }),
  fc.constantFrom('{}', '[]').map((body) => ({ kind: 'changed-body' as const, change: () => body })),
);

const trouble = fc.record({ request: fc.nat(12), times: fc.integer({ min: 1, max: 8 }), fault });

const round = fc.record({
  changes: fc.array(plainChange, { maxLength: 6 }),
  troubles: fc.array(trouble, { maxLength: 3 }),
  writes: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }),
});

jest.setTimeout(900_000);

describe('the report', () => {
  it('should never claim success for what failed, name it, and be made good by the next sync (I14)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(round, { minLength: 1, maxLength: 3 }),
        settingsWithoutNames,
        async (rounds, values) => {
          const options = { settings: settings(values) };
          const world = await World.create({ pageSizes: SMALL_PAGES });
          const device = newDevice();
          for (const { changes, troubles, writes } of rounds) {
            changes.forEach((each) => applyChange(world, each));
            giveTexts(world);
            world.pass(300);
            const expected = await world.fresh(options);
            const first = world.server.requests.entries.length;
            for (const { request, times, fault: what } of troubles) {
              world.server.faults.when({ matches: ({ index }) => index >= first + request, times }, what);
            }
            const report = await world.sync(
              { vault: flakyVault(device.vault, new Set(writes)), state: device.state },
              options,
            );
            world.server.faults.clear();

            if (report.outcome === 'done') expectSameNotes(device, expected);
            else expect(report.failures.length).toBeGreaterThan(0);
            for (const message of told(report.failures)) expect(message).toMatch(/\w{3,}.*[.]/);
            expect(report.notes.failed).toBe(
              new Set(report.failures.filter(({ path }) => path !== null).map(({ id }) => id)).size,
            );
            expect(JSON.stringify(report)).not.toContain('canary-token');
          }
          await world.settle(device, options);
          expectSameNotes(device, await world.fresh(options));
          await world.close();
        },
      ),
      HISTORIES,
    );
  });
});
