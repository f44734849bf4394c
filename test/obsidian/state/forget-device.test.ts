import 'fake-indexeddb/auto';
import '../../browser/app/window';
import type { Plugin } from 'obsidian';
import { openDB } from 'idb';
import { AppEngine } from '../../../src/obsidian/app/app-engine';
import { rememberQuietSync } from '../../../src/obsidian/app/quiet-sync';
import { rememberStart } from '../../../src/obsidian/app/start-memory';
import { databaseNameOf } from '../../../src/obsidian/state/state-name';
import { putOutboxEntry } from '../../../src/store/outbox-store';
import { App } from '../../browser/app/app-model';
import { aWaitingChange } from '../../support/builders';

const SECRET = 'florilegium-token';

let app: App;
let engine: AppEngine;
let other: AppEngine;

const databases = async (): Promise<readonly (string | undefined)[]> =>
  (await indexedDB.databases()).map((each) => each.name);
const ids = async (): Promise<readonly string[] | null> =>
  (await engine.unsentChanges())?.map(({ id }) => id) ?? null;

async function inUse(vault: App): Promise<AppEngine> {
  const made = new AppEngine({ app: vault } as unknown as Plugin);
  await made.withStores(async ({ state, outbox }) => {
    await putOutboxEntry(outbox, aWaitingChange('a'));
    await putOutboxEntry(outbox, { ...aWaitingChange('b'), state: 'sent' });
    await state.commit([{ put: 'note/b:1', value: { path: 'Readwise/Books/Walden.md' } }]);
  });
  vault.secretStorage.setSecret(SECRET, 'canary-token-good-1');
  vault.secretStorage.setSecret('of-another-plugin', 'kept');
  made.account.setAccepted(true);
  made.account.allow({ origin: 'https://example.com', secret: SECRET });
  rememberQuietSync(made.app);
  rememberStart(made.app, { step: 2 });
  return made;
}

beforeEach(async () => {
  for (const name of await databases()) if (name !== undefined) indexedDB.deleteDatabase(name);
  app = new App();
  engine = await inUse(app);
  other = await inUse(new App());
});
afterEach(() => jest.restoreAllMocks());

describe('what a device keeps for a vault', () => {
  it('should be gone when a person removes it, and that of another vault and plugin stay', async () => {
    const kept = [databaseNameOf(other.app, 'state'), databaseNameOf(other.app, 'outbox')];
    expect(await engine.forgetDevice()).toBe(true);
    expect([...app.local]).toEqual([]);
    expect([...(await databases())].sort()).toEqual([...kept].sort());
    expect([SECRET, 'of-another-plugin'].map((id) => app.secretStorage.getSecret(id))).toEqual(['', 'kept']);
    expect((await other.unsentChanges())?.length).toBe(1);
    expect(other.account.token).not.toBeNull();
  });

  it('should stay gone when it is only looked at, and be made anew by the next change', async () => {
    await engine.forgetDevice();
    expect(await ids()).toEqual([]);
    expect(await engine.isNewHere()).toBe(true);
    expect([...app.local]).toEqual([]);
    expect((await databases()).length).toBe(2);
    await engine.withOutbox((outbox) => putOutboxEntry(outbox, aWaitingChange('c')));
    expect(await ids()).toEqual(['c']);
  });

  it('should have no old name in another window that was open meanwhile', async () => {
    const before = databaseNameOf(engine.app, 'outbox');
    const window = Object.assign(new App(), { local: app.local });
    const there = new AppEngine({ app: window } as unknown as Plugin);
    await there.forgetDevice();
    expect(databaseNameOf(engine.app, 'outbox')).not.toBe(before);
    expect(databaseNameOf(there.app, 'outbox')).toBe(databaseNameOf(engine.app, 'outbox'));
  });

  it('should name the changes that would be lost, and replace nothing, when the state is damaged', async () => {
    const name = databaseNameOf(engine.app, 'state');
    indexedDB.deleteDatabase(name);
    (await openDB(name, 1)).close();
    expect(await ids()).toEqual(['a']);
    expect(databaseNameOf(engine.app, 'state')).toBe(name);
    expect(await engine.forgetDevice()).toBe(true);
    expect(await databases()).not.toContain(name);
  });

  it('should go, and say that changes cannot be read, when no database opens', async () => {
    jest.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    expect(await ids()).toBeNull();
    expect(await engine.forgetDevice()).toBe(true);
    jest.restoreAllMocks();
    expect([...app.local]).toEqual([]);
    expect((await databases()).length).toBe(2);
  });

  it('should keep the name of a database that somebody holds open, so that another try finds it', async () => {
    const name = databaseNameOf(engine.app, 'state');
    const holding = await openDB(name);
    expect(await engine.forgetDevice()).toBe(false);
    expect([...app.local.keys()]).toEqual(['florilegium-state']);
    expect(app.secretStorage.getSecret(SECRET)).toBe('');
    holding.close();
    expect(await engine.forgetDevice()).toBe(true);
    expect(await databases()).not.toContain(name);
  });
});
