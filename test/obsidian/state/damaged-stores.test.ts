import 'fake-indexeddb/auto';
import '../../browser/app/window';
import type { Plugin } from 'obsidian';
import { openDB } from 'idb';
import { SyncStats } from '../../../src/sync/context/sync-stats';
import { reportOf } from '../../../src/sync/run-report';
import { AppEngine } from '../../../src/obsidian/app/app-engine';
import { databaseNameOf } from '../../../src/obsidian/state/state-name';
import { putOutboxEntry, readOutbox, readOutboxEntry } from '../../../src/store/outbox-store';
import { App } from '../../browser/app/app-model';
import { aWaitingChange } from '../../support/builders';
import { losingConnection } from './losing-connection';

/** A database answers no read of these keys, as after the loss of the files that held their values. */
function loseValues(database: string, lost: readonly string[]): void {
  const real = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'get')
    ?.value as IDBObjectStore['get'];
  jest.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    if (this.transaction.db.name !== database || !lost.includes(key as string)) return real.call(this, key);
    throw new DOMException('Data lost due to missing file.', 'NotReadableError');
  });
}

/** A database does not answer. */
function silence(name: string): jest.SpyInstance {
  const real = indexedDB.open.bind(indexedDB);
  return jest.spyOn(indexedDB, 'open').mockImplementation((database, version) => {
    if (database !== name) return real(database, version);
    throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
  });
}

let engine: AppEngine;

const name = (): string => databaseNameOf(engine.app, 'state');
const outboxName = (): string => databaseNameOf(engine.app, 'outbox');
const databases = async (): Promise<readonly (string | undefined)[]> =>
  (await indexedDB.databases()).map((each) => each.name);
const ids = (): Promise<readonly string[]> =>
  engine.withStores(async ({ outbox }) => (await readOutbox(outbox)).map(({ id }) => id));
/** What the next report tells of the state. */
const report = reportOf({
  stats: new SyncStats(),
  cause: null,
  requests: 0,
  durationMs: 0,
});
const notices = () => engine.withNotices(report).notices.map(({ problem }) => problem);

beforeEach(async () => {
  engine = new AppEngine({ app: new App() } as unknown as Plugin);
  await engine.withStores(async ({ state, outbox }) => {
    await putOutboxEntry(outbox, aWaitingChange('a'));
    await putOutboxEntry(outbox, aWaitingChange('b'));
    await state.commit([{ put: 'note/b:1', value: { path: 'Readwise/Books/Walden.md' } }]);
  });
});
afterEach(() => jest.restoreAllMocks());

describe('the state of the app', () => {
  it('should keep all that it holds when the database is lost for a moment (I15)', async () => {
    const before = name();
    const { result } = await losingConnection('server lost', (call) => call === 1, ids);
    expect([result, name(), notices()]).toEqual([['a', 'b'], before, []]);
    expect(await engine.withState((state) => state.getMany(['note/b:1']))).toMatchObject([{}]);
  });

  it('should be begun anew, told once, when it is damaged, and the outbox stay as it is (I15)', async () => {
    const before = name();
    loseValues(before, ['note/b:1']);
    expect(await engine.withState((state) => state.getMany(['note/b:1']))).toEqual([undefined]);
    expect(await ids()).toEqual(['a', 'b']);
    expect([notices(), notices()]).toEqual([[{ code: 'state-damaged' }], []]);
    expect(name()).not.toBe(before);
    expect(await databases()).not.toContain(before);
  });

  it('should be begun anew when the database lacks its table', async () => {
    engine = new AppEngine({ app: new App() } as unknown as Plugin);
    const before = name();
    (await openDB(before, 1)).close();
    expect(await engine.withState((state) => state.getMany(['note/b:1']))).toEqual([undefined]);
    expect(notices()).toEqual([{ code: 'state-damaged' }]);
    expect(name()).not.toBe(before);
  });

  it('should keep the outbox when a person begins anew because the state does not answer (I15)', async () => {
    const before = name();
    const silent = silence(before);
    await engine.beginAnew();
    silent.mockRestore();
    expect([await ids(), notices()]).toEqual([['a', 'b'], [{ code: 'state-damaged' }]]);
  });

  it('should keep a change that a person asks for just then (I15)', async () => {
    let begun = false;
    await engine.withStores(async ({ outbox }) => {
      // Another window has the old state open, and goes on with it.
      if (!begun) {
        begun = true;
        await engine.beginAnew();
      }
      await putOutboxEntry(outbox, aWaitingChange('c'));
    });
    expect(await ids()).toEqual(['a', 'b', 'c']);
  });
});

describe('the outbox of the app', () => {
  it('should give its place to another, told once, when it is damaged, and stay where it is (I15)', async () => {
    const before = outboxName();
    loseValues(before, ['outbox/b']);
    const read = () => engine.withOutbox((outbox) => readOutboxEntry(outbox, 'b'));
    expect([await read(), outboxName() === before]).toEqual([null, false]);
    expect([notices(), notices()]).toEqual([[{ code: 'outbox-damaged', setAside: before }], []]);
    expect(await databases()).toContain(before);
    expect(await engine.withState((state) => state.getMany(['note/b:1']))).toMatchObject([{}]);
  });

  it('should be begun anew with the state when it does not answer either', async () => {
    const before = outboxName();
    const silent = silence(before);
    await engine.beginAnew();
    silent.mockRestore();
    expect(await ids()).toEqual([]);
    expect(notices()).toEqual([{ code: 'state-damaged' }, { code: 'outbox-damaged', setAside: before }]);
  });
});
