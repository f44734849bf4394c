import { namedAlike } from '../support/named-alike';
import fc from 'fast-check';
import { deed, perform } from './reader';
import { HISTORIES } from './runs';
import { giveFiles, rareWish } from './wishes';
import { settings, World } from './world';

const ZONES = ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kolkata'];

const arrival = fc.record({
  seed: fc.nat(),
  zone: fc.constantFrom(...ZONES),
  pageSizes: fc.record({
    exportBooks: fc.integer({ min: 1, max: 5 }),
    exportHighlightsOfBook: fc.integer({ min: 1, max: 3 }),
    documents: fc.integer({ min: 1, max: 6 }),
  }),
});

/** The same order for the same seed (a linear congruential generator decides each swap). */
function shuffled<T>(list: readonly T[], seed: number): readonly T[] {
  const result = [...list];
  let state = seed >>> 0;
  for (let index = result.length - 1; index > 0; index -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (index + 1);
    [result[index], result[other]] = [result[other] as T, result[index] as T];
  }
  return result;
}

interface WirePage {
  readonly results: readonly { readonly highlights?: readonly unknown[] }[];
}

const shufflePage = (body: string, seed: number): string => {
  const page = JSON.parse(body) as WirePage;
  const results = page.results.map((record) =>
    record.highlights === undefined
      ? record
      : { ...record, highlights: shuffled(record.highlights, seed + 1) },
  );
  return JSON.stringify({ ...page, results: shuffled(results, seed) });
};

jest.setTimeout(900_000);

describe('the bytes of a vault', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    process.env['TZ'] = zone ?? 'UTC';
  });

  it('should not depend on the order of pages and records, page sizes or the time zone (I8)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(deed, { minLength: 1, maxLength: 20 }),
        rareWish,
        arrival,
        async (deeds, wanted, { seed, zone: elsewhere, pageSizes }) => {
          const plain = await World.create();
          const odd = await World.create({ pageSizes });
          const options = { settings: settings(wanted) };
          for (const what of deeds) for (const world of [plain, odd]) perform(world, what);
          [plain, odd].forEach(giveFiles);
          odd.server.faults.when(
            { path: /\/(export|list)\/$/ },
            { kind: 'changed-body', change: (body) => shufflePage(body, seed) },
          );

          const expected = await plain.fresh(options);
          process.env['TZ'] = elsewhere;
          const device = await odd.fresh(options);
          expect(namedAlike(device.vault.entries())).toEqual(namedAlike(expected.vault.entries()));
          await Promise.all([plain.close(), odd.close()]);
        },
      ),
      HISTORIES,
    );
  });
});
