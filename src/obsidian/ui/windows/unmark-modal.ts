import { Notice, type ButtonComponent } from 'obsidian';
import {
  byFolder,
  type UnmarkPlan,
  type UnmarkResult,
  forgetState,
  planUnmark,
  removeMarks,
} from '../../../features/unmark/remove-marks';
import { withoutMarks } from '../../../features/unmark/without-marks';
import type { NoteLook } from '../../../merge/diff/text-diff';
import { compareText } from '../../../model/record';
import { readOutbox } from '../../../store/outbox-store';
import { addBox, addPaths } from '../components/elements';
import type { PluginContext } from '../../app/plugin-context';
import { notes as counted, withColon } from '../../strings/strings';
import { ObsidianTexts } from '../../vault/files';
import { UNMARK, WORK } from '../../strings/window-strings';
import { PreviewList, type RowTicks } from './preview-list';
import type { PreviewRow } from './preview-rows';
import { WorkModal } from './work-modal';

export interface UnmarkOptions {
  /** Null for all notes. */
  readonly path: string | null;
  /** Called after automatic syncs were turned off. */
  readonly settingsChanged?: () => void;
}

export function openUnmark(context: PluginContext, options: UnmarkOptions): void {
  if (context.isReady(false) && !context.syncs.isBusy(WORK.busy)) new UnmarkModal(context, options).open();
}

/** Explains what removing sync marks means, and does it on confirmation. */
class UnmarkModal extends WorkModal {
  private readonly body: HTMLElement;
  private button: ButtonComponent | null = null;
  private plan: UnmarkPlan | null = null;
  private readonly chosen = new Set<string>();
  private keepsAnchors = false;
  private forgets = false;
  /** Changes in the outbox, which is forgotten with the library. */
  private waiting = 0;

  constructor(
    context: PluginContext,
    private readonly options: UnmarkOptions,
  ) {
    super(context, UNMARK);
    this.body = this.contentEl.createDiv('florilegium-check');
    this.addButton((button) => {
      this.button = button;
      button
        .setButtonText(UNMARK.title)
        .setDestructive()
        .setDisabled(true)
        .onClick(() => this.remove());
    });
    this.addCancelButton(UNMARK.cancel);
  }

  override async onOpen(): Promise<void> {
    const { path } = this.options;
    await super.onOpen();
    this.status.setText(UNMARK.checking(0, 0));
    const plan = await this.work((signal) =>
      this.context.withBoth((both) =>
        planUnmark(this.dependencies(both), {
          paths: path === null ? null : [path],
          keepsAnchors: this.keepsAnchors,
          signal,
          progress: (done, total) => this.showDone(UNMARK.checking(done, total)),
        }),
      ),
    );
    const outbox = await this.work(() => this.context.withState(readOutbox));
    if (plan === null || outbox === null) return;
    this.waiting = outbox.length;
    this.show(plan);
  }

  private dependencies<Both>(both: Both) {
    const { app, host } = this.context;
    return { ...both, texts: new ObsidianTexts(app), clock: host.clock };
  }

  private get isAll(): boolean {
    return this.options.path === null && this.chosen.size === this.plan?.notes.length;
  }

