import { LazyStateStore } from '../../../src/obsidian/state/lazy-state-store';
import { OverlayStateStore } from '../../../src/store/state-stores';
import { describeStateStore } from '../../contract/state-store-contract';

describeStateStore('LazyStateStore', () =>
  Promise.resolve(new LazyStateStore(() => Promise.resolve(new OverlayStateStore()))),
);

describe('LazyStateStore', () => {
  it('should make no store when it is only read or cleared, and one when two changes come at once', async () => {
    const made: OverlayStateStore[] = [];
    const store = new LazyStateStore(() => {
      made.push(new OverlayStateStore());
      return Promise.resolve(made[0] ?? new OverlayStateStore());
    });
    expect(await store.getMany(['a', 'b'])).toEqual([undefined, undefined]);
    expect(await store.list({ prefix: '', limit: 9 })).toEqual([]);
    expect(await store.keys({ prefix: '', limit: 9 })).toEqual([]);
    await store.clear('');
    expect(made).toEqual([]);
    await Promise.all([store.commit([{ put: 'a', value: 1 }]), store.update('b', () => 2)]);
    expect([made.length, await store.getMany(['a', 'b'])]).toEqual([1, [1, 2]]);
    await store.close();
  });
});
