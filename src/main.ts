import { Platform, Plugin } from 'obsidian';
import { PluginContext } from './obsidian/app/plugin-context';
import { SettingsTab } from './obsidian/ui/settings-tab';
import { ResultView } from './obsidian/ui/result-view';
import { SyncSchedule } from './obsidian/app/sync-schedule';
import { addCommands } from './obsidian/ui/commands';
import { addLinks } from './obsidian/ui/links';
import { addMenus } from './obsidian/ui/menus';
import { Guide } from './obsidian/ui/start/guide';
import { addStatusView } from './obsidian/ui/status/status-view';

/** Obsidian's entry: lifecycle and wiring only. */
export default class FlorilegiumPlugin extends Plugin {
  private readonly context = new PluginContext(this);
  private readonly guide = new Guide(this.context);
  private settingsTab: SettingsTab | null = null;

  override async onload(): Promise<void> {
    const { context, guide } = this;
    context.syncs.display = new ResultView(context, Platform.isMobile ? null : this.addStatusBarItem());
    this.register(() => context.syncs.end());
    await this.loadSettings();
    addStatusView(context);
    addCommands(context, guide);
    addMenus(context);
    addLinks(context);
    this.settingsTab = new SettingsTab(context, guide);
    this.addSettingTab(this.settingsTab);
    this.app.workspace.onLayoutReady(() => this.startSchedule());
  }

  override async onExternalSettingsChange(): Promise<void> {
    await this.loadSettings();
    this.settingsTab?.follow();
  }

  private async loadSettings(): Promise<void> {
    const { context } = this;
    await context.store.load();
    context.isReady(false);
  }

  private startSchedule(): void {
    const { context, guide } = this;
    const { store, failed } = context;
    // The app calls back even when the plugin was turned off before the windows were laid out.
    if (context.syncs.isOver) return;
    guide.offerOnce().catch(failed);
    const schedule: SyncSchedule = new SyncSchedule(this, () => void this.syncInTime(schedule).catch(failed));
    context.schedule = schedule;
    const follow = (): void => {
      // The defaults stand in for a file that cannot be read; nobody chose their interval.
      if (store.problems.length === 0) schedule.every(context.settings.intervalMinutes);
    };
    follow();
    this.register(store.onChange(follow));
    if (context.settings.syncOnOpen) schedule.ask();
  }

  private async syncInTime(schedule: SyncSchedule): Promise<void> {
    if (await this.guide.comesFirst()) return;
    if (!this.context.syncInTime()) schedule.failed();
  }
}
