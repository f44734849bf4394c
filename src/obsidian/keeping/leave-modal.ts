import { Notice, type App, type ButtonComponent } from 'obsidian';
import type { NoteLook } from '../../merge/diff/text-diff';
import type { LeavingPlan, LeavingResult } from '../../features/unmark/remove-marks';
import { addBox } from '../components/add-box';
import { addPaths } from '../components/path-list';
import { LEAVE } from './keeping-strings';
import { LeaveList } from './leave-list';
import type { MaintenanceEngine } from './maintenance-engine';
import type { Turn } from '../syncing/turn';
import { WorkModal } from './work-modal';

export interface LeaveModalOptions {
  readonly maintenance: MaintenanceEngine;
  /** Null: all notes. */
  readonly path: string | null;
  readonly turn: Turn;
  /** So that nothing comes again by itself. */
  readonly switchOff: () => Promise<void>;
  readonly failed: (error: unknown) => void;
}

/** Tells what becomes of notes that lose their marks, and does it when a person says so. */
export class LeaveModal extends WorkModal {
  private readonly told: HTMLElement;
  private button: ButtonComponent | null = null;
  private plan: LeavingPlan | null = null;
  private list: LeaveList | null = null;
  private keepsAnchors = false;
  private forgets = false;

  constructor(
    app: App,
    private readonly options: LeaveModalOptions,
  ) {
    super(app, { title: LEAVE.title, failedText: LEAVE.failed, failed: options.failed }, options.turn);
    this.told = this.contentEl.createDiv('florilegium-check');
    this.addButton(
      (button) =>
        (this.button = button
          .setButtonText(LEAVE.title)
          .setDestructive()
          .setDisabled(true)
          .onClick(() => this.remove())),
    );
    this.addCancelButton(LEAVE.cancel);
  }

  override async onOpen(): Promise<void> {
    await super.onOpen();
    this.status.setText(LEAVE.looking(0, 0));
    const plan = await this.work((signal) =>
      this.options.maintenance.planLeaving(this.request, {
        signal,
        progress: (done, total) => this.say(LEAVE.looking(done, total)),
      }),
    );
    if (plan !== null) this.show(plan);
  }

  private get request() {
    const { path } = this.options;
    const paths = this.isAll ? null : (this.list?.paths ?? (path === null ? null : [path]));
    return { paths, keepsAnchors: this.keepsAnchors };
  }

  /** Whether it is about the whole library. */
  private get isAll(): boolean {
    return this.options.path === null && this.list?.isAll !== false;
  }

  private show(plan: LeavingPlan): void {
    const { notes, anchors, keptAnchors } = plan;
    this.plan = plan;
    this.status.setText(notes.length === 0 ? LEAVE.none : LEAVE.what(notes.length));
    if (notes.length === 0) return;
    if (anchors > 0) {
      this.told.createEl('p', { text: LEAVE.anchors(anchors) });
      if (keptAnchors > 0) this.told.createEl('p', { text: LEAVE.keptAnchors(keptAnchors) });
      addBox(this.told.createDiv('florilegium-keeping-all'), {
        text: LEAVE.keepAnchors,
        change: (isOn) => (this.keepsAnchors = isOn),
      });
    }
    const ofAll = this.told.createDiv('florilegium-keeping-all');
    const forget = (isOn: boolean): void => {
      this.forgets = isOn;
      showChoice();
    };
    addBox(ofAll, { text: LEAVE.forget, change: forget });
    ofAll.createEl('p', { text: LEAVE.off });
    const warning = this.told.createEl('p', { cls: 'florilegium-keeping-warning' });
    const showChoice = (): void => {
      const count = this.list?.paths.length ?? 0;
      ofAll.toggle(this.isAll);
      warning.setText(
        this.isAll
          ? this.forgets
            ? LEAVE.forgetWarning
            : LEAVE.warning
          : count === 1
            ? LEAVE.warningNote
            : LEAVE.warningSome,
      );
      if (count > 0) this.status.setText(LEAVE.what(count));
      this.button?.setButtonText(LEAVE.remove(count)).setDisabled(count === 0);
    };
    const look = (path: string): Promise<NoteLook | null> =>
      this.options.maintenance.lookAtLeaving(path, { linked: plan.linked, keepsAnchors: this.keepsAnchors });
    this.list = new LeaveList(this.told, {
      paths: notes,
      look,
      changed: showChoice,
      failed: this.options.failed,
    });
    showChoice();
  }

  /** True keeps the window open. */
  private async remove(): Promise<boolean> {
    const { options, plan } = this;
    if (plan === null || options.turn.isBusy()) return true;
    const { isAll, request } = this;
    if (request.paths?.length === 0) return true;
    this.button?.setDisabled(true);
    this.told.empty();
    const result = await this.workAlone(async (signal) => {
      if (isAll) await options.switchOff();
      const removed = await options.maintenance.removeMarks(request, {
        signal,
        progress: (done, total) => this.say(LEAVE.removing(done, total)),
      });
      if (isAll && this.forgets && removed.left === 0) await options.maintenance.forgetState();
      return removed;
    });
    if (result === null) return true;
    return this.tell(result);
  }

  private tell({ changed, left, failures }: LeavingResult): boolean {
    new Notice(LEAVE.done(changed));
    this.status.setText(LEAVE.done(changed));
    if (left > 0) this.told.createEl('p', { text: LEAVE.left(left) });
    if (failures.length > 0) this.told.createEl('p', { text: LEAVE.failures(failures.length) });
    addPaths(this.told, {
      label: LEAVE.failures(failures.length),
      lines: failures.map(({ path, message }) => ({ path, aside: message })),
    });
    return left > 0 || failures.length > 0;
  }
}
