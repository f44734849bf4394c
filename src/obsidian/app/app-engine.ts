import type { App, Plugin } from 'obsidian';
import { DamagedStateError, isOperational, type StoreKind } from '../../model/errors';
import type { StateStore, Vault } from '../../model/ports';
import type { Stores } from '../../store/outbox-store';
import { OverlayStateStore } from '../../store/state-stores';
import { listChanges } from '../../outbox/send-changes';
import type { NamedChange } from '../../model/outbox';
import type { Problem } from '../../model/problem';
import { OWN_STATE, type SyncReport } from '../../model/report';
import type { Settings } from '../../model/settings';
import { knownTimeZone } from '../../model/time-zone';
import { hasLibrary } from '../../features/adopt/plan-adoption';
import { convertPages } from '../../notes/html/convert-pages';
import { checkToken } from '../../readwise/check-token';
import type { ReadwiseError } from '../../readwise/readwise-error';
import { createRateBudgets } from '../../readwise/budget';
import { AppAccount } from './app-account';
import { RequestUrlDownloader } from '../network/attachment-downloader';
import { RequestUrlHttpClient } from '../network/request-url-http-client';
import { parseHtml } from '../host/parse-html';
import { deleteDatabase } from '../state/database-connection';
import { DEVICE_KEYS } from '../state/device-keys';
import { IndexedDbStateStore } from '../state/indexed-db-state-store';
import {
  databaseNameOf,
  forgetDatabaseName,
  knownDatabaseName,
  replaceDatabaseName,
} from '../state/state-name';
import { LazyStateStore } from '../state/lazy-state-store';
import { SettingsStore } from '../state/settings-store';
import { ObsidianAttachments } from '../vault/attachment-files';
import { hasOwnNotes } from '../vault/identity-index';
import { ObsidianVault } from '../vault/obsidian-vault';
import { vaultReady } from '../vault/vault-ready';
import { ViewCalendar } from '../vault/calendar';
import { WindowClock } from '../host/window-clock';

/** The engine's dependencies in Obsidian. Vault and state are opened for each use and closed after it. */
export class AppEngine {
  readonly app: App;
  readonly store: SettingsStore;
  readonly account: AppAccount;
  readonly calendar: ViewCalendar;
  readonly host;
  /** What happened to state and outbox, until a run reports it. */
  private storeProblems: readonly Problem[] = [];

  constructor(plugin: Plugin) {
    const { app } = plugin;
    this.app = app;
    this.store = new SettingsStore(plugin, app);
    this.account = new AppAccount(app, () => this.settings);
    this.calendar = new ViewCalendar(app);
    this.host = {
      http: new RequestUrlHttpClient(),
      clock: new WindowClock(),
      random: () => Math.random(),
      // Shared by all requests, so that a token check and the sync after it stay within the rate limits.
      budgets: createRateBudgets(),
      convertHtml: convertPages(() => Promise.resolve(parseHtml)),
      attachments: { files: new ObsidianAttachments(app), downloader: new RequestUrlDownloader() },
    };
  }

  get settings(): Settings {
    return this.store.settings;
  }

  /**
   * Waits until Obsidian has indexed the notes, then reloads the settings; rejects if they are invalid. Before
   * the first sync, stores this device's time zone in them: later, it would change every note.
   */
  async ready(signal: AbortSignal = new AbortController().signal): Promise<void> {
    await vaultReady(this.app, signal);
    await this.store.renew();
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    if (await this.isNewLibrary())
      await this.store.save({ ...this.settings, timeZone: knownTimeZone(timeZone) });
  }

  /** Whether no device has synced this library into this vault yet, as far as this device can see. */
  async isNewLibrary(): Promise<boolean> {
    if (this.settings.timeZone !== '' || hasOwnNotes(this.app)) return false;
    return this.isNewHere();
  }

  /** Whether this device knows nothing of the library yet. */
  async isNewHere(): Promise<boolean> {
    return this.withState(async (state) => !(await hasLibrary({ state })));
  }

  /** Whether the service accepts a token; the stored one if it is empty. */
  async checkToken(typed: string): Promise<ReadwiseError | null> {
    const account = this.account.forRequests();
    return checkToken(this.host, typed === '' ? account : { ...account, token: typed });
  }

  async withVault<Result>(use: (vault: Vault) => Promise<Result>): Promise<Result> {
    const vault = new ObsidianVault(this.app);
    try {
      return await use(vault);
    } finally {
      vault.close();
    }
  }

  withState<Result>(use: (state: StateStore) => Promise<Result>): Promise<Result> {
    return this.inDatabase('state', use);
  }

