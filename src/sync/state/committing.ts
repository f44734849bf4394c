import type { StateStore } from '../../ports';

/** The same store, to which changes are committed in another way. */
export const committing = (state: StateStore, commit: StateStore['commit']): StateStore => ({
  getMany: (keys) => state.getMany(keys),
  list: (range) => state.list(range),
  keys: (range) => state.keys(range),
  commit,
  close: () => state.close(),
});
