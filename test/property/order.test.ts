import fc from 'fast-check';
import { expectSameNotes } from '../simulation/compare';
import { applyChange, giveFiles, serviceChange } from '../simulation/service-changes';
import { rareSettings } from '../simulation/settings-variants';
import { settings, World } from '../simulation/world';
import { HISTORIES } from './runs';

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
        fc.array(serviceChange, { minLength: 1, maxLength: 20 }),
        rareSettings,
        arrival,
        async (changes, wanted, { seed, zone: elsewhere, pageSizes }) => {
          const plain = await World.create();
          const odd = await World.create({ pageSizes });
          const options = { settings: settings(wanted) };
          for (const each of changes) for (const world of [plain, odd]) applyChange(world, each);
          [plain, odd].forEach(giveFiles);
          odd.server.faults.when(
            { path: /\/(export|list)\/$/ },
            { kind: 'changed-body', change: (body) => shufflePage(body, seed) },
          );

          const expected = await plain.fresh(options);
          process.env['TZ'] = elsewhere;
          const device = await odd.fresh(options);
          expectSameNotes(device, expected);
          await Promise.all([plain.close(), odd.close()]);
        },
      ),
      HISTORIES,
    );
  });
});
