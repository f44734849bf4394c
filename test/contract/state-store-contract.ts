import fc from 'fast-check';
import type { StateStore } from '../../src/model/ports';

/** The contract of `StateStore`: every adapter's test calls this with a maker of fresh, empty stores. */
export function describeStateStore(name: string, makeStore: () => Promise<StateStore>): void {
  describe(`${name} as a StateStore`, () => {
    let store: StateStore;
    beforeEach(async () => {
      store = await makeStore();
    });
    afterEach(() => store.close());

    it('should give values in the order of the keys, undefined where there is none', async () => {
      await store.commit([
        { put: 'a', value: 1 },
        { put: 'b', value: { deep: [null, 'ü', true] } },
      ]);
      expect(await store.getMany(['b', 'none', 'a', 'b'])).toEqual([
        { deep: [null, 'ü', true] },
        undefined,
        1,
        { deep: [null, 'ü', true] },
      ]);
      expect(await store.getMany([])).toEqual([]);
    });

    it('should give what each key holds whatever else lies between the keys', async () => {
      const key = fc.stringMatching(/^[ab][/]\d{1,2}$/);
      const asked = fc.array(key, { maxLength: 60 });
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(key, { maxLength: 60 }),
          fc.oneof(
            asked,
            asked.map((some) => some.sort()),
          ),
          async (held, keys) => {
            await store.commit(held.map((put) => ({ put, value: put })));
            expect(await store.getMany(keys)).toEqual(
              keys.map((one) => (held.includes(one) ? one : undefined)),
            );
            await store.commit(held.map((remove) => ({ remove })));
          },
        ),
        { numRuns: 60 },
      );
    });

    it('should give thousands of values at once, whether their keys rise or not', async () => {
      const keys = Array.from({ length: 2000 }, (_none, index) => `n:${String(index).padStart(6, '0')}`);
      await store.commit(keys.map((put) => ({ put, value: put })));
      for (const wanted of [keys, keys.filter((_key, index) => index % 3 === 0), [...keys].reverse()])
        expect(await store.getMany(wanted)).toEqual(wanted);
    });

    it('should tell null from nothing', async () => {
      await store.commit([{ put: 'a', value: null }]);
      expect(await store.getMany(['a', 'b'])).toEqual([null, undefined]);
    });

    it('should apply changes in order when one commit has several for a key', async () => {
      await store.commit([
        { put: 'a', value: 1 },
        { remove: 'a' },
        { put: 'a', value: 2 },
        { put: 'b', value: 1 },
        { remove: 'b' },
        { remove: 'none' },
      ]);
      expect(await store.getMany(['a', 'b'])).toEqual([2, undefined]);
    });

    it('should change nothing when one value of a commit cannot be kept', async () => {
      await store.commit([{ put: 'a', value: 'before' }]);
      const commit = async (): Promise<void> =>
        store.commit([
          { put: 'a', value: 'after' },
          { put: 'b', value: 1n },
        ]);
      await expect(commit()).rejects.toThrow();
      expect(await store.getMany(['a', 'b'])).toEqual(['before', undefined]);
    });

    it('should not change what is stored when what was put or read is changed', async () => {
      const value = { list: [1] };
      await store.commit([{ put: 'a', value }]);
      value.list.push(2);
      const [read] = await store.getMany(['a']);
      (read as typeof value).list.push(3);
      expect(await store.getMany(['a'])).toEqual([{ list: [1] }]);
    });

    it('should list the keys with a prefix in the order of their code units', async () => {
      const keys = [
        'item:10',
        'item:2',
        'item:',
        'item:ä',
        'item:\ufb01',
        'item:😀',
        'item:\uffff',
        'itel',
        'iten',
        'item',
      ];
      await store.commit(keys.map((key, value) => ({ put: key, value })));
      const expected = keys.filter((key) => key.startsWith('item:')).sort();
      expect((await store.list({ prefix: 'item:', limit: 100 })).map(({ key }) => key)).toEqual(expected);
      expect(await store.keys({ prefix: 'item:', limit: 100 })).toEqual(expected);
      expect((await store.list({ prefix: '', limit: 100 })).map(({ key }) => key)).toEqual([...keys].sort());
    });

    it('should store what an edit makes of a value, and give it back', async () => {
      await store.commit([{ put: 'a', value: { times: 1 } }]);
      expect(await store.update('a', (value) => ({ was: value }))).toEqual({ was: { times: 1 } });
      expect(await store.update('b', (value) => [value === undefined])).toEqual([true]);
      expect(await store.getMany(['a', 'b'])).toEqual([{ was: { times: 1 } }, [true]]);
    });

    it('should remove the entry, or make none, when an edit gives nothing', async () => {
      await store.commit([{ put: 'a', value: 1 }]);
      expect(await store.update('a', () => undefined)).toBeUndefined();
      expect(await store.update('b', (value) => value)).toBeUndefined();
      expect(await store.keys({ prefix: '', limit: 9 })).toEqual([]);
    });

    it('should change nothing when an edit fails or gives what cannot be kept', async () => {
      await store.commit([{ put: 'a', value: 'before' }]);
      const failing = async (): Promise<unknown> =>
        store.update('a', () => {
          throw new RangeError('no such edit');
        });
      await expect(failing()).rejects.toThrow('no such edit');
      await expect((async () => store.update('a', () => 1n))()).rejects.toThrow();
      expect(await store.getMany(['a'])).toEqual(['before']);
      await store.commit([{ put: 'a', value: 'after' }]);
      expect(await store.getMany(['a'])).toEqual(['after']);
    });

    it('should let nothing come between the reading and the writing of an edit', async () => {
      const added = (value: unknown): number => (typeof value === 'number' ? value + 1 : 1);
      await Promise.all(Array.from({ length: 20 }, () => store.update('count', added)));
      expect(await store.getMany(['count'])).toEqual([20]);
      const unlessGone = (value: unknown): unknown => (value === undefined ? undefined : 'edited');
      for (let round = 0; round < 20; round += 1) {
        await store.commit([{ put: 'a', value: round }]);
        await Promise.all([store.update('a', unlessGone), store.commit([{ remove: 'a' }])]);
        expect(await store.getMany(['a'])).toEqual([undefined]);
        await store.commit([{ put: 'a', value: round }]);
        await Promise.all([store.commit([{ remove: 'a' }]), store.update('a', unlessGone)]);
        expect(await store.getMany(['a'])).toEqual([undefined]);
      }
    });

    it('should go on after a key when asked to, whether or not it is still there', async () => {
      await store.commit(['a1', 'a2', 'a3', 'a4', 'b1'].map((key) => ({ put: key, value: key })));
      expect(await store.list({ prefix: 'a', after: 'a1', limit: 2 })).toEqual([
        { key: 'a2', value: 'a2' },
        { key: 'a3', value: 'a3' },
      ]);
      await store.commit([{ remove: 'a3' }]);
      expect(await store.list({ prefix: 'a', after: 'a3', limit: 2 })).toEqual([{ key: 'a4', value: 'a4' }]);
      expect(await store.list({ prefix: 'a', after: 'a4', limit: 2 })).toEqual([]);
      expect(await store.list({ prefix: 'b', after: 'a4', limit: 2 })).toEqual([{ key: 'b1', value: 'b1' }]);
      expect(await store.list({ prefix: 'a', after: 'b', limit: 2 })).toEqual([]);
      expect(await store.list({ prefix: 'a', limit: 0 })).toEqual([]);
    });

    it('should give the keys alone of what it lists', async () => {
      await store.commit(['a1', 'a2', 'a3', 'a4', 'b1'].map((key) => ({ put: key, value: key })));
      await store.commit([{ remove: 'a2' }]);
      for (const after of [undefined, 'a', 'a1', 'a2', 'a3', 'a4', 'b']) {
        for (const limit of [0, 1, 2, 9]) {
          expect(await store.keys({ prefix: 'a', after, limit })).toEqual(
            (await store.list({ prefix: 'a', after, limit })).map(({ key }) => key),
          );
        }
      }
      expect(await store.keys({ prefix: 'a', after: 'a1', limit: 9 })).toEqual(['a3', 'a4']);
    });

    it('should keep nothing but what has another prefix when a prefix is cleared', async () => {
      const keys = ['a/', 'a/1', 'a/ä', 'a/\uffff', 'a', 'a0', 'b/1', ''];
      await store.commit(keys.map((put) => ({ put, value: put })));
      await store.clear('a/');
      await store.clear('none/');
      expect(await store.keys({ prefix: '', limit: 9 })).toEqual(['', 'a', 'a0', 'b/1']);
      await store.commit([{ put: 'a/1', value: 'new' }]);
      expect(await store.list({ prefix: 'a/', limit: 9 })).toEqual([{ key: 'a/1', value: 'new' }]);
      await store.clear('');
      expect(await store.keys({ prefix: '', limit: 9 })).toEqual([]);
    });

    it('should keep keys and values whatever characters they have', async () => {
      const odd = ['__proto__', 'constructor', 'a/b\\c', 'nul\0', '\u2028', 'é', 'e\u0301'];
      await store.commit(odd.map((key) => ({ put: `k:${key}`, value: key })));
      expect(await store.getMany(odd.map((key) => `k:${key}`))).toEqual(odd);
      expect(await store.list({ prefix: 'k:', limit: 100 })).toHaveLength(odd.length);
    });

    it('should hold many entries in one commit', async () => {
      const keys = Array.from({ length: 5000 }, (_none, index) => `n:${String(index).padStart(6, '0')}`);
      await store.commit(keys.map((key) => ({ put: key, value: key })));
      expect((await store.list({ prefix: 'n:', limit: 10_000 })).map(({ key }) => key)).toEqual(keys);
      expect(await store.getMany(keys)).toEqual(keys);
    });
  });
}
