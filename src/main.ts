import { Plugin, type CliFlags } from 'obsidian';
import { once } from './model/collections';
import { QUEUE_VIEW, QueueView } from './obsidian/ui/queue/queue-view';
import { STATUS_VIEW, StatusView } from './obsidian/ui/pane/status-view';
import { OUTSIDE } from './obsidian/strings/outside-strings';
import { COMMANDS } from './obsidian/strings/strings';

const LINKS = ['florilegium', 'florilegium/sync', 'florilegium/open'];

const { cli: CLI } = OUTSIDE;
const ID_FLAG: CliFlags = { id: { value: '<id>', description: CLI.id, required: true } };

/**
 * The plugin's entry point. It only tells the app the names that it must know from its start on; all else is
 * loaded when the app has opened, so that nobody waits for it.
 */
export default class FlorilegiumPlugin extends Plugin {
  private readonly closed = new AbortController();
  private readonly running = once(async () => {
    const { RunningPlugin } = await import('./obsidian/running-plugin');
    return RunningPlugin.start(this, this.closed.signal);
  });

  override onload(): void {
    const { app, closed, running } = this;
    this.register(() => closed.abort());
    this.addRibbonIcon('refresh-cw', COMMANDS.sync, async () => (await running()).sync());
    this.registerView(
      STATUS_VIEW,
      (leaf) => new StatusView(leaf, async (contentEl) => (await running()).makePane(contentEl)),
    );
    // Does nothing where a person has turned bases off.
    this.registerBasesView(QUEUE_VIEW, {
      name: OUTSIDE.queue,
      icon: 'book-open',
      factory: (controller, parent) =>
        new QueueView(controller, async () => (await running()).makeQueue(parent)),
    });
    for (const link of LINKS)
      this.registerObsidianProtocolHandler(link, async (params) => (await running()).followLink(params));
    this.addCli();
    this.registerHoverLinkSource(this.manifest.id, { display: 'Readwise', defaultMod: true });
    app.workspace.onLayoutReady(() => {
      if (!closed.signal.aborted) void running();
    });
  }

  override async onExternalSettingsChange(): Promise<void> {
    await (await this.running()).settingsChanged();
  }

  private addCli(): void {
    const add = (name: keyof typeof CLI.commands, flags: CliFlags = {}): void =>
      this.registerCliHandler(
        `florilegium:${name}`,
        CLI.commands[name],
        { ...flags, json: { description: CLI.json } },
        async (params) => (await this.running()).answerCli(name, params),
      );
    add('sync');
    add('status');
    add('preview');
    add('check');
    add('open', ID_FLAG);
  }
}
