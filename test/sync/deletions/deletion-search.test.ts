import fc from 'fast-check';
import {
  beginSearch,
  inOrderOfUpdates,
  nextStep,
  withCount,
  type DeletionSearch,
  type HeldRecord,
  type CandidateGroup,
} from '../../../src/sync/deletions/deletion-search';
import { HISTORIES } from '../../property/runs';

const START = Date.UTC(2026, 0, 1);
const stamp = (ms: number): string => new Date(START + ms).toISOString();

interface Search {
  readonly groups: readonly CandidateGroup[] | null;
  readonly questions: number;
}

/** Searches with a service that counts what is live, its stamps finer than ours. */
function searchFor(
  held: readonly HeldRecord[],
  {
    live,
    fraction,
    crawlPages,
  }: { readonly live: readonly HeldRecord[]; readonly fraction: number; readonly crawlPages: number },
): Search {
  let search: DeletionSearch | null = beginSearch(inOrderOfUpdates(held), held.length - live.length);
  for (let questions = 0; search !== null; questions += 1) {
    const step = nextStep(search, crawlPages);
    if (step.kind === 'crawl') return { groups: null, questions };
    if (step.kind === 'look up') return { groups: step.groups, questions };
    const after = Date.parse(step.updatedAfter);
    const count = live.filter(
      ({ updatedAt }) => updatedAt !== null && Date.parse(updatedAt) + fraction > after,
    ).length;
    search = withCount(search, { cut: step.cut, count });
  }
  return { groups: null, questions: -1 };
}

const library = fc.array(
  fc.record({
    at: fc.oneof(fc.nat(40), fc.nat(100_000)),
    isDeleted: fc.nat(9).map((number) => number === 0),
    hasStamp: fc.nat(30).map((number) => number > 0),
  }),
  { minLength: 1, maxLength: 120 },
);

describe('the search for deleted records', () => {
  it('should name groups that hold exactly what is missing, whatever the stamps are', () => {
    fc.assert(
      fc.property(library, fc.double({ min: 0, max: 0.999, noNaN: true }), (records, fraction) => {
        const held = records.map(({ at, hasStamp }, index) => ({
          id: String(index),
          updatedAt: hasStamp ? stamp(at) : null,
        }));
        const live = held.filter((_, index) => records[index]?.isDeleted === false);
        const gone = new Set(held.filter((record) => !live.includes(record)).map(({ id }) => id));
        const { groups, questions } = searchFor(held, { live, fraction, crawlPages: 10_000 });
        expect(groups?.map(({ ids }) => ids.filter((id) => gone.has(id)).length)).toEqual(
          groups?.map(({ missing }) => missing),
        );
        expect(groups?.flatMap(({ ids }) => ids).filter((id) => gone.has(id))).toHaveLength(gone.size);
        expect(questions).toBeLessThanOrEqual(gone.size * Math.ceil(Math.log2(held.length + 1)));
      }),
      HISTORIES,
    );
  });

  it('should take 13 counts at most to find one of 10,000, and leave two to be looked up (I12)', () => {
    const held = Array.from({ length: 10_000 }, (_, index) => ({
      id: String(index),
      updatedAt: stamp(index * 1000),
    }));
    for (const gone of [0, 1, 4_999, 5_000, 6_789, 9_999]) {
      const { groups, questions } = searchFor(held, {
        live: held.filter((_, index) => index !== gone),
        fraction: 0,
        crawlPages: 100,
      });
      expect(groups).toHaveLength(1);
      expect(groups?.[0]?.ids).toContain(String(gone));
      expect(groups?.[0]?.ids.length).toBeLessThanOrEqual(2);
      expect(questions).toBeLessThanOrEqual(13);
    }
  });

  it('should rather list everything when that costs less', () => {
    const held = Array.from({ length: 1000 }, (_, index) => ({
      id: String(index),
      updatedAt: stamp(index * 1000),
    }));
    expect(searchFor(held, { live: held.slice(1), fraction: 0, crawlPages: 10 })).toEqual({
      groups: null,
      questions: 0,
    });
    // A thousand of one moment cannot be told apart by counts.
    const together = held.map(({ id }, index) => ({
      id,
      updatedAt: stamp(index < 500 ? index * 1000 : 1_000_000),
    }));
    expect(
      searchFor(together, { live: together.slice(0, -1), fraction: 0, crawlPages: 40 }).groups,
    ).toBeNull();
  });

  it('should give up when counts contradict each other', () => {
    const order = inOrderOfUpdates(
      Array.from({ length: 8 }, (_, index) => ({ id: String(index), updatedAt: stamp(index * 1000) })),
    );
    const search = beginSearch(order, 1);
    for (const count of [5, 2, 0, -1]) expect(withCount(search, { cut: 4, count })).toBeNull();
    expect(withCount(search, { cut: 4, count: 4 })).not.toBeNull();
    expect(withCount(search, { cut: 4, count: 3 })).not.toBeNull();
  });

  it.each([
    ['at a whole second where there is one', [0, 1, 2, 5000, 6500], 2000],
    ['at the middle where there is none', [0, 1, 3, 4, 5], 2],
    ['where two stamps leave room for one', [0, 1, 2, 3, 5000], 2000],
  ])('should count from a moment strictly between two stamps, %s', (_where, stamps, moment) => {
    const held = stamps.map((ms) => ({ id: String(ms), updatedAt: stamp(ms) }));
    const step = nextStep(beginSearch(inOrderOfUpdates(held), 1), 100);
    expect(step).toMatchObject({ kind: 'count', updatedAfter: stamp(moment) });
  });
});
