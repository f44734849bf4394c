import { OverlayStateStore } from '../../../src/sync/state/overlay-state-store';
import { describeStateStore } from '../../contract/state-store-contract';
import { MemoryStateStore } from '../../support/memory-state-store';

describeStateStore('OverlayStateStore over an empty store', () => Promise.resolve(new OverlayStateStore(new MemoryStateStore())));

describe('OverlayStateStore', () => {
  it('should show what is below with the changes on top, in key order, and leave what is below as it is', async () => {
    const below = new MemoryStateStore();
    await below.commit(['a1', 'a2', 'a3', 'a5', 'b1'].map((key) => ({ put: key, value: 'below' })));
    const store = new OverlayStateStore(below);
    await store.commit([{ remove: 'a1' }, { remove: 'a2' }, { put: 'a3', value: 'above' }, { put: 'a4', value: 'above' }]);
    expect(await store.getMany(['a1', 'a3', 'a5'])).toEqual([undefined, 'above', 'below']);
    expect(await store.list({ prefix: 'a', limit: 2 })).toEqual([{ key: 'a3', value: 'above' }, { key: 'a4', value: 'above' }]);
    expect(await store.list({ prefix: 'a', after: 'a4', limit: 2 })).toEqual([{ key: 'a5', value: 'below' }]);
    expect((await below.list({ prefix: '', limit: 9 })).map(({ key, value }) => `${key} ${String(value)}`)).toEqual(['a1 below', 'a2 below', 'a3 below', 'a5 below', 'b1 below']);
  });
});
