import 'fake-indexeddb/auto';
import '../../browser/app/window';
import { openDB } from 'idb';
import { IndexedDbStateStore } from '../../../src/obsidian/state/indexed-db-state-store';
import { causeOf } from '../../../src/sync/run-report';
import { DamagedStateError, isOperational } from '../../../src/model/errors';
import { describeStateStore } from '../../contract/state-store-contract';
import { FakeClock } from '../../support/fake-clock';
import { losingConnection } from './losing-connection';

let databases = 0;
const freshName = (): string => `test-${String((databases += 1))}`;
const open = (name = freshName()): Promise<IndexedDbStateStore> =>
  IndexedDbStateStore.open({ name, store: 'state', clock: new FakeClock() });

describeStateStore('IndexedDbStateStore', () => open());

describe('IndexedDbStateStore', () => {
  it('should still hold what was committed when it is opened again', async () => {
    const name = freshName();
    const first = await open(name);
    await first.commit([{ put: 'watermark', value: '2026-01-31T09:00:00.000Z' }]);
    await first.close();
    const second = await open(name);
    expect(await second.getMany(['watermark'])).toEqual(['2026-01-31T09:00:00.000Z']);
    await second.close();
  });

  it('should not take it for a cancelled sync when the browser ends the connection for good', async () => {
    const store = await open();
    const read = (): Promise<unknown> => store.getMany(['a']).catch((reason: unknown) => reason);
    const { result: error } = await losingConnection('aborted', () => true, read);
    expect(error instanceof Error && isOperational(error) ? causeOf(error) : error).toBe('device');
    await store.close();
  });

  it('should name what the database says when it cannot be opened', async () => {
    const refusing = jest.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    await expect(open()).rejects.toMatchObject({
      name: 'HostError',
      message: 'SecurityError: The operation is insecure.',
    });
    refusing.mockRestore();
  });

  it.each(['NotReadableError', 'VersionError', 'NotFoundError'])(
    'should throw that the state is damaged when the database answers with %s',
    async (name) => {
      const refusing = jest.spyOn(indexedDB, 'open').mockImplementation(() => {
        throw new DOMException('Internal error.', name);
      });
      await expect(open()).rejects.toThrow(DamagedStateError);
      refusing.mockRestore();
    },
  );

  it('should open the database in the end when it does not answer at first', async () => {
    const real = indexedDB.open.bind(indexedDB);
    let tries = 0;
    const refusing = jest.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      tries += 1;
      if (tries > 3) return real(name, version);
      throw new DOMException('Internal error opening backing store.', 'UnknownError');
    });
    await (await open()).close();
    expect(tries).toBe(4);
    tries = -1;
    await expect(open()).rejects.toMatchObject({ problem: { code: 'database-lost' } });
    refusing.mockRestore();
  });

  it('should take a value that is no JSON for absent', async () => {
    const name = freshName();
    await (await open(name)).close();
    const database = await openDB(name);
    await database.put('entries', '{"cut', 'a');
    database.close();
    const store = await open(name);
    expect(await store.getMany(['a'])).toEqual([undefined]);
    expect(await store.update('a', (value) => [value ?? 'new'])).toEqual(['new']);
    await store.close();
  });

  it('should list all that was asked for, each value with its key, when the database gives it bit by bit', async () => {
    const store = await open();
    const keys = Array.from({ length: 50 }, (_, index) => `item/${String(index).padStart(2, '0')}`);
    await store.commit([...keys.map((key) => ({ put: key, value: { key } })), { put: 'other', value: 1 }]);
    expect(await store.list({ prefix: 'item/', after: 'item/02', limit: 20 })).toEqual(
      keys.slice(3, 23).map((key) => ({ key, value: { key } })),
    );
    expect(await store.list({ prefix: 'item/', limit: 100 })).toEqual(
      keys.map((key) => ({ key, value: { key } })),
    );
    await store.close();
  });

  it('should hold nothing of another vault', async () => {
    const [one, other] = [await open(), await open()];
    await one.commit([{ put: 'a', value: 1 }]);
    expect(await other.getMany(['a'])).toEqual([undefined]);
    await Promise.all([one.close(), other.close()]);
  });
});
