import { Notice, Platform, Plugin } from 'obsidian';
import type { SyncReport } from './core/report';
import { convertPages } from './html/convert-pages';
import { RequestUrlDownloader } from './platform/obsidian/attachment-downloader';
import { ObsidianAttachments } from './platform/obsidian/attachment-files';
import { addDeletionCommands } from './platform/obsidian/deletion-commands';
import { IndexedDbStateStore } from './platform/obsidian/indexed-db-state-store';
import { ObsidianVault } from './platform/obsidian/obsidian-vault';
import type { OutOfScope } from './platform/obsidian/out-of-scope-modal';
import { parseHtml } from './platform/obsidian/parse-html';
import { ProgressView } from './platform/obsidian/progress-view';
import { readYaml } from './platform/obsidian/read-yaml';
import { RequestUrlHttpClient } from './platform/obsidian/request-url-http-client';
import { ResultView } from './platform/obsidian/result-view';
import { SettingsStore } from './platform/obsidian/settings-store';
import type { SettingsEngine } from './platform/obsidian/settings/engine';
import { SettingsTab } from './platform/obsidian/settings/settings-tab';
import { stateNameOf } from './platform/obsidian/state-name';
import { COMMANDS, RESULT } from './platform/obsidian/strings';
import { SyncController, type StartOptions, type SyncRun } from './platform/obsidian/sync-controller';
import { SyncSchedule } from './platform/obsidian/sync-schedule';
import type { TokenCheck } from './platform/obsidian/settings/token-row';
import { TokenStore } from './platform/obsidian/token-store';
import { vaultReady } from './platform/obsidian/vault-ready';
import { addViews } from './platform/obsidian/views/add-views';
import { ViewCalendar } from './platform/obsidian/views/view-calendar';
import { ViewFiles } from './platform/obsidian/views/view-files';
import { WindowClock } from './platform/obsidian/window-clock';
import type { Reporter, StateStore, Vault } from './ports';
import { createRateBudgets } from './readwise/budget';
import { checkToken } from './readwise/check-token';
import { findDeletedNotes } from './sync/restore';
import { OverlayStateStore } from './sync/overlay-state-store';
import { previewItem, recordOf } from './sync/preview-item';
import { readLibrary } from './sync/read-library';
import { renderNotes } from './sync/render-notes';
import { currentHold } from './sync/status';
import { isOperational } from './sync/sync-errors';
import { syncAndDays } from './sync/views/day-watch';
import { LibraryViews } from './sync/views/library-views';
import { refreshNote } from './sync/views/refresh-note';

const SILENT: Reporter = { progress: () => undefined };

/** Obsidian's entry: lifecycle and wiring only. */
export default class FlorilegiumPlugin extends Plugin {
  private readonly store = new SettingsStore(this);
  private readonly tokens = new TokenStore(this.app, () => this.store.settings.tokenSecret);
  private readonly results = new ResultView(
    this.app,
    (verdict) => this.startSync({ origin: 'person', verdict }),
    (word) => this.startSync({ origin: 'person', word }),
    (outOfScope) => this.answerOutOfScope(outOfScope),
  );
  // One budget for all that this device asks within a minute: a token's check, a sync, the next sync.
  private readonly host = { http: new RequestUrlHttpClient(), clock: new WindowClock(), random: () => Math.random(), readYaml, convertHtml: convertPages(() => Promise.resolve(parseHtml)), attachments: { files: new ObsidianAttachments(this.app), downloader: new RequestUrlDownloader() }, budgets: createRateBudgets() };
  private readonly calendar = new ViewCalendar(this.app);
  private readonly views = new LibraryViews({
    ...{ host: this.host, calendar: this.calendar, files: new ViewFiles(this.app) },
    settings: () => this.store.settings,
    token: () => this.tokens.read() ?? '',
    withVault: (use) => this.withVault(use),
    withState: (use) => this.withState(use),
  });
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
    this.addViews();
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
    this.addCommand({ id: 'render', name: COMMANDS.render, callback: () => this.startRendering() });
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

  private addViews(): void {
    addViews({
      plugin: this,
      library: this.views,
      isReady: (wish) => this.isReady({ origin: 'person', needsToken: wish?.view === 'review' }),
      refresh: (refresh) => this.startSync({ origin: 'person', refresh }),
      failed: (error) => (isOperational(error) ? new Notice(error.message) : this.results.showError(error)),
    });
  }

