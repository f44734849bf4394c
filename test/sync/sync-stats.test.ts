import type { Problem } from '../../src/model/problem';
import { SyncStats } from '../../src/sync/context/sync-stats';

const counted = (...outcomes: readonly ('created' | 'updated' | 'trashed' | 'archived')[]) => {
  const stats = new SyncStats();
  for (const outcome of outcomes) stats.note('b:1', outcome);
  return stats.counts();
};

describe('what is told of a note', () => {
  it('should be that it was made, when it was made and brought up to date in one run', () => {
    expect(counted('created', 'updated')).toMatchObject({ created: 1, updated: 0 });
  });

  it('should be where it is in the end, when it was made and taken away in one run (I14)', () => {
    expect(counted('created', 'trashed')).toMatchObject({ created: 0, trashed: 1 });
    expect(counted('created', 'archived')).toMatchObject({ created: 0, archived: 1 });
    expect(counted('trashed', 'created')).toMatchObject({ created: 1, trashed: 0 });
  });

  it('should be what was done, also when the note failed in part, and no more than that (I14)', () => {
    const stats = new SyncStats();
    const problem: Problem = { code: 'names-taken', paths: [] };
    stats.note('b:1', 'renamed');
    stats.note('b:2', 'unchanged');
    for (const key of ['b:1', 'b:2', 'b:3']) stats.failNote(key, { id: key, path: null, problem });
    expect(stats.counts()).toMatchObject({ renamed: 1, updated: 0, unchanged: 0, failed: 3 });
  });
});
