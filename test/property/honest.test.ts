import { told } from '../support/told';
import { namedAlike } from '../support/named-alike';
import fc from 'fast-check';
import type { Fault } from '../server/faults';
import { flakyVault } from '../support/flaky-vault';
import { perform, plainDeed } from './reader';
import { HISTORIES } from './runs';
import { giveTexts, steadyWish } from './wishes';
import { newDevice, settings, World } from './world';

const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({ kind: fc.constant('status' as const), status: fc.constantFrom(401, 403, 404, 429, 500, 503) }),
  fc.record({ kind: fc.constant('truncated-json' as const), length: fc.nat(200) }),
  fc.constant({ kind: 'html-page' as const }),
  fc.constant({ kind: 'cursor-refused' as const }),
  fc.constant({ kind: 'cursor-loop' as const }),
  fc.record({ kind: fc.constant('changed-body' as const), change: fc.constantFrom(emptied, listed) }),
);

function emptied(): string {
  return '{}';
}
function listed(): string {
  return '[]';
}

const trouble = fc.record({ request: fc.nat(12), times: fc.integer({ min: 1, max: 8 }), fault });

const round = fc.record({
  deeds: fc.array(plainDeed, { maxLength: 6 }),
  troubles: fc.array(trouble, { maxLength: 3 }),
  writes: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }),
});

jest.setTimeout(900_000);

describe('the report', () => {
  it('should never claim success for what failed, name it, and be made good by the next sync (I14)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 3 }), steadyWish, async (rounds, wish) => {
        const options = { settings: settings(wish) };
        const world = await World.create({
          pageSizes: { exportBooks: 2, exportHighlightsOfBook: 2, documents: 3 },
        });
        const device = newDevice();
        for (const { deeds, troubles, writes } of rounds) {
          deeds.forEach((what) => perform(world, what));
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

          if (report.outcome === 'done')
            expect(namedAlike(device.vault.entries())).toEqual(namedAlike(expected.vault.entries()));
          else expect(report.failures.length).toBeGreaterThan(0);
          for (const message of told(report.failures)) expect(message).toMatch(/\w{3,}.*[.]/);
          expect(report.notes.failed).toBe(
            new Set(report.failures.filter(({ path }) => path !== null).map(({ id }) => id)).size,
          );
          expect(JSON.stringify(report)).not.toContain('canary-token');
        }
        await world.settle(device, options);
        expect(namedAlike(device.vault.entries())).toEqual(
          namedAlike((await world.fresh(options)).vault.entries()),
        );
        await world.close();
      }),
      HISTORIES,
    );
  });
});
