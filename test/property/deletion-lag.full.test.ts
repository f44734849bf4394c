import fc from 'fast-check';
import { longestLag } from '../simulation/deletion-lag';
import { shareOfHistories } from './runs';

jest.setTimeout(1_800_000);

describe('the notes of deleted documents', () => {
  it('should be gone with the third daily sync, when documents are deleted on most days of many months (I1, I4)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          documents: fc.integer({ min: 100, max: 300 }),
          days: fc.integer({ min: 60, max: 100 }),
          pageSize: fc.constantFrom(10, 20, 100),
          seed: fc.nat(),
        }),
        async (history) => {
          expect(await longestLag(history)).toBeLessThanOrEqual(3);
        },
      ),
      // Deletions while everything was listed, which were taken for a wrong count once.
      {
        ...shareOfHistories(0.1),
        examples: [[{ documents: 100, days: 60, pageSize: 100, seed: 2_147_483_643 }]],
      },
    );
  });
});
