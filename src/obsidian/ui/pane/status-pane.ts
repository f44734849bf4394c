import { Component } from 'obsidian';
import { openConflicts } from '../../../features/conflicts/open-conflicts';
import { leftOutNotes, readOverview, undoneNotes } from '../../../features/status/library-overview';
import { ProblemError } from '../../../model/problem';
import { nameOfChange } from '../../../outbox/change-name';
import { prefixes } from '../../../store/keys';
import { readOutbox, type Stores } from '../../../store/outbox-store';
import { countKeys } from '../../../store/read-state';
import { readAwaitedDeletions } from '../../../sync/deletions/audit-register';
import { readRuns } from '../../../sync/journal/run-history';
import { ServicePauses } from '../../../sync/open-client';
import { findDeletedNotes } from '../../../sync/plan/user-decisions';
import { vaultProblem } from '../../../sync/plan/vault-health';
import type { PluginContext } from '../../app/plugin-context';
import { FETCH_ALL, PANE } from '../../strings/pane-strings';
import { COMMANDS } from '../../strings/strings';
import { addButton } from '../components/elements';
import { openSettings } from '../components/open-settings';
import { showMenu } from '../components/show-menu';
import { confirm } from '../parts/confirm';
import { openMoveIn } from '../windows/move-in';
import { openPreview } from '../windows/preview';
import { openUndo } from '../windows/undo';
import { CheckSection } from './check-section';
import { ConnectionSection } from './connection';
import { drawDeleted, drawDevice, drawHistory, drawLeftOut, drawUndone } from './history';
import { drawConflicts, drawFailures, drawHeld } from './needs-you';
import { drawByHand, drawOutbox, type OutboxRow } from './outbox-section';
import { IN_STATUS } from './next-steps';
import { REPORT_LABEL, reportProblem } from './report-problem';
import { Section } from './section';

/** Notes may be saved with every keystroke. */
const SETTLE_MS = 500;
const MINUTE_MS = 60_000;

/** What the pane offers that others do. */
export interface PaneActions {
  readonly setUp: () => void;
  readonly createBase: () => Promise<void>;
}

/** The sync status: what needs the person, the rest behind details. Kept up to date while it is visible. */
export class StatusPane extends Component {
  private reading: AbortController | null = null;
  /** Notes whose conflicts are shown. */
  private watched: ReadonlySet<string> = new Set();
  private isStale = false;
  private settling = 0;
  private sections: ReturnType<StatusPane['addSections']> | null = null;

  constructor(
    private readonly contentEl: HTMLElement,
    private readonly context: PluginContext,
    private readonly actions: PaneActions,
  ) {
    super();
  }

  override onload(): void {
    const { account, app, events, progress, store } = this.context;
    this.contentEl.empty();
    this.contentEl.addClass('florilegium-pane');
    this.sections = this.addSections();
    this.register(progress.subscribe(() => this.followProgress()));
    this.register(store.onChange(() => this.refresh()));
    this.registerEvent(account.on('change', () => this.sections?.connection.draw()));
    this.registerEvent(events.on('decided', () => this.refresh()));
    this.registerEvent(events.on('outbox', () => this.refreshOutbox()));
    this.registerEvent(app.vault.on('modify', ({ path }) => this.noteChanged(path)));
    this.registerEvent(app.vault.on('delete', ({ path }) => this.noteChanged(path)));
    this.registerEvent(app.vault.on('rename', (_file, oldPath) => this.noteChanged(oldPath)));
    // Views get no other event when their sidebar opens.
    this.registerEvent(app.workspace.on('layout-change', () => this.onResize()));
    // "5 minutes ago" grows old.
    this.registerInterval(window.setInterval(() => this.sections?.connection.draw(), MINUTE_MS));
    this.sections.connection.draw();
    this.sections.check.draw();
    this.sections.showHeading();
    // A view restored at startup is created before the notes are loaded.
    app.workspace.onLayoutReady(() => this.refresh());
  }

  override onunload(): void {
    window.clearTimeout(this.settling);
    this.reading?.abort(new Error('The view was closed'));
    this.sections?.check.close();
  }

  /** The pane came to be seen, or has another size. */
  onResize(): void {
    if (this.isStale) this.refresh();
  }

  check(): Promise<void> | undefined {
    return this.sections?.check.run();
  }

  /** Reads everything again if the view is visible. Cancels an earlier read. */
  private refresh(): void {
    this.isStale = !this.contentEl.isShown();
    this.reading?.abort(new Error('A newer reading has begun'));
    if (this.isStale) return;
    this.context.syncs.display?.opened(IN_STATUS);
    const reading = new AbortController();
    this.reading = reading;
    this.read(reading.signal).catch((error: unknown) => {
      if (!reading.signal.aborted) this.showError(error);
    });
  }

  private showError(error: unknown): void {
    const isLost = error instanceof ProblemError && error.problem.code === 'database-lost';
    if (isLost) this.sections?.connection.drawLost(error.problem);
    else this.context.onError(error);
  }

