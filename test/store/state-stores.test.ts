import fc from 'fast-check';
import { OverlayStateStore } from '../../src/store/state-stores';
import { describeStateStore } from '../contract/state-store-contract';
import { collect } from '../readwise/support/test-client';
import { MemoryStateStore } from '../support/memory-state-store';
import { stateRange } from '../../src/store/read-state';

describeStateStore('OverlayStateStore over an empty store', () =>
  Promise.resolve(new OverlayStateStore(new MemoryStateStore())),
);

describe('OverlayStateStore', () => {
  it('should show what is below with the changes on top, in key order, and leave what is below as it is', async () => {
    const below = new MemoryStateStore();
    await below.commit(['a1', 'a2', 'a3', 'a5', 'b1'].map((key) => ({ put: key, value: 'below' })));
    const store = new OverlayStateStore(below);
    await store.commit([
      { remove: 'a1' },
      { remove: 'a2' },
      { put: 'a3', value: 'above' },
      { put: 'a4', value: 'above' },
    ]);
    expect(await store.getMany(['a1', 'a3', 'a5'])).toEqual([undefined, 'above', 'below']);
    expect(await store.list({ prefix: 'a', limit: 2 })).toEqual([
      { key: 'a3', value: 'above' },
      { key: 'a4', value: 'above' },
    ]);
    expect(await store.list({ prefix: 'a', after: 'a4', limit: 2 })).toEqual([{ key: 'a5', value: 'below' }]);
    expect(
      (await below.list({ prefix: '', limit: 9 })).map(({ key, value }) => `${key} ${String(value)}`),
    ).toEqual(['a1 below', 'a2 below', 'a3 below', 'a5 below', 'b1 below']);
  });

  it('should be walked through as one store with all the changes is, whatever was changed when and however little is read at once', async () => {
    const key = fc.constantFrom(
      ...'abcdefgh'.split('').flatMap((one) => [`x/${one}`, `x/${one}${one}`, `y/${one}`]),
    );
    const change = fc.oneof(fc.record({ put: key, value: fc.nat(9) }), fc.record({ remove: key }));
    const changes = fc.array(fc.array(change, { maxLength: 9 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(key, { maxLength: 24 }),
        changes,
        fc.integer({ min: 1, max: 4 }),
        async (held, batches, limit) => {
          const [below, whole] = [new MemoryStateStore(), new MemoryStateStore()];
          for (const store of [below, whole])
            await store.commit(held.map((put) => ({ put, value: 'below' })));
          const store = new OverlayStateStore(below);
          for (const batch of batches) {
            await Promise.all([store.commit(batch), whole.commit(batch)]);
            for (const prefix of ['', 'x/', 'y/', '']) {
              expect(await collect(stateRange(store, prefix, limit))).toEqual(
                await collect(stateRange(whole, prefix, limit)),
              );
              expect(await store.keys({ prefix, limit })).toEqual(await whole.keys({ prefix, limit }));
            }
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
