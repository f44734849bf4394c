import './platform/obsidian/no-code-generation';
import { Platform, Plugin } from 'obsidian';
import { builtInTemplates } from './core/template/built-in-templates';
import type { SyncReport } from './core/report';
import { createHtmlConverter } from './html/html-to-markdown';
import { addDeletionCommands } from './platform/obsidian/deletion-commands';
import { IndexedDbStateStore } from './platform/obsidian/indexed-db-state-store';
import { ObsidianVault } from './platform/obsidian/obsidian-vault';
import { parseHtml } from './platform/obsidian/parse-html';
import { ProgressView } from './platform/obsidian/progress-view';
import { readYaml } from './platform/obsidian/read-yaml';
import { RequestUrlHttpClient } from './platform/obsidian/request-url-http-client';
import { ResultView } from './platform/obsidian/result-view';
import { SettingsStore } from './platform/obsidian/settings-store';
import { SettingsTab } from './platform/obsidian/settings-tab';
import { stateNameOf } from './platform/obsidian/state-name';
import { COMMANDS, RESULT } from './platform/obsidian/strings';
import { SyncController, type StartOptions, type SyncRun } from './platform/obsidian/sync-controller';
import { SyncSchedule } from './platform/obsidian/sync-schedule';
import { previewTemplate } from './platform/obsidian/template-preview';
import type { TokenCheck } from './platform/obsidian/token-row';
import { TokenStore } from './platform/obsidian/token-store';
import { vaultReady } from './platform/obsidian/vault-ready';
import { WindowClock } from './platform/obsidian/window-clock';
import type { StateStore, Vault } from './ports';
import { createRateBudgets } from './readwise/budget';
import { checkToken } from './readwise/check-token';
import { findDeletedNotes } from './sync/restore';
import { runSync } from './sync/run-sync';
import { currentHold } from './sync/status';

/** Obsidian's entry: lifecycle and wiring only. */
export default class FlorilegiumPlugin extends Plugin {
  private readonly store = new SettingsStore(this);
  private readonly tokens = new TokenStore(this.app, () => this.store.settings.tokenSecret);
  private readonly results = new ResultView(
    this.app,
    (verdict) => this.startSync({ origin: 'person', verdict }),
    (word) => this.startSync({ origin: 'person', word }),
  );
  // One budget for all that this device asks within a minute: a token's check, a sync, the next sync.
  private readonly host = { http: new RequestUrlHttpClient(), clock: new WindowClock(), random: () => Math.random(), readYaml, convertHtml: createHtmlConverter(parseHtml), budgets: createRateBudgets() };
  private controller: SyncController | null = null;
  private settingsTab: SettingsTab | null = null;

  override async onload(): Promise<void> {
    await this.store.load();
    this.reportBadSettings();
    const progress = new ProgressView(Platform.isMobile ? null : this.addStatusBarItem());
    const controller = new SyncController((run) => this.sync(run), progress, this.results);
    this.controller = controller;
    this.register(() => controller.cancel());
    this.addActions(controller);
    this.addDeletionActions();
    this.addSettings();
    this.app.workspace.onLayoutReady(() => this.startSchedule());
  }

  override async onExternalSettingsChange(): Promise<void> {
    await this.store.load();
    this.reportBadSettings();
    this.settingsTab?.update();
  }

  private addActions(controller: SyncController): void {
    this.addRibbonIcon('refresh-cw', COMMANDS.sync, () => this.startSync({ origin: 'person' }));
    this.addCommand({ id: 'sync', name: COMMANDS.sync, callback: () => this.startSync({ origin: 'person' }) });
    for (const word of ['relink', 'accept-missing'] as const) this.addCommand({ id: word, name: COMMANDS[word], callback: () => this.startSync({ origin: 'person', word }) });
    this.addCommand({
      id: 'cancel-sync',
      name: COMMANDS.cancelSync,
      checkCallback: (checking) => {
        if (!checking) controller.cancel();
        return controller.isRunning;
      },
    });
  }

  private addDeletionActions(): void {
    addDeletionCommands({
      plugin: this,
      currentHold: () => this.withState((state) => currentHold(state)),
      deletedNotes: () => this.withVault((vault) => this.withState((state) => findDeletedNotes({ state, vault }))),
      decide: (verdict) => this.startSync({ origin: 'person', verdict }),
      restore: (restore) => this.startSync({ origin: 'person', restore }),
      failed: (error) => this.results.showError(error),
    });
  }

  private addSettings(): void {
    this.settingsTab = new SettingsTab(this.app, {
      plugin: this,
      store: this.store,
      tokens: this.tokens,
      previewTemplate,
      builtInTemplates,
      checkToken: () => this.checkToken(),
    });
    this.addSettingTab(this.settingsTab);
  }

  private startSchedule(): void {
    const schedule = new SyncSchedule(this, () => this.startSync({ origin: 'schedule' }));
    schedule.every(this.store.settings.intervalMinutes);
    this.store.onChange(() => schedule.every(this.store.settings.intervalMinutes));
    if (this.store.settings.syncOnOpen) this.startSync({ origin: 'schedule' });
  }

  /** Without good settings and a token there is nothing to start. */
  private startSync(options: StartOptions): void {
    if (this.store.problems.length > 0) this.results.showNotReady(RESULT.badSettings(this.store.problems.join('; ')), options.origin);
    else if (this.tokens.read() === null) this.results.showNotReady(RESULT.noToken, options.origin);
    else void this.controller?.start(options);
  }

  private async sync({ reporter, ...run }: SyncRun): Promise<SyncReport> {
    await vaultReady(this.app, run.signal);
    const { settings } = this.store;
    const token = this.tokens.read() ?? '';
    const options = { settings, token, full: false, dryRun: false, maxDelete: null, ...run };
    return this.withVault((vault) => this.withState((state) => runSync({ ...this.host, vault, state, reporter }, options)));
  }

  private async withVault<Result>(use: (vault: Vault) => Promise<Result>): Promise<Result> {
    const vault = new ObsidianVault(this.app);
    try {
      return await use(vault);
    } finally {
      vault.close();
    }
  }

  private async withState<Result>(use: (state: StateStore) => Promise<Result>): Promise<Result> {
    const state = await IndexedDbStateStore.open(stateNameOf(this.app));
    try {
      return await use(state);
    } finally {
      await state.close();
    }
  }

  private checkToken(): Promise<TokenCheck> {
    return checkToken(this.host, { baseUrl: this.store.settings.baseUrl, token: this.tokens.read() ?? '' });
  }

  private reportBadSettings(): void {
    if (this.store.problems.length > 0) this.results.showNotReady(RESULT.badSettings(this.store.problems.join('; ')), 'person');
  }
}
