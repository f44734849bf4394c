import 'fake-indexeddb/auto';
import '../../browser/app/window';
import { IndexedDbStateStore } from '../../../src/platform/obsidian/indexed-db-state-store';
import { describeStateStore } from '../../contract/state-store-contract';

let databases = 0;
const freshName = (): string => `test-${String((databases += 1))}`;

describeStateStore('IndexedDbStateStore', () => IndexedDbStateStore.open(freshName()));

describe('IndexedDbStateStore', () => {
  it('should still hold what was committed when it is opened again', async () => {
    const name = freshName();
    const first = await IndexedDbStateStore.open(name);
    await first.commit([{ put: 'watermark', value: '2026-01-31T09:00:00.000Z' }]);
    await first.close();
    const second = await IndexedDbStateStore.open(name);
    expect(await second.getMany(['watermark'])).toEqual(['2026-01-31T09:00:00.000Z']);
    await second.close();
  });

  it('should hold nothing of another vault', async () => {
    const [one, other] = [await IndexedDbStateStore.open(freshName()), await IndexedDbStateStore.open(freshName())];
    await one.commit([{ put: 'a', value: 1 }]);
    expect(await other.getMany(['a'])).toEqual([undefined]);
    await Promise.all([one.close(), other.close()]);
  });
});
