import { DueMarks } from '../../src/store/due-marks';
import { keys } from '../../src/store/keys';
import { MemoryStateStore } from '../support/memory-state-store';

describe('DueMarks', () => {
  let state: MemoryStateStore;
  let marks: DueMarks;

  beforeEach(() => {
    state = new MemoryStateStore();
    marks = new DueMarks(state);
  });

  it('should tell the mark of the last commit when an item became due again', async () => {
    await marks.commit([{ put: keys.due('b:1'), value: { revision: 1 } }]);
    await marks.commit([{ put: keys.due('b:1'), value: { former: ['b:1'] } }]);

    expect(await marks.read(['b:1', 'b:2'])).toEqual([{ former: ['b:1'] }, null]);
  });

  it('should tell no mark when it was removed', async () => {
    await marks.commit([{ put: keys.due('b:1'), value: { revision: 1 } }]);
    await marks.commit([{ remove: keys.due('b:1') }]);

    expect(await marks.read(['b:1'])).toEqual([null]);
  });

  it('should remember no mark when its commit failed', async () => {
    const failing = new DueMarks({
      getMany: (wanted) => state.getMany(wanted),
      list: (range) => state.list(range),
      keys: (range) => state.keys(range),
      commit: () => Promise.reject(new Error('The disk is full')),
      update: (key, edit) => state.update(key, edit),
      clear: (prefix) => state.clear(prefix),
      close: () => state.close(),
    });

    await expect(failing.commit([{ put: keys.due('b:1'), value: { revision: 1 } }])).rejects.toThrow();

    expect(await failing.read(['b:1'])).toEqual([null]);
  });

  it('should tell all marks when there are more than it remembers', async () => {
    const items = Array.from({ length: 2500 }, (_, index) => `b:${String(index)}`);
    await marks.commit(items.map((item) => ({ put: keys.due(item), value: { former: ['b:7'] } })));

    expect(await marks.read(items)).toEqual(items.map(() => ({ former: ['b:7'] })));
  });
});