  private addSections() {
    const { actions, contentEl, context } = this;
    const head = contentEl.createDiv('florilegium-pane-head');
    const fallback = head.createEl('h3', { text: PANE.title, attr: { tabindex: -1 } });
    this.addIcons(head.createDiv('nav-buttons-container'));
    const connection = new ConnectionSection(contentEl, context, {
      fallback,
      setUp: actions.setUp,
      refresh: () => this.refresh(),
    });
    const needs = contentEl.createDiv();
    needs.createEl('h4', { text: PANE.needsYou });
    const asking = (): Section => new Section(needs, { fallback, isNested: true });
    const other = (isFolded: boolean): Section => new Section(contentEl, { fallback, isFolded });
    const [held, conflicts, notSent, failures] = [asking(), asking(), asking(), asking()];
    return {
      connection,
      held,
      conflicts,
      notSent,
      failures,
      byHand: other(false),
      waiting: other(false),
      history: other(true),
      leftOut: other(true),
      undone: other(true),
      deleted: other(true),
      check: new CheckSection(other(true), context),
      device: other(true),
      /** The heading is there only with something under it. */
      showHeading: () => needs.toggle([held, conflicts, notSent, failures].some(({ isShown }) => isShown)),
    };
  }

  private addIcons(row: HTMLElement): void {
    const { context } = this;
    const add = (icon: string, text: string, act: () => unknown): HTMLElement =>
      addButton({ controlEl: row }, { icon, text, act, onError: context.onError }).setClass(
        'nav-action-button',
      ).buttonEl;
    add('refresh-cw', COMMANDS.sync, () => context.request());
    add('eye', COMMANDS.preview, () => openPreview(context));
    add('undo-2', COMMANDS.undo, () => openUndo(context));
    const more = add('more-horizontal', PANE.more, () => this.showMenu(more));
  }

  private showMenu(button: HTMLElement): void {
    const { actions, context } = this;
    const { menu: texts } = PANE;
    const entries = [
      { icon: 'list-checks', title: texts.check, act: () => this.check() },
      { icon: 'folder-input', title: texts.moveIn, act: () => openMoveIn(context) },
      { icon: 'table', title: texts.base, act: actions.createBase },
      { icon: 'download', title: texts.fetchAll, act: () => askToFetchAll(context) },
      { icon: 'bug', title: REPORT_LABEL, act: () => reportProblem(context) },
      { icon: 'settings', title: texts.settings, act: () => openSettings(context) },
    ];
    showMenu(button, entries, context.onError);
  }

  private async read(signal: AbortSignal): Promise<void> {
    const { context, sections } = this;
    if (sections === null) return;
    sections.connection.draw();
    await this.readOutbox();
    sections.connection.drawLost(null);
    const runs = await context.withState(readRuns);
    sections.connection.drawLast(context.lastRunsOf(runs));
    const conflicts = await context.withBoth(openConflicts);
    const { settings, host } = context;
    const { folder } = settings;
    const incomplete = await context.withBoth((both) => vaultProblem({ ...both, folder }));
    const deleted =
      incomplete === null
        ? await context.withBoth((both) => findDeletedNotes({ ...host, ...both, settings }))
        : [];
    const undone = await context.withBoth((both) => undoneNotes({ ...host, ...both, settings }));
    const leftOut = await context.withBoth((both) => leftOutNotes({ ...both, settings }));
    const awaited = await context.withState((state) => readAwaitedDeletions(state));
    const until = await this.pausedUntil();
    if (signal.aborted) return;
    this.watched = new Set(conflicts.map(({ path }) => path));
    sections.connection.drawIncomplete(incomplete);
    sections.connection.draw(until);
    drawHistory(sections.history, runs, context);
    drawConflicts(sections.conflicts, conflicts, context);
    drawLeftOut(sections.leftOut, leftOut, context);
    drawUndone(sections.undone, undone, context);
    drawDeleted(sections.deleted, deleted, context);
    sections.showHeading();
    const { clock } = host;
    const overview = await context.withState((state) => readOverview({ state, clock, signal }));
    if (signal.aborted) return;
    drawHeld(sections.held, overview.hold, context);
    drawFailures(sections.failures, overview, context);
    drawDevice(sections.device, overview, awaited);
    sections.showHeading();
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
    const rows = await this.context.withStores(outboxRows);
    if (this.sections === null) return;
    drawOutbox(this.sections, rows, this.context);
    drawByHand(this.sections.byHand, this.context);
    this.sections.showHeading();
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

const PAGE = 100;
const PAGES_IN_A_MINUTE = 20;

/** Says what it costs first. */
async function askToFetchAll(context: PluginContext): Promise<void> {
  if (!context.isReady(true)) return;
  const count = await context.withState((state) => countKeys(state, prefixes.item));
  const minutes = Math.max(1, Math.ceil(count / PAGE / PAGES_IN_A_MINUTE));
  confirm(context, {
    title: FETCH_ALL.title,
    texts: [FETCH_ALL.cost(count, minutes), FETCH_ALL.notes],
    button: FETCH_ALL.fetch,
    cancel: FETCH_ALL.cancel,
    act: () => {
      context.request({ task: 'fetch all' });
      return Promise.resolve(null);
    },
  });
}

async function outboxRows({ state, outbox }: Stores): Promise<readonly OutboxRow[]> {
  const rows: OutboxRow[] = [];
  for (const entry of await readOutbox(outbox)) rows.push({ entry, name: await nameOfChange(state, entry) });
  return rows;
}
