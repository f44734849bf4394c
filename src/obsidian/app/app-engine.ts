import type { App, Plugin } from 'obsidian';
import { DamagedStateError } from '../../model/errors';
import type { StateStore, Vault } from '../../model/ports';
import { Mutex } from '../../model/pace';
import type { Problem } from '../../model/problem';
import { OWN_STATE, type SyncReport } from '../../model/report';
import type { Settings } from '../../model/settings';
import { problemWithTimeZone, UTC } from '../../model/time-zone';
import { hasLibrary } from '../../features/adopt/plan-adoption';
import { convertPages } from '../../notes/html/convert-pages';
import { checkToken, type TokenCheck } from '../../readwise/account';
import { createRateBudgets } from '../../readwise/budget';
import { AppAccount } from './account';
import { RequestUrlDownloader } from '../network/attachment-downloader';
import { RequestUrlHttpClient } from '../network/request-url-http-client';
import { parseHtml } from '../host/parse-html';
import { carryOutboxes } from '../state/carry-outbox';
import { IndexedDbStateStore } from '../state/indexed-db-state-store';
import { setStateAside, stateNameOf, statesAside } from '../state/state-name';
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
  /** What happened to the state, until a run reports it. */
  private notice: Problem | null = null;
  /** The outbox of a state that was set aside is carried over once. */
  private readonly carrying = new Mutex();

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
    if (await this.isNewLibrary()) await this.store.save({ ...this.settings, timeZone: deviceTimeZone() });
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

  /** If the state proves to be damaged, another takes its place, and `use` is called again. */
  async withState<Result>(use: (state: StateStore) => Promise<Result>): Promise<Result> {
    const name = stateNameOf(this.app);
    try {
      return await this.inState(name, use);
    } catch (error) {
      if (!(error instanceof DamagedStateError)) throw error;
      this.setStateAside(name);
      return this.inState(stateNameOf(this.app), use);
    }
  }

  /** Begins with a new state, because the person asks for it. The outbox is carried over. */
  replaceState(): Promise<void> {
    this.setStateAside(stateNameOf(this.app));
    return this.withState(() => Promise.resolve());
  }

  private setStateAside(name: string): void {
    if (setStateAside(this.app, name)) this.notice = { code: 'state-damaged', setAside: null, lost: null };
  }

  private async inState<Result>(name: string, use: (state: StateStore) => Promise<Result>): Promise<Result> {
    const { clock } = this.host;
    const state = await IndexedDbStateStore.open({ name, clock });
    try {
      await this.carrying.run(() => this.carryOutboxes(state));
      return await use(state);
    } finally {
      await state.close();
    }
  }

  private async carryOutboxes(state: StateStore): Promise<void> {
    if (statesAside(this.app).length === 0) return;
    const lost = await carryOutboxes({ app: this.app, clock: this.host.clock }, state);
    if (lost !== null) this.notice = { code: 'state-damaged', setAside: null, lost: [...lost] };
  }

  /** The report of a run with what happened to the state since the last one. */
  withNotice(report: SyncReport): SyncReport {
    const { notice } = this;
    this.notice = null;
    if (notice === null) return report;
    return { ...report, notices: [...report.notices, { id: OWN_STATE, path: null, problem: notice }] };
  }

  withBoth<Result>(
    use: (both: { readonly vault: Vault; readonly state: StateStore }) => Promise<Result>,
  ): Promise<Result> {
    return this.withVault((vault) => this.withState((state) => use({ vault, state })));
  }
}

/** The time zone of this device; UTC where the system tells none that is known. */
function deviceTimeZone(): string {
  const zone: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone !== undefined && problemWithTimeZone(zone) === null ? zone : UTC;
}
