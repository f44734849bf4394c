import { isOperational } from '../model/errors';
import { Platform, type CliData, type Plugin } from 'obsidian';
import { PluginContext } from './app/plugin-context';
import { SyncSchedule } from './app/sync-schedule';
import { answerCli, type CliName } from './ui/app-cli';
import { addCommands } from './ui/commands';
import { TemplateSuggest } from './ui/components/field-suggest';
import { followLink } from './ui/follow-link';
import { makeDaily } from './ui/make-daily';
import { addMenus } from './ui/menus';
import { StatusPane } from './ui/pane/status-pane';
import { ReadingQueue } from './ui/queue/reading-queue';
import { ResultView } from './ui/result-view';
import { SettingsTab } from './ui/settings-tab';
import { Guide } from './ui/start/guide';

/** How often waiting changes are looked at: a long timer stands still while the device sleeps. */
const SEND_EVERY_MS = 30_000;

/** The plugin at work. It is loaded when the app has opened, or when something needs it earlier. */
export class RunningPlugin {
  private readonly context: PluginContext;
  private readonly guide: Guide;
  private settingsTab: SettingsTab | null = null;

  /** `closed` aborts when the plugin is turned off. */
  private constructor(
    private readonly plugin: Plugin,
    private readonly closed: AbortSignal,
  ) {
    this.context = new PluginContext(plugin);
    this.guide = new Guide(this.context);
  }

  static async start(plugin: Plugin, closed: AbortSignal): Promise<RunningPlugin> {
    const running = new RunningPlugin(plugin, closed);
    try {
      await running.begin();
    } catch (error) {
      // The app no longer waits for this, so it would say nothing.
      running.context.onError(error);
    }
    return running;
  }

  async settingsChanged(): Promise<void> {
    await this.loadSettings({ checksTimeZone: true });
    this.settingsTab?.follow();
  }

  makePane(contentEl: HTMLElement): StatusPane {
    const { context, guide } = this;
    return new StatusPane(contentEl, context, {
      setUp: guide.open,
      createBase: () => makeDaily(context, { view: 'base' }),
    });
  }

  makeQueue(parent: HTMLElement): ReadingQueue {
    return new ReadingQueue(parent, this.context);
  }

  answerCli(name: CliName, params: CliData): Promise<string> {
    return answerCli(this.context, name, { params, closed: this.closed });
  }

  async followLink(params: Readonly<Record<string, string>>): Promise<void> {
    try {
      await followLink(this.context, params, this.closed);
    } catch (error) {
      if (!this.closed.aborted) this.context.onError(error);
    }
  }

  private async begin(): Promise<void> {
    const { closed, context, guide, plugin } = this;
    context.syncs.display = new ResultView(context, Platform.isMobile ? null : plugin.addStatusBarItem());
    plugin.register(() => context.syncs.shutDown());
    await this.loadSettings({ checksTimeZone: false });
    if (closed.aborted) return;
    addCommands(context);
    addMenus(context);
    plugin.registerEditorSuggest(new TemplateSuggest(context));
    this.settingsTab = new SettingsTab(context, guide);
    plugin.addSettingTab(this.settingsTab);
    plugin.app.workspace.onLayoutReady(() => this.layoutReady());
  }

  private async loadSettings(options: { readonly checksTimeZone: boolean }): Promise<void> {
    await this.context.store.load(options);
    this.context.isReady(false);
  }

  private layoutReady(): void {
    // Obsidian calls this even when the plugin was turned off before the layout was ready.
    if (this.closed.aborted) return;
    this.startSchedule();
    void this.addFold();
  }

  /** The editor's modules are there only in the app's own window. */
  private async addFold(): Promise<void> {
    try {
      const { fold } = await import('./ui/fold');
      this.plugin.registerEditorExtension(fold);
    } catch (error) {
      // Notes are only less tidy without it, so the user is not disturbed.
      console.error(error);
    }
  }

  private startSchedule(): void {
    const { context, guide, plugin } = this;
    const { store, onError } = context;
    guide.offerOnce().catch(onError);
    const schedule: SyncSchedule = new SyncSchedule(
      plugin,
      () => void this.startScheduledSync(schedule).catch(onError),
    );
    context.schedule = schedule;
    const applyInterval = (): void => {
      // An unreadable settings file is replaced by defaults; the user did not choose their interval.
      if (store.problems.length === 0) schedule.setMinutes(context.settings.intervalMinutes);
    };
    applyInterval();
    plugin.register(store.onChange(applyInterval));
    if (context.settings.syncOnOpen) schedule.start();
    this.watchOutbox();
  }

  /** A waiting change has times of its own: syncs may be hours apart, or only by hand. */
  private watchOutbox(): void {
    const { context, plugin } = this;
    // That the device cannot be used is told by syncs; here it would be told every half minute.
    const tellBug = (error: unknown): void => {
      if (!isOperational(error)) context.onError(error);
    };
    const send = (onlyDue: boolean): void => void context.outbox.sendWaiting({ onlyDue }).catch(tellBug);
    plugin.registerInterval(window.setInterval(() => send(true), SEND_EVERY_MS));
    plugin.registerDomEvent(window, 'online', () => send(false));
  }

  private async startScheduledSync(schedule: SyncSchedule): Promise<void> {
    if (await this.guide.shouldWait()) return;
    if (!this.context.startScheduledSync()) schedule.syncFailed();
  }

  /** Queues a sync that the user asked for. */
  sync(): void {
    this.context.request();
  }
}