  withOutbox<Result>(use: (outbox: StateStore) => Promise<Result>): Promise<Result> {
    return this.inDatabase('outbox', use);
  }

  withStores<Result>(use: (stores: Stores) => Promise<Result>): Promise<Result> {
    return this.withOutbox((outbox) => this.withState((state) => use({ state, outbox })));
  }

  withBoth<Result>(use: (both: Stores & { readonly vault: Vault }) => Promise<Result>): Promise<Result> {
    return this.withVault((vault) => this.withStores((stores) => use({ ...stores, vault })));
  }

  /** Begins with a new state, because the person asks for it, and with a new outbox if that does not answer. */
  async beginAnew(): Promise<void> {
    this.replace('state', databaseNameOf(this.app, 'state'));
    try {
      await this.withOutbox(() => Promise.resolve());
    } catch (error) {
      if (!isOperational(error)) throw error;
      this.replace('outbox', databaseNameOf(this.app, 'outbox'));
    }
    await this.withStores(() => Promise.resolve());
  }

  /** The changes that would be lost with the outbox; null where they cannot be read. Replaces no damaged store. */
  async unsentChanges(): Promise<readonly NamedChange[] | null> {
    try {
      return await this.opened('outbox', (outbox) => this.named(outbox));
    } catch (error) {
      if (error instanceof DamagedStateError || isOperational(error)) return null;
      throw error;
    }
  }

  /** By their ids, where the state cannot be read. */
  private async named(outbox: StateStore): Promise<readonly NamedChange[]> {
    const isUnsent = ({ state }: NamedChange): boolean => state !== 'sent';
    try {
      return await this.opened('state', async (state) =>
        (await listChanges({ state, outbox })).filter(isUnsent),
      );
    } catch (error) {
      if (!(error instanceof DamagedStateError) && !isOperational(error)) throw error;
      return (await listChanges({ state: new OverlayStateStore(), outbox })).filter(isUnsent);
    }
  }

  /**
   * Removes all that this device keeps for the vault, the token included. False where a database is still in use;
   * the rest is removed, and another try finds it. Only while no sync runs.
   */
  async forgetDevice(): Promise<boolean> {
    const deleted = [await this.deleteStore('outbox'), await this.deleteStore('state')];
    const { state: _state, outbox: _outbox, ...others } = DEVICE_KEYS;
    for (const key of Object.values(others)) this.app.saveLocalStorage(key, null);
    this.account.clearSecret();
    this.storeProblems = [];
    return deleted.every(Boolean);
  }

  private async deleteStore(store: StoreKind): Promise<boolean> {
    const name = knownDatabaseName(this.app, store);
    if (name !== null && !(await deleteDatabase(name))) return false;
    forgetDatabaseName(this.app, store);
    return true;
  }

  /** If the store proves to be damaged, another takes its place, and `use` is called again. */
  private async inDatabase<Result>(
    store: StoreKind,
    use: (database: StateStore) => Promise<Result>,
  ): Promise<Result> {
    const name = knownDatabaseName(this.app, store);
    try {
      return await this.opened(store, use);
    } catch (error) {
      if (!(error instanceof DamagedStateError) || error.store !== store) throw error;
      this.replace(store, name ?? databaseNameOf(this.app, store));
      return this.opened(store, use);
    }
  }

  private async opened<Result>(
    store: StoreKind,
    use: (database: StateStore) => Promise<Result>,
  ): Promise<Result> {
    const { app } = this;
    const { clock } = this.host;
    const open = () => IndexedDbStateStore.open({ name: databaseNameOf(app, store), store, clock });
    const database = knownDatabaseName(app, store) === null ? new LazyStateStore(open) : await open();
    try {
      return await use(database);
    } finally {
      await database.close();
    }
  }

  /** The state can be fetched again, so the old one is deleted; an outbox never is. */
  private replace(store: StoreKind, name: string): void {
    if (!replaceDatabaseName(this.app, store, name)) return;
    if (store === 'outbox') {
      this.storeProblems = [...this.storeProblems, { code: 'outbox-damaged', setAside: name }];
      return;
    }
    this.storeProblems = [...this.storeProblems, { code: 'state-damaged' }];
    // If it cannot be deleted, only its space is lost.
    void deleteDatabase(name);
  }

  /** The report of a run with what happened to state and outbox since the last one. */
  withNotices(report: SyncReport): SyncReport {
    const notices = this.storeProblems.map((problem) => ({ id: OWN_STATE, path: null, problem }));
    this.storeProblems = [];
    return notices.length === 0 ? report : { ...report, notices: [...report.notices, ...notices] };
  }
}
