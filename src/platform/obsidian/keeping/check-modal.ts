import type { App, ButtonComponent } from 'obsidian';
import {
  FAULTS,
  type Finding,
  type LibraryCheck,
  type Repair,
  type RepairResult,
} from '../../../core/check/finding';
import { addBox, showShare } from '../components/add-box';
import { addPaths } from '../components/path-list';
import { MORE } from '../strings';
import { CHECK, FAULT_WORDS, OUTCOMES } from './keeping-strings';
import { FindingRow } from './finding-row';
import type { LibraryKeeper } from './library-keeper';
import type { Turn } from '../syncing/turn';
import { WorkModal } from './work-modal';

/** Drawn of one kind at once; the others can be ticked with all of their kind. */
const MOST_ROWS = 100;

export interface CheckModalOptions {
  readonly keeper: LibraryKeeper;
  readonly turn: Turn;
  readonly sync: () => void;
  readonly failed: (error: unknown) => void;
}

/** Shows what is not in order in the library, and mends what a person ticks. */
export class CheckModal extends WorkModal {
  private readonly list: HTMLElement;
  /** What is ticked, with the repair that was chosen for it. */
  private readonly chosen = new Map<Finding, Repair>();
  private repairButton: ButtonComponent | null = null;
  /** What the button does; true keeps the window open. */
  private act: () => unknown = () => this.repair();
  private found: LibraryCheck = { findings: [], notes: 0, unread: [], isComplete: true };

  constructor(
    app: App,
    private readonly options: CheckModalOptions,
  ) {
    super(app, { title: CHECK.title, failedText: CHECK.failed, failed: options.failed }, options.turn);
    this.list = this.contentEl.createDiv('florilegium-check');
    this.addButton(
      (button) =>
        (this.repairButton = button
          .setButtonText(CHECK.repair(0))
          .setCta()
          .setDisabled(true)
          .onClick(() => this.act())),
    );
    this.addCancelButton(CHECK.close);
  }

  override async onOpen(): Promise<void> {
    await super.onOpen();
    this.status.setText(CHECK.reading(0));
    const progress = (done: number, total: number | null): void =>
      this.say(total === null ? CHECK.reading(done) : CHECK.checking(done, total));
    // A note that a sync made meanwhile would be missed.
    const found = await this.workAlone((signal) => this.options.keeper.check({ signal, progress }));
    if (found !== null) this.show(found);
  }

  private show(found: LibraryCheck): void {
    this.found = found;
    const { findings, notes, unread, isComplete } = found;
    this.status.setText(
      findings.length + unread.length === 0 ? CHECK.inOrder(notes) : CHECK.found(notes, findings.length),
    );
    if (!isComplete) this.list.createEl('p', { text: CHECK.incomplete });
    if (unread.length > 0)
      this.list.createEl('p', { cls: 'florilegium-problem', text: CHECK.unread(unread.length) });
    addPaths(this.list, { label: CHECK.unread(unread.length), lines: unread.map((path) => ({ path })) });
    for (const fault of FAULTS) {
      const group = findings.filter((finding) => finding.fault === fault);
      if (group.length > 0) this.drawGroup(group);
    }
  }

  private drawGroup(group: readonly Finding[]): void {
    const [first] = group;
    if (first === undefined) return;
    const { title, why } = FAULT_WORDS[first.fault];
    this.list.createEl('h3', { text: title });
    this.list.createEl('p', { cls: 'florilegium-keeping-why', text: why });
    const rows = new Map<Finding, FindingRow>();
    const choose = (finding: Finding, isOn: boolean): void => {
      if (isOn) this.chosen.set(finding, rows.get(finding)?.repair ?? finding.repairs[0]);
      else this.chosen.delete(finding);
    };
    let every: HTMLInputElement | null = null;
    const showChoice = (): void => {
      if (every !== null)
        showShare(every, {
          ticked: group.filter((finding) => this.chosen.has(finding)).length,
          of: group.length,
        });
      this.showCount();
    };
    if (group.length > 1) {
      const chooseAll = (isOn: boolean): void => {
        for (const finding of group) choose(finding, isOn);
        for (const row of rows.values()) row.tick(isOn);
        showChoice();
      };
      every = addBox(this.list.createDiv('florilegium-keeping-all'), {
        text: CHECK.all(group.length),
        change: chooseAll,
      });
    }
    const list = this.list.createEl('ul', { cls: 'florilegium-findings' });
    for (const finding of group.slice(0, MOST_ROWS)) {
      const change = (isOn: boolean): void => {
        choose(finding, isOn);
        showChoice();
      };
      rows.set(
        finding,
        new FindingRow(list.createEl('li'), {
          finding,
          change,
          preview: (repair) => this.options.keeper.preview(repair),
          failed: this.options.failed,
        }),
      );
    }
    if (group.length > MOST_ROWS) list.createEl('li', { text: MORE(group.length - MOST_ROWS) });
  }

  private showCount(): void {
    const { size } = this.chosen;
    this.repairButton?.setButtonText(CHECK.repair(size)).setDisabled(size === 0);
  }

  /** In the order in which they were found: what takes a note away comes first. True keeps the window open. */
  private async repair(): Promise<boolean> {
    const repairs = this.found.findings.flatMap((finding) => this.chosen.get(finding) ?? []);
    if (repairs.length === 0 || this.options.turn.isBusy()) return true;
    this.chosen.clear();
    this.showCount();
    this.list.empty();
    const results = await this.workAlone((signal) =>
      this.options.keeper.repair(repairs, {
        signal,
        progress: (done) => this.say(CHECK.repairing(done, repairs.length)),
      }),
    );
    if (results !== null) this.tell(results);
    return true;
  }

  private tell(results: readonly RepairResult[]): void {
    const problems = results.flatMap(({ path, outcome, message }) =>
      outcome === 'done' || outcome === 'unchanged'
        ? []
        : [{ path, aside: outcome === 'failed' ? message : OUTCOMES[outcome] }],
    );
    this.status.setText(CHECK.done(results.length - problems.length));
    if (problems.length > 0) this.list.createEl('p', { text: CHECK.notDone(problems.length) });
    addPaths(this.list, { label: CHECK.notDone(problems.length), lines: problems });
    this.repairButton?.setButtonText(CHECK.sync).setDisabled(false);
    this.act = () => this.options.sync();
  }
}
