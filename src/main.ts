import { Platform, Plugin } from 'obsidian';
import { PluginContext } from './obsidian/app/plugin-context';
import { SettingsTab } from './obsidian/ui/settings-tab';
import { ResultView } from './obsidian/ui/result-view';
import { SyncSchedule } from './obsidian/app/sync-schedule';
import { addCli } from './obsidian/ui/cli';
import { addCommands } from './obsidian/ui/commands';
import { makeDaily } from './obsidian/ui/make-daily';
import { TemplateSuggest } from './obsidian/ui/components/field-suggest';
import { addLinks } from './obsidian/ui/links';
import { addMenus } from './obsidian/ui/menus';
import { Guide } from './obsidian/ui/start/guide';
import { addStatusView } from './obsidian/ui/pane/status-view';

/** The plugin's entry point: lifecycle and wiring only. */
export default class FlorilegiumPlugin extends Plugin {
  private readonly context = new PluginContext(this);
  private readonly guide = new Guide(this.context);
  private settingsTab: SettingsTab | null = null;

  override async onload(): Promise<void> {
    const { context, guide } = this;
    context.syncs.display = new ResultView(context, Platform.isMobile ? null : this.addStatusBarItem());
    this.register(() => context.syncs.shutDown());
    await this.loadSettings({ checksTimeZone: false });
    addStatusView(context, { setUp: guide.open, createBase: () => makeDaily(context, { view: 'base' }) });
    addCommands(context);
    addMenus(context);
    addLinks(context);
    addCli(context);
    this.registerHoverLinkSource(this.manifest.id, { display: 'Readwise', defaultMod: true });
    this.registerEditorSuggest(new TemplateSuggest(context));
    this.settingsTab = new SettingsTab(context, guide);
    this.addSettingTab(this.settingsTab);
    this.app.workspace.onLayoutReady(() => this.startSchedule());
    this.app.workspace.onLayoutReady(() => void this.addFold());
  }

  override async onExternalSettingsChange(): Promise<void> {
    await this.loadSettings({ checksTimeZone: true });
    this.settingsTab?.follow();
  }

  private async loadSettings(options: { readonly checksTimeZone: boolean }): Promise<void> {
    await this.context.store.load(options);
    this.context.isReady(false);
  }

  /** Loaded late, the editor's modules cost the start of the app nothing. */
  private async addFold(): Promise<void> {
    try {
      const { fold } = await import('./obsidian/ui/fold');
      this.registerEditorExtension(fold);
    } catch (error) {
      // Notes are only less tidy without it, so the user is not disturbed.
      console.error(error);
    }
  }

  private startSchedule(): void {
    const { context, guide } = this;
    const { store, onError } = context;
    // Obsidian calls this even when the plugin was turned off before the layout was ready.
    if (context.syncs.isUnloaded) return;
    guide.offerOnce().catch(onError);
    const schedule: SyncSchedule = new SyncSchedule(
      this,
      () => void this.startScheduledSync(schedule).catch(onError),
    );
    context.schedule = schedule;
    const applyInterval = (): void => {
      // An unreadable settings file is replaced by defaults; the user did not choose their interval.
      if (store.problems.length === 0) schedule.setMinutes(context.settings.intervalMinutes);
    };
    applyInterval();
    this.register(store.onChange(applyInterval));
    if (context.settings.syncOnOpen) schedule.start();
  }

  private async startScheduledSync(schedule: SyncSchedule): Promise<void> {
    if (await this.guide.shouldWait()) return;
    if (!this.context.startScheduledSync()) schedule.syncFailed();
  }
}