  private addSettings(): void {
    this.settingsTab = new SettingsTab(this.app, {
      plugin: this,
      store: this.store,
      tokens: this.tokens,
      engine: this.engine(),
      failed: (error) => this.results.showError(error),
      checkToken: () => this.checkToken(),
    });
    this.addSettingTab(this.settingsTab);
  }

  /** What the settings ask, from what this device holds. */
  private engine(): SettingsEngine {
    const { host } = this;
    return {
      readLibrary: (options) => this.withState((state) => readLibrary({ ...host, state }, options)),
      record: (itemKey) => this.withState((state) => recordOf(state, itemKey)),
      preview: (record, settings) => this.withVault((vault) => this.withState((state) => previewItem({ ...host, vault, state }, { record, settings }))),
      lookAhead: (signal) => this.render({ signal, reporter: SILENT, state: (state) => new OverlayStateStore(state), dryRun: true }),
      apply: () => this.startRendering(),
    };
  }

  private startSchedule(): void {
    const schedule = new SyncSchedule(this, () => this.startSync({ origin: 'schedule' }));
    schedule.every(this.store.settings.intervalMinutes);
    this.store.onChange(() => schedule.every(this.store.settings.intervalMinutes));
    if (this.store.settings.syncOnOpen) this.startSync({ origin: 'schedule' });
  }

  private startSync(options: StartOptions): void {
    if (this.isReady({ origin: options.origin, needsToken: true })) void this.controller?.start(options);
  }

  /** Without good settings, and a token for what asks the service, there is nothing to start. */
  private isReady({ origin, needsToken }: { readonly origin: StartOptions['origin']; readonly needsToken: boolean }): boolean {
    const isBad = this.store.problems.length > 0;
    const isReady = !isBad && (!needsToken || this.tokens.read() !== null);
    if (!isReady) this.results.showNotReady(isBad ? RESULT.badSettings(this.store.problems.join('; ')) : RESULT.noToken, origin);
    return isReady;
  }

  /** Asks the service nothing, so that it needs no token. */
  private startRendering(): void {
    if (this.isReady({ origin: 'person', needsToken: false })) void this.controller?.start({ origin: 'person', task: 'render' });
  }

  private async render(options: { readonly signal: AbortSignal; readonly reporter: Reporter; readonly dryRun: boolean; readonly state: (state: StateStore) => StateStore }): Promise<SyncReport> {
    const { signal, reporter, dryRun } = options;
    await vaultReady(this.app, signal);
    const { settings } = this.store;
    return this.withVault((vault) => this.withState((state) => renderNotes({ ...this.host, vault, state: options.state(state), reporter }, { settings, dryRun, signal })));
  }

  private async sync({ reporter, task, refresh, ...run }: SyncRun): Promise<SyncReport> {
    if (task === 'render') return this.render({ signal: run.signal, reporter, dryRun: false, state: (state) => state });
    await vaultReady(this.app, run.signal);
    const { settings } = this.store;
    const token = this.tokens.read() ?? '';
    const options = { settings, token, full: false, dryRun: false, maxDelete: null, ...run };
    return this.withVault((vault) =>
      this.withState((state) => {
        const deps = { ...this.host, vault, state: this.views.watch(state), reporter };
        return refresh === undefined ? syncAndDays(deps, options, this.calendar) : refreshNote(deps, { ...options, identity: refresh });
      }),
    );
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

  /** The answer holds from now on; what it asks for is done by a sync, because only that removes notes. */
  private answerOutOfScope(outOfScope: OutOfScope): void {
    this.store.save({ ...this.store.settings, outOfScope }).then(
      () => (outOfScope === 'leave' ? undefined : this.startSync({ origin: 'person' })),
      (error: unknown) => this.results.showError(error),
    );
  }

  private checkToken(): Promise<TokenCheck> {
    return checkToken(this.host, { baseUrl: this.store.settings.baseUrl, token: this.tokens.read() ?? '' });
  }

  private reportBadSettings(): void {
    if (this.store.problems.length > 0) this.results.showNotReady(RESULT.badSettings(this.store.problems.join('; ')), 'person');
  }
}
