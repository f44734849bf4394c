import { Notice, Platform, Plugin } from 'obsidian';
import { addDeletionCommands } from './platform/obsidian/deletion-commands';
import type { OutOfScope } from './platform/obsidian/out-of-scope-modal';
import { ProgressView } from './platform/obsidian/progress-view';
import { ResultView } from './platform/obsidian/result-view';
import { SettingsStore } from './platform/obsidian/settings-store';
import { SettingsTab } from './platform/obsidian/settings/settings-tab';
import { RESULT } from './platform/obsidian/strings';
import { addSyncCommands } from './platform/obsidian/sync-commands';
import { SyncController, type StartOptions } from './platform/obsidian/sync-controller';
import { SyncSchedule } from './platform/obsidian/sync-schedule';
import { TokenStore } from './platform/obsidian/token-store';
import { addViews } from './platform/obsidian/views/add-views';
import { PluginEngine } from './plugin-engine';
import { isOperational } from './sync/sync-errors';

/** Obsidian's entry: lifecycle and wiring only. */
export default class FlorilegiumPlugin extends Plugin {
  private readonly store = new SettingsStore(this);
  private readonly tokens = new TokenStore(this.app, () => this.store.settings.tokenSecret);
  private readonly engine = new PluginEngine({ app: this.app, settings: () => this.store.settings, token: () => this.tokens.read() ?? '' });
  private readonly results = new ResultView(this, {
    decide: (verdict) => this.start({ origin: 'person', verdict }),
    say: (word) => this.start({ origin: 'person', word }),
    leaveOut: (outOfScope) => void this.answerOutOfScope(outOfScope).catch(this.failed),
  });
  /** Null while the plugin is switched off: what still stands on the screen starts nothing then. */
  private controller: SyncController | null = null;
  private settingsTab: SettingsTab | null = null;

  override async onload(): Promise<void> {
    await this.loadSettings();
    const controller = new SyncController((run) => this.engine.run(run), new ProgressView(Platform.isMobile ? null : this.addStatusBarItem()), this.results);
    this.controller = controller;
    this.register(() => {
      this.controller = null;
      controller.cancel();
    });
    addSyncCommands({ plugin: this, controller, start: (options) => this.start(options) });
    this.addDeletionCommands();
    this.addViews();
    this.addSettings();
    this.app.workspace.onLayoutReady(() => this.startSchedule());
  }

  override async onExternalSettingsChange(): Promise<void> {
    await this.loadSettings();
    this.settingsTab?.update();
  }

  private readonly failed = (error: unknown): void => this.results.showError(error);

  private addDeletionCommands(): void {
    addDeletionCommands({
      plugin: this,
      currentHold: () => this.engine.currentHold(),
      deletedNotes: () => this.engine.deletedNotes(),
      decide: (verdict) => this.start({ origin: 'person', verdict }),
      restore: (restore) => this.start({ origin: 'person', restore }),
      failed: this.failed,
    });
  }

  private addViews(): void {
    addViews({
      plugin: this,
      library: this.engine.views,
      isReady: (wish) => this.isReady({ origin: 'person', needsToken: wish?.view === 'review' }),
      refresh: (refresh) => this.start({ origin: 'person', refresh }),
      failed: (error) => (isOperational(error) ? new Notice(error.message) : this.failed(error)),
    });
  }

  private addSettings(): void {
    const { engine } = this;
    this.settingsTab = new SettingsTab({
      plugin: this,
      store: this.store,
      tokens: this.tokens,
      engine: {
        readLibrary: (options) => engine.readLibrary(options),
        record: (itemKey) => engine.record(itemKey),
        preview: (record, settings) => engine.preview(record, settings),
        lookAhead: (signal) => engine.lookAhead(signal),
        apply: () => this.start({ origin: 'person', task: 'render' }),
      },
      checkToken: () => engine.checkToken(),
      failed: this.failed,
      offer: (text, button) => this.results.offer(text, button),
    });
    this.addSettingTab(this.settingsTab);
  }

  private startSchedule(): void {
    // The app calls back even when the plugin was switched off before the layout stood.
    if (this.controller === null) return;
    const schedule = new SyncSchedule(this, () => this.start({ origin: 'schedule' }));
    const follow = (): void => schedule.every(this.store.settings.intervalMinutes);
    follow();
    this.store.onChange(follow);
    if (this.store.settings.syncOnOpen) this.start({ origin: 'schedule' });
  }

  /** To render again asks the service nothing, so that it needs no token. */
  private start(options: StartOptions): void {
    if (this.isReady({ origin: options.origin, needsToken: options.task !== 'render' })) void this.controller?.start(options);
  }

  /** Without good settings, and a token for what asks the service, there is nothing to start. */
  private isReady({ origin, needsToken }: { readonly origin: StartOptions['origin']; readonly needsToken: boolean }): boolean {
    const message = this.problem() ?? (needsToken && this.tokens.read() === null ? RESULT.noToken : null);
    if (message !== null) this.results.showNotReady(message, origin);
    return message === null;
  }

  private async loadSettings(): Promise<void> {
    await this.store.load();
    const problem = this.problem();
    if (problem !== null) this.results.showNotReady(problem, 'person');
  }

  /** What is wrong with the settings file. */
  private problem(): string | null {
    const { problems } = this.store;
    return problems.length === 0 ? null : RESULT.badSettings(problems.join('; '));
  }

  /** The answer holds from now on; what it asks for is done by a sync, because only that removes notes. */
  private async answerOutOfScope(outOfScope: OutOfScope): Promise<void> {
    if (this.controller === null) return;
    await this.store.save({ ...this.store.settings, outOfScope });
    if (outOfScope !== 'leave') this.start({ origin: 'person' });
  }
}
