import { Platform, Plugin } from 'obsidian';
import type { SyncReport } from './model/report';
import type { OutOfScope } from './obsidian/syncing/out-of-scope-modal';
import { ProgressView } from './obsidian/syncing/progress-view';
import { ResultView } from './obsidian/syncing/result-view';
import { SettingsStore } from './obsidian/state/settings-store';
import { stateNameOf } from './obsidian/state/state-name';
import { RESULT } from './obsidian/strings';
import { isWhole, SyncController, type SyncRun } from './obsidian/syncing/sync-controller';
import { SyncProgress } from './obsidian/syncing/sync-progress';
import { SyncSchedule } from './obsidian/syncing/sync-schedule';
import { TokenStore } from './obsidian/state/token-store';
import { addFeatures, type Features } from './obsidian/engine/features';
import { PluginEngine } from './obsidian/engine/plugin-engine';
import { Syncs } from './obsidian/engine/syncs';
import { errorText } from './messages';
import { isOperational } from './model/ports';

/** Obsidian's entry: lifecycle and wiring only. */
export default class FlorilegiumPlugin extends Plugin {
  private readonly store = new SettingsStore(this, this.app);
  private readonly tokens = new TokenStore(this.app, () => this.store.settings.tokenSecret);
  private readonly engine = new PluginEngine({
    app: this.app,
    settings: () => this.store.settings,
    token: () => this.tokens.read() ?? '',
    renewSettings: () => this.store.renew(),
  });
  private readonly syncs = new Syncs({ store: this.store, tokens: this.tokens, results: () => this.results });
  private readonly results = new ResultView(this, {
    decide: (decision) => this.syncs.start({ origin: 'person', decision }),
    confirm: (confirmation) => this.syncs.start({ origin: 'person', confirmation }),
    leaveOut: (outOfScope) => void this.answerOutOfScope(outOfScope).catch(this.failed),
    openLibrary: () => this.openLibrary(),
    currentHold: () => this.engine.currentHold(),
    hasConflicts: async () => (await this.engine.library.conflicts()).length > 0,
    isLeftOutOpen: () => this.store.settings.outOfScope === 'ask',
    failed: (error) => this.failed(error),
  });
  private readonly progress = new SyncProgress();
  private features: Features | null = null;
  private schedule: SyncSchedule | null = null;

  override async onload(): Promise<void> {
    await this.loadSettings();
    const { store, tokens, engine, results, progress, syncs, failed } = this;
    const view = new ProgressView({
      progress,
      statusBar: Platform.isMobile ? null : this.addStatusBarItem(),
      openDetails: () => this.openLibrary(),
    });
    const controller = new SyncController({
      ...{ progress, view, results },
      stateName: () => stateNameOf(this.app),
      run: (run) => this.observed(run),
    });
    syncs.controller = controller;
    this.register(() => {
      syncs.controller = null;
      controller.end();
    });
    this.register(store.onChange(() => results.settle()));
    this.features = addFeatures({
      plugin: this,
      store,
      tokens,
      engine,
      controller,
      progress,
      results,
      syncs,
      nextSync: () => this.schedule?.nextAt ?? null,
      failed,
    });
    this.app.workspace.onLayoutReady(() => this.startSchedule());
  }

  override async onExternalSettingsChange(): Promise<void> {
    await this.loadSettings();
    this.features?.settingsTab.follow();
  }

  private readonly failed = (error: unknown): void =>
    isOperational(error)
      ? this.results.showTrouble(RESULT.refused(errorText(error)))
      : this.results.showError(error);

  private openLibrary(): void {
    this.features?.library.open();
  }

  /** The library remembers how a sync ended, also one that leaves no other trace; the schedule, when. */
  private async observed(run: SyncRun): Promise<SyncReport> {
    this.features?.guide.conclude();
    const report = await this.engine.run(run);
    if (isWhole(run) && report.outcome !== 'failed') this.schedule?.ended();
    else if (report.cause === 'service' || report.cause === 'device') this.schedule?.failed();
    this.features?.library.ended(report);
    return report;
  }

  private startSchedule(): void {
    // The app calls back even when the plugin was switched off before the layout stood.
    if (this.syncs.controller === null) return;
    this.features?.guide.offerOnce().catch(this.failed);
    const schedule: SyncSchedule = new SyncSchedule(
      this,
      () => void this.syncInTime(schedule).catch(this.failed),
    );
    this.schedule = schedule;
    const follow = (): void => {
      // Of a file that cannot be read the defaults are known, which nobody chose.
      if (this.store.problems.length === 0) schedule.every(this.store.settings.intervalMinutes);
    };
    follow();
    this.register(this.store.onChange(follow));
    if (this.store.settings.syncOnOpen) schedule.ask();
  }

  private async syncInTime(schedule: SyncSchedule): Promise<void> {
    if (await this.features?.guide.comesFirst()) return;
    if (!this.syncs.startInTime()) schedule.failed();
  }

  private async loadSettings(): Promise<void> {
    await this.store.load();
    const problem = this.syncs.problem();
    if (problem !== null) this.results.showNotReady(problem, 'person');
  }

  /** The answer holds from now on; what it asks for is done by a sync, because only that removes notes. */
  private async answerOutOfScope(outOfScope: OutOfScope): Promise<void> {
    if (!this.syncs.isReady({ origin: 'person', needsToken: false })) return;
    await this.store.save({ ...this.store.settings, outOfScope });
    if (outOfScope !== 'leave') this.syncs.start({ origin: 'person' });
  }
}
