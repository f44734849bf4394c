import { ItemView, type WorkspaceLeaf } from 'obsidian';
import { openConflicts } from '../../../features/conflicts/open-conflicts';
import { readAwaitedDeletions } from '../../../sync/deletions/audit-register';
import { readRuns } from '../../../sync/journal/run-history';
import { readOverview } from '../../../features/status/library-overview';
import { nameOfChange } from '../../../outbox/change-form';
import { readOutbox } from '../../../store/outbox-store';
import type { StateStore } from '../../../model/ports';
import { ProblemError } from '../../../model/problem';
import { findDeletedNotes } from '../../../sync/plan/user-decisions';
import { ServicePauses } from '../../../sync/open-client';
import type { PluginContext } from '../../app/plugin-context';
import {
  CONFLICTS,
  DATABASE,
  DEVICE,
  FAILURES,
  HELD,
  MISSING,
  PENDING,
  RUNS,
  STATUS,
} from '../../strings/strings';
import { OUTBOX } from '../../strings/outbox-strings';
import { OutboxSection, type OutboxRow } from './outbox-section';
import { Section } from './section';
import { ConflictsSection } from './conflicts-section';
import { ConnectionSection } from './connection-section';
import { DatabaseSection } from './database-section';
import {
  DeviceSection,
  FailuresSection,
  HeldSection,
  MissingSection,
  PendingSection,
  RunsSection,
} from './sections';

const VIEW_TYPE = 'florilegium-sync-status';
const ICON = 'library';

/** Notes may be saved with every keystroke. */
const SETTLE_MS = 500;

export function addStatusView(context: PluginContext): void {
  context.plugin.registerView(VIEW_TYPE, (leaf) => new StatusView(leaf, context));
}

/** Reveals the view, opening it if needed. */
export function openStatusView({ app, onError }: PluginContext): void {
  app.workspace.ensureSideLeaf(VIEW_TYPE, 'right', { active: true, reveal: true }).catch(onError);
}

/** The sync status: what needs attention, the rest behind details. Kept up to date while it is visible. */
class StatusView extends ItemView {
  override icon = ICON;
  private reading: AbortController | null = null;
  /** Notes whose conflicts are shown. */
  private watched: ReadonlySet<string> = new Set();
  private isStale = false;
  private settling = 0;
  private sections: ReturnType<StatusView['drawSections']> | null = null;

  constructor(
    leaf: WorkspaceLeaf,
    private readonly context: PluginContext,
  ) {
    super(leaf);
    this.navigation = false;
  }

  override getViewType(): string {
    return VIEW_TYPE;
  }

  override getDisplayText(): string {
    return STATUS.viewTitle;
  }

  override onOpen(): Promise<void> {
    const { account, app, progress, store } = this.context;
    this.contentEl.empty();
    this.contentEl.addClass('florilegium-sync-status');
    this.sections = this.drawSections();
    this.register(progress.subscribe(() => this.followProgress()));
    this.register(store.onChange(() => this.refresh()));
    this.registerEvent(account.on('change', () => this.sections?.connection.draw()));
    this.registerEvent(this.context.events.on('decided', () => this.refresh()));
    this.registerEvent(this.context.events.on('outbox', () => this.refreshOutbox()));
    this.registerEvent(app.vault.on('modify', ({ path }) => this.noteChanged(path)));
    this.registerEvent(app.vault.on('delete', ({ path }) => this.noteChanged(path)));
    this.registerEvent(app.vault.on('rename', (_file, oldPath) => this.noteChanged(oldPath)));
    // Views get no other event when their sidebar opens.
    this.registerEvent(app.workspace.on('layout-change', () => this.onResize()));
    this.sections.connection.draw();
    // A view restored at startup is created before the notes are loaded.
    app.workspace.onLayoutReady(() => this.refresh());
    return Promise.resolve();
  }

  override onClose(): Promise<void> {
    window.clearTimeout(this.settling);
    this.reading?.abort(new Error('The view was closed'));
    return Promise.resolve();
  }

  override onResize(): void {
    if (this.isStale) this.refresh();
  }

