import 'fake-indexeddb/auto';
import '../../browser/app/window';
import type { Plugin } from 'obsidian';
import { openDB } from 'idb';
import { SyncStats } from '../../../src/sync/context/sync-stats';
import { reportOf } from '../../../src/sync/run-report';
import { AppEngine } from '../../../src/obsidian/app/app-engine';
import { stateNameOf } from '../../../src/obsidian/state/state-name';
import { discardChange } from '../../../src/outbox/queue';
import { putOutboxEntry, readOutbox } from '../../../src/store/outbox-store';
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

describe('the state of the app', () => {
  let engine: AppEngine;
  const name = (): string => stateNameOf(engine.app);
  const databases = async (): Promise<readonly (string | undefined)[]> =>
    (await indexedDB.databases()).map((each) => each.name);
  const ids = (): Promise<readonly string[]> =>
    engine.withState(async (state) => (await readOutbox(state)).map(({ id }) => id));
  /** What the next report tells of the state. */
  const report = reportOf({
    stats: new SyncStats(),
    cause: null,
    requests: 0,
    durationMs: 0,
  });
  const notices = () => engine.withNotice(report).notices.map(({ problem }) => problem);

  beforeEach(async () => {
    engine = new AppEngine({ app: new App() } as unknown as Plugin);
    await engine.withState(async (state) => {
      await putOutboxEntry(state, aWaitingChange('a'));
      await putOutboxEntry(state, aWaitingChange('b'));
      await state.commit([{ put: 'note/b:1', value: { path: 'Readwise/Books/Walden.md' } }]);
    });
  });
  afterEach(() => jest.restoreAllMocks());

  it('should keep all that it holds when the database is lost for a moment (I15)', async () => {
    const before = name();
    const { result } = await losingConnection('server lost', (call) => call === 1, ids);
    expect([result, name(), notices()]).toEqual([['a', 'b'], before, []]);
    expect(await engine.withState((state) => state.getMany(['note/b:1']))).toMatchObject([{}]);
  });

  it('should be begun anew with the outbox of the old one when that is damaged, and the old one go (I15)', async () => {
    const before = name();
    loseValues(before, ['note/b:1', 'outbox/b']);
    expect(await engine.withState((state) => state.getMany(['note/b:1']))).toEqual([undefined]);
    expect(await ids()).toEqual(['a']);
    expect(notices()).toEqual([{ code: 'state-damaged', setAside: null, lost: ['b'] }]);
    expect(name()).not.toBe(before);
    expect(await databases()).not.toContain(before);
  });

  it('should be begun anew when the database lacks its table', async () => {
    engine = new AppEngine({ app: new App() } as unknown as Plugin);
    const before = name();
    (await openDB(before, 1)).close();
    expect(await ids()).toEqual([]);
    expect(notices()).toEqual([{ code: 'state-damaged', setAside: null, lost: [] }]);
    expect(name()).not.toBe(before);
  });

  it('should keep the old database until its outbox was carried over, and do that once, when a person begins anew (I15)', async () => {
    const before = name();
    const real = indexedDB.open.bind(indexedDB);
    const silent = jest.spyOn(indexedDB, 'open').mockImplementation((database, version) => {
      if (database !== before) return real(database, version);
      throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
    });
    await engine.replaceState();
    expect([await ids(), notices()]).toEqual([[], [{ code: 'state-damaged', setAside: null, lost: null }]]);
    expect(await databases()).toContain(before);
    await engine.withState((state) => putOutboxEntry(state, aWaitingChange('c')));
    silent.mockRestore();
    expect(await ids()).toEqual(['a', 'b', 'c']);
    expect(notices()).toEqual([{ code: 'state-damaged', setAside: null, lost: [] }]);
    await engine.withState((state) => discardChange(state, 'a'));
    expect(await ids()).toEqual(['b', 'c']);
    expect([await databases(), notices()]).toEqual([expect.not.arrayContaining([before]), []]);
  });

  it('should take a change that a person asks for just then into the new state (I15)', async () => {
    let begun = false;
    await engine.withState(async (state) => {
      // Another window has the old one open, and goes on with it.
      if (!begun) {
        begun = true;
        await engine.replaceState();
      }
      await putOutboxEntry(state, aWaitingChange('c'));
    });
    expect(await ids()).toEqual(['a', 'b', 'c']);
    expect(notices()).toEqual([{ code: 'state-damaged', setAside: null, lost: [] }]);
  });
});