  private show(plan: UnmarkPlan): void {
    const { notes, anchors, keptAnchors } = plan;
    const { body } = this;
    this.plan = plan;
    for (const path of notes) this.chosen.add(path);
    this.status.setText(notes.length === 0 ? UNMARK.none : UNMARK.what(notes.length));
    if (notes.length === 0) return;
    if (anchors > 0) {
      body.createEl('p', { text: UNMARK.anchors(anchors) });
      if (keptAnchors > 0) body.createEl('p', { text: UNMARK.keptAnchors(keptAnchors) });
      addBox(body.createDiv('florilegium-work-all'), {
        text: UNMARK.keepAnchors,
        change: (isOn) => (this.keepsAnchors = isOn),
      });
    }
    const ofAll = body.createDiv('florilegium-work-all');
    const forget = (isOn: boolean): void => {
      this.forgets = isOn;
      showChoice();
    };
    addBox(ofAll, { text: UNMARK.forget, change: forget });
    ofAll.createEl('p', { text: UNMARK.off });
    const warning = body.createEl('p', { cls: 'florilegium-work-warning' });
    const showChoice = (): void => {
      const count = this.chosen.size;
      ofAll.toggle(this.isAll);
      warning.setText(this.warning());
      if (count > 0) this.status.setText(UNMARK.what(count));
      this.button?.setButtonText(UNMARK.remove(count)).setDisabled(count === 0);
    };
    const ticks: RowTicks = {
      isOn: ({ path }) => this.chosen.has(path),
      set: (rows, isOn) => {
        for (const { path } of rows) {
          if (isOn) this.chosen.add(path);
          else this.chosen.delete(path);
        }
        showChoice();
      },
    };
    new PreviewList(body, {
      rows: [...notes].sort(compareText).map(rowOf),
      groups: rowsByFolder,
      ticks,
      loadDiff: (path) => this.loadDiff(path, plan.linked),
      onError: this.context.onError,
    });
    showChoice();
  }

  private warning(): string {
    if (this.isAll && this.forgets) return this.forgetWarning();
    if (this.isAll) return UNMARK.warning;
    return this.chosen.size === 1 ? UNMARK.warningNote : UNMARK.warningSome;
  }

  private forgetWarning(): string {
    const { waiting } = this;
    if (waiting === 0) return UNMARK.forgetWarning;
    return `${UNMARK.forgetWarning} ${UNMARK.forgetOutbox(waiting)}`;
  }

  private loadDiff(path: string, linked: ReadonlySet<string>): Promise<NoteLook | null> {
    return this.context.withVault(async (vault) => {
      const before = await vault.read(path);
      if (before === null) return null;
      const keepsAnchor = (anchor: string): boolean => this.keepsAnchors || linked.has(anchor);
      return { before, after: withoutMarks(before, { keepsAnchor }) };
    });
  }

  /** Returns true to keep the window open. */
  private async remove(): Promise<boolean> {
    const { context, isAll } = this;
    if (this.plan === null || this.chosen.size === 0 || context.syncs.isBusy(WORK.busy)) return true;
    this.button?.setDisabled(true);
    this.body.empty();
    const result = await this.workAlone(async (signal) => {
      if (isAll) await this.turnSyncsOff();
      const removed = await context.withBoth((both) =>
        removeMarks(this.dependencies(both), {
          paths: isAll ? null : [...this.chosen],
          keepsAnchors: this.keepsAnchors,
          signal,
          progress: (done, total) => this.showDone(UNMARK.removing(done, total)),
        }),
      );
      if (isAll && this.forgets && removed.left === 0) await context.withState(forgetState);
      return removed;
    });
    return result === null || this.showResult(result);
  }

  private async turnSyncsOff(): Promise<void> {
    const { store, settings } = this.context;
    await store.save({ ...settings, syncOnOpen: false, intervalMinutes: 0 });
    this.options.settingsChanged?.();
  }

  private showResult({ changed, left, failures }: UnmarkResult): boolean {
    new Notice(UNMARK.done(changed));
    this.status.setText(UNMARK.done(changed));
    if (left > 0) this.body.createEl('p', { text: UNMARK.left(left) });
    const label = UNMARK.failures(failures.length);
    if (failures.length > 0) this.body.createEl('p', { text: label });
    const lines = failures.map(({ path, message }) => ({ path, detail: message }));
    addPaths(this.body, { label, lines });
    return left > 0 || failures.length > 0;
  }
}

const rowOf = (path: string): PreviewRow => ({
  note: path,
  group: 'update',
  path,
  from: null,
  reasons: [],
  conflicts: 0,
});

const rowsByFolder = (rows: readonly PreviewRow[]) =>
  byFolder(rows).map(({ folder, notes }) => ({
    title: withColon(folder, counted(notes.length)),
    rows: notes,
  }));