  /** Reads everything again if the view is visible. Cancels an earlier read. */
  private refresh(): void {
    this.isStale = !this.contentEl.isShown();
    this.reading?.abort(new Error('A newer reading has begun'));
    if (this.isStale) return;
    const reading = new AbortController();
    this.reading = reading;
    this.read(reading.signal).catch((error: unknown) => {
      if (!reading.signal.aborted) this.showError(error);
    });
  }

  private showError(error: unknown): void {
    const isLost = error instanceof ProblemError && error.problem.code === 'database-lost';
    if (isLost) this.sections?.database.draw(error.problem, () => this.refresh());
    else this.context.onError(error);
  }

  private drawSections() {
    const { contentEl, context } = this;
    const heading = contentEl.createEl('h3', { text: STATUS.title, attr: { tabindex: -1 } });
    const connection = new ConnectionSection(contentEl, context);
    const attention = contentEl.createDiv();
    const more = contentEl.createEl('details', { cls: 'florilegium-sync-status-more' });
    more.createEl('summary', { text: STATUS.more });
    const details = more.createDiv();
    const section = (parent: HTMLElement, title: string): Section => {
      const made = new Section(parent, title, heading);
      made.hide();
      return made;
    };
    return {
      connection,
      database: new DatabaseSection(section(attention, DATABASE.title), context),
      outbox: new OutboxSection(section(attention, OUTBOX.title), context),
      held: new HeldSection(section(attention, HELD.title), context),
      conflicts: new ConflictsSection(section(attention, CONFLICTS.title), context),
      failures: new FailuresSection(section(attention, FAILURES.title), context),
      pending: new PendingSection(section(attention, PENDING.title)),
      runs: new RunsSection(section(details, RUNS.title), context),
      missing: new MissingSection(section(details, MISSING.title), context),
      device: new DeviceSection(section(details, DEVICE.title), context),
    };
  }

  private async read(signal: AbortSignal): Promise<void> {
    const { sections } = this;
    const { host } = this.context;
    if (sections === null) return;
    sections.connection.draw();
    await this.readOutbox();
    sections.database.hide();
    const runs = await this.context.withState(readRuns);
    const conflicts = await this.context.withBoth(openConflicts);
    const missing = await this.context.withBoth(findDeletedNotes);
    const pending = await this.context.withState((state) => readAwaitedDeletions(state));
    const until = await this.pausedUntil();
    if (signal.aborted) return;
    this.watched = new Set(conflicts.map(({ path }) => path));
    sections.connection.draw(until);
    sections.runs.draw(runs);
    sections.conflicts.draw(conflicts);
    sections.missing.draw(missing);
    sections.pending.draw(pending);
    const overview = await this.context.withState((state) =>
      readOverview({ state, clock: host.clock, signal }),
    );
    if (signal.aborted) return;
    sections.held.draw(overview.hold);
    sections.failures.draw(overview);
    sections.device.draw(overview);
  }

  /** In milliseconds since the epoch; null when requests may be made, or none can be made at all. */
  private async pausedUntil(): Promise<number | null> {
    const { account, host } = this.context;
    if (account.token === null) return null;
    const current = account.forRequests();
    const pauses = await this.context.withState((state) =>
      ServicePauses.read({ state, clock: host.clock }, current),
    );
    return pauses.until;
  }

  private async readOutbox(): Promise<void> {
    const rows = await this.context.withState(outboxRows);
    this.sections?.outbox.draw(rows);
  }

  private refreshOutbox(): void {
    if (!this.contentEl.isShown()) this.isStale = true;
    else this.readOutbox().catch(this.context.onError);
  }

  /** During a sync only its progress is redrawn. */
  private followProgress(): void {
    this.sections?.connection.draw();
    if (!this.context.progress.current.isRunning) this.refresh();
  }

  private noteChanged(path: string): void {
    if (!this.watched.has(path)) return;
    window.clearTimeout(this.settling);
    this.settling = window.setTimeout(() => this.refresh(), SETTLE_MS);
  }
}

async function outboxRows(state: StateStore): Promise<readonly OutboxRow[]> {
  const rows: OutboxRow[] = [];
  for (const entry of await readOutbox(state)) rows.push({ entry, name: await nameOfChange(state, entry) });
  return rows;
}
