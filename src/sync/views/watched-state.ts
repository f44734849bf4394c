import type { StateChange, StateStore } from '../../ports';
import { committing } from '../state/state-stores';
import { prefixes } from '../state/keys';

/** A record of the replica that is about to be written; `value` is undefined where it goes. */
export interface ItemChange {
  readonly itemKey: string;
  readonly value: unknown;
}

/** The same store, which tells of every item before it changes; what `hear` gives back is committed together with that. */
export const watchedState = (
  state: StateStore,
  hear: (items: readonly ItemChange[]) => readonly StateChange[] | Promise<readonly StateChange[]>,
): StateStore =>
  committing(state, (changes) => {
    const items = changes.flatMap((change): readonly ItemChange[] => {
      const [key, value] = 'put' in change ? [change.put, change.value] : [change.remove, undefined];
      return key.startsWith(prefixes.item) ? [{ itemKey: key.slice(prefixes.item.length), value }] : [];
    });
    const more = items.length === 0 ? [] : hear(items);
    // At once where nothing is waited for: whoever looks after it has heard is to find the change.
    return more instanceof Promise
      ? more.then((later) => state.commit([...changes, ...later]))
      : state.commit([...changes, ...more]);
  });
