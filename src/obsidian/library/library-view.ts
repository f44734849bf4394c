import { ItemView, type WorkspaceLeaf } from 'obsidian';
import { openNote } from '../open-note';
import { LIBRARY } from './library-strings';
import { ConflictsSection } from './conflicts-section';
import { ConnectionSection } from './connection-section';
import { FailuresSection } from './failures-section';
import { HeldSection } from './held-section';
import { HoldingsSection } from './holdings-section';
import type { LibraryHost } from './library-host';
import { RunsSection } from './runs-section';

export const LIBRARY_VIEW = 'florilegium-library';
export const LIBRARY_ICON = 'library';

/** Notes may be saved with each key that is pressed. */
const SETTLE_MS = 500;

/** All that this device knows of the library and its syncs, kept as it is for as long as somebody can see it. */
export class LibraryView extends ItemView {
  override icon = LIBRARY_ICON;
  private reading: AbortController | null = null;
  /** Paths of notes with conflicts that are shown. */
  private watched: ReadonlySet<string> = new Set();
  private isStale = false;
  private settling: number | null = null;
  private sections: ReturnType<LibraryView['drawSections']> | null = null;

  constructor(
    leaf: WorkspaceLeaf,
    private readonly host: LibraryHost,
  ) {
    super(leaf);
    this.navigation = false;
  }

  override getViewType(): string {
    return LIBRARY_VIEW;
  }

  override getDisplayText(): string {
    return LIBRARY.viewTitle;
  }

  override onOpen(): Promise<void> {
    const { host } = this;
    this.contentEl.empty();
    this.contentEl.addClass('florilegium-library');
    this.sections = this.drawSections();
    this.register(host.progress.subscribe(() => this.follow()));
    this.register(host.store.onChange(() => this.refresh()));
    this.registerEvent(host.tokens.on('change', () => this.sections?.connection.draw()));
    for (const name of ['modify', 'delete', 'rename'] as const) this.registerEvent(this.noticing(name));
    // A sidebar that is opened tells its views nothing else.
    this.registerEvent(host.plugin.app.workspace.on('layout-change', () => this.onResize()));
    this.register(() => this.stop());
    this.sections.connection.draw();
    // A view that was open when the app was closed comes before the notes are there.
    host.plugin.app.workspace.onLayoutReady(() => this.refresh());
    return Promise.resolve();
  }

  override onClose(): Promise<void> {
    this.stop();
    return Promise.resolve();
  }

  /** Comes to be seen again, among other things. */
  override onResize(): void {
    if (this.isStale) this.refresh();
  }

  /** Reads all of it again; nothing while nobody can see it. What an earlier reading would bring is not waited for. */
  refresh(): void {
    this.isStale = !this.contentEl.isShown();
    this.reading?.abort(new Error('Nobody waits for it any more'));
    if (this.isStale) return;
    const reading = new AbortController();
    this.reading = reading;
    this.read(reading.signal).catch((error: unknown) => {
      if (!reading.signal.aborted) this.host.failed(error);
    });
  }

  private drawSections() {
    const { contentEl, host } = this;
    const changed = (): void => {
      host.settled();
      this.refresh();
    };
    const open = (path: string): void => void openNote(host.plugin.app, path).catch(host.failed);
    contentEl.createEl('h3', { text: LIBRARY.title });
    return {
      connection: new ConnectionSection(contentEl, host),
      held: new HeldSection(contentEl, host),
      conflicts: new ConflictsSection(contentEl, { host, openNote: open, changed }),
      failures: new FailuresSection(contentEl, host, open),
      runs: new RunsSection(contentEl, open),
      holdings: new HoldingsSection(contentEl),
    };
  }

  private async read(signal: AbortSignal): Promise<void> {
    const { engine } = this.host;
    const { sections } = this;
    if (sections === null) return;
    sections.connection.draw();
    const [runs, conflicts, until] = [
      await engine.runs(),
      await engine.conflicts(),
      await engine.pausedUntil(),
    ];
    if (signal.aborted) return;
    sections.connection.drawPause(until);
    this.watched = new Set(conflicts.map(({ path }) => path));
    sections.runs.draw(runs);
    sections.conflicts.draw(conflicts);
    const overview = await engine.overview(signal);
    if (signal.aborted) return;
    sections.held.draw(overview.hold);
    sections.failures.draw(overview);
    sections.holdings.draw(overview);
  }

  /** While a sync runs only its progress is drawn; when it, or what a window did, has ended, all of it. */
  private follow(): void {
    this.sections?.connection.draw();
    if (!this.host.progress.current.isRunning) this.refresh();
  }

  private noticing(name: 'modify' | 'delete' | 'rename') {
    const { vault } = this.host.plugin.app;
    const changed = ({ path }: { readonly path: string }): void => {
      if (!this.watched.has(path)) return;
      if (this.settling !== null) window.clearTimeout(this.settling);
      this.settling = window.setTimeout(() => this.refresh(), SETTLE_MS);
    };
    switch (name) {
      case 'modify':
        return vault.on('modify', changed);
      case 'delete':
        return vault.on('delete', changed);
      case 'rename':
        return vault.on('rename', (_file, oldPath) => changed({ path: oldPath }));
    }
  }

  private stop(): void {
    if (this.settling !== null) window.clearTimeout(this.settling);
    this.settling = null;
    this.reading?.abort(new Error('The view was closed'));
    this.reading = null;
  }
}
