import type { App, Plugin } from 'obsidian';
import { DamagedStateError } from '../../model/errors';
import type { StateStore, Vault } from '../../model/ports';
import type { Problem } from '../../model/problem';
import { OWN_STATE, type SyncReport } from '../../model/report';
import type { Settings } from '../../model/settings';
import { convertPages } from '../../notes/html/convert-pages';
import { checkToken, type TokenCheck } from '../../readwise/account';
import { createRateBudgets } from '../../readwise/budget';
import { OwnFolders } from '../../sync/write/own-folders';
import { AppAccount } from './account';
import { RequestUrlDownloader } from '../network/attachment-downloader';
import { RequestUrlHttpClient } from '../network/request-url-http-client';
import { parseHtml } from '../host/parse-html';
import { IndexedDbStateStore, replaceState, stateNameOf } from '../state/indexed-db-state-store';
import { SettingsStore } from '../state/settings-store';
import { ObsidianAttachments } from '../vault/attachment-files';
import { ObsidianVault } from '../vault/obsidian-vault';
import { ObsidianFolders } from '../vault/vault-folders';
import { vaultReady } from '../vault/vault-ready';
import { ViewCalendar } from '../vault/calendar';
import { WindowClock } from '../host/window-clock';

async function closing<Result>(
  state: StateStore,
  use: (state: StateStore) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(state);
  } finally {
    await state.close();
  }
}

/** The engine's dependencies in Obsidian. Vault and state are opened for each use and closed after it. */
export class AppEngine {
  readonly app: App;
  readonly store: SettingsStore;
  readonly account: AppAccount;
  readonly calendar: ViewCalendar;
  readonly host;
  /** What happened to the state, until a run reports it. */
  private notice: Problem | null = null;

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

  /** Waits until Obsidian has indexed the notes, then reloads the settings; rejects if they are invalid. */
  async ready(signal: AbortSignal = new AbortController().signal): Promise<void> {
    await vaultReady(this.app, signal);
    await this.store.renew();
  }

  async checkToken(): Promise<TokenCheck> {
    return checkToken(this.host, this.account.forRequests());
  }

  async withVault<Result>(use: (vault: Vault) => Promise<Result>): Promise<Result> {
    const vault = new ObsidianVault(this.app);
    try {
      return await use(vault);
    } finally {
      vault.close();
    }
  }

  /** If the state proves to be damaged, it is replaced, and `use` is called again. */
  async withState<Result>(use: (state: StateStore) => Promise<Result>): Promise<Result> {
    try {
      return await closing(await IndexedDbStateStore.open(stateNameOf(this.app)), use);
    } catch (error) {
      if (!(error instanceof DamagedStateError)) throw error;
      const state = await replaceState(this.app);
      this.notice = { code: 'state-damaged', setAside: null };
      return closing(state, use);
    }
  }

  /** The report of a run with what happened to the state since the last one. */
  withNotice(report: SyncReport): SyncReport {
    const { notice } = this;
    this.notice = null;
    if (notice === null) return report;
    return { ...report, notices: [...report.notices, { id: OWN_STATE, path: null, problem: notice }] };
  }

  /** Opens vault and state; afterwards, folders that were created for notes and are now empty are removed. */
  withBoth<Result>(
    use: (both: { readonly vault: Vault; readonly state: StateStore }) => Promise<Result>,
  ): Promise<Result> {
    return this.withVault((vault) =>
      this.withState(async (state) => {
        const own = new OwnFolders({ folders: new ObsidianFolders(this.app), state });
        const result = await use({ vault: own.through(vault), state });
        await own.settle();
        return result;
      }),
    );
  }
}
