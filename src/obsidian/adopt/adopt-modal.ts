import { Setting, type App, type DropdownComponent } from 'obsidian';
import { problemMessage, problemMessages } from '../../messages';
import { failureLines, problemText } from '../syncing/result-text';
import type { Adoption, AdoptionPlan, AdoptionReport } from '../../features/adopt/adoption';
import type { SyncReport } from '../../model/report';
import type { Turn } from '../syncing/turn';
import { WorkModal } from '../keeping/work-modal';
import { addPaths } from '../components/path-list';
import { showProgress } from '../syncing/show-progress';
import { ADOPT, LEFT } from './adopt-strings';
import { saidOf } from '../library/library-strings';
import { AdoptionList } from './adoption-list';

export interface AdoptWork {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}

/** What the dialog asks of the engine. */
export interface AdoptEngine {
  /** Whether the device knows the library. */
  readonly hasLibrary: () => Promise<boolean>;
  /** Fetches the library, and writes no note. `received`: how many records came so far. */
  readonly fetchLibrary: (signal: AbortSignal, received: (count: number) => void) => Promise<SyncReport>;
  /** `folder`: `/` for the whole vault. */
  readonly plan: (folder: string, work: AdoptWork) => Promise<AdoptionPlan>;
  readonly apply: (chosen: readonly Adoption[], work: AdoptWork) => Promise<AdoptionReport>;
}

export interface AdoptModalOptions {
  readonly engine: AdoptEngine;
  readonly turn: Turn;
  /** Whether the service can be asked; tells the person where not. */
  readonly isReady: () => boolean;
  readonly sync: () => void;
  readonly failed: (error: unknown) => void;
}

/** Looks for notes of other plugins, shows what would become of them, and takes over those that the person chooses. */
export class AdoptModal extends WorkModal {
  private readonly body: HTMLElement;
  private readonly foot: HTMLElement;
  private folder = '/';

  constructor(
    app: App,
    private readonly options: AdoptModalOptions,
  ) {
    super(app, { title: ADOPT.title, failedText: ADOPT.failed, failed: options.failed }, options.turn);
    this.modalEl.addClass('florilegium-adopt');
    this.body = this.contentEl.createDiv();
    this.foot = this.contentEl.createDiv({ cls: 'florilegium-adopt-buttons' });
  }

  override onOpen(): void {
    void super.onOpen();
    void this.showBeginning();
  }

  private async showBeginning(): Promise<void> {
    const hasLibrary = await this.work(() => this.options.engine.hasLibrary());
    if (hasLibrary === null) return;
    this.clear();
    this.body.createEl('p', { text: hasLibrary ? ADOPT.intro : ADOPT.noLibrary });
    if (!hasLibrary) {
      this.addAct(ADOPT.fetch, () => this.fetch());
      return;
    }
    new Setting(this.body)
      .setName(ADOPT.where)
      .setDesc(ADOPT.whereDesc)
      .addDropdown((dropdown) => this.fillFolders(dropdown));
    this.addAct(ADOPT.look, () => this.look());
  }

  private fillFolders(dropdown: DropdownComponent): void {
    const folders = this.app.vault
      .getAllFolders()
      .map(({ path }) => path)
      .filter((path) => path !== '/')
      .sort();
    dropdown.addOption('/', ADOPT.wholeVault);
    for (const path of folders) dropdown.addOption(path, path);
    dropdown.setValue(this.folder).onChange((folder) => (this.folder = folder));
    dropdown.selectEl.setAttr('aria-label', ADOPT.where);
  }

  private async fetch(): Promise<void> {
    if (!this.options.isReady() || this.options.turn.isBusy()) return;
    this.wait(ADOPT.fetching);
    const report = await this.workAlone((signal) =>
      this.options.engine.fetchLibrary(signal, (count) => showProgress(this.status, ADOPT.received(count))),
    );
    if (report === null) return;
    await this.showBeginning();
    if (report.outcome === 'failed')
      this.status.setText(ADOPT.fetchFailed(problemMessages(report.failures.map(({ problem }) => problem))));
    else if (report.outcome === 'partial')
      this.status.setText([problemText(report) ?? '', ...failureLines(report)].join(' '));
  }

  private async look(): Promise<void> {
    if (this.options.turn.isBusy()) return;
    this.wait('');
    const progress = (done: number, total: number): void =>
      showProgress(this.status, ADOPT.looking(done, total));
    const plan = await this.workAlone((signal) =>
      this.options.engine.plan(this.folder, { signal, progress }),
    );
    if (plan !== null) this.showPlan(plan);
  }

  private showPlan(plan: AdoptionPlan): void {
    this.clear();
    const { adoptions, left, looked } = plan;
    this.status.setText(adoptions.length === 0 ? ADOPT.none(looked) : ADOPT.found(looked, adoptions.length));
    const list =
      adoptions.length === 0 ? null : new AdoptionList(this.body, { plan, changed: () => showChoice() });
    if (left.length > 0) {
      const details = this.body.createEl('details');
      details.createEl('summary', { text: ADOPT.left(left.length) });
      addPaths(details, {
        label: ADOPT.left(left.length),
        lines: left.map(({ path, reason }) => ({ path: saidOf(path, LEFT[reason]) })),
      });
    }
    const showChoice = list === null ? () => undefined : this.addAdopt(list);
    showChoice();
    this.addAct(ADOPT.close, () => this.close());
  }

  /** While nothing is ticked the button does nothing; it can still be reached, so that a screen reader says why. */
  private addAdopt(list: AdoptionList): () => void {
    const id = 'florilegium-adopt-why';
    const why = this.body.createEl('p', { cls: 'florilegium-adopt-aside', attr: { role: 'status', id } });
    const button = this.addAct('', () => this.adopt(list));
    button.setAttr('aria-describedby', id);
    return () => {
      const count = list.chosen().length;
      button.setText(ADOPT.adopt(count));
      button.setAttr('aria-disabled', count === 0);
      why.setText(count === 0 ? ADOPT.tickSome : '');
    };
  }

  private async adopt(list: AdoptionList): Promise<void> {
    const chosen = list.chosen();
    if (chosen.length === 0 || this.options.turn.isBusy()) return;
    this.wait('');
    const progress = (done: number, total: number): void =>
      showProgress(this.status, ADOPT.adopting(done, total));
    const report = await this.workAlone((signal) => this.options.engine.apply(chosen, { signal, progress }));
    if (report !== null) this.showDone(report);
  }

  private showDone({ adopted, replaced, missing, failures, isCancelled }: AdoptionReport): void {
    this.clear();
    this.status.setText(ADOPT.done(adopted.length));
    if (missing > 0) this.body.createEl('p', { text: ADOPT.willCome(missing) });
    if (replaced.length > 0) this.body.createEl('p', { text: ADOPT.replaced(replaced.length) });
    if (isCancelled) this.body.createEl('p', { text: ADOPT.stopped });
    if (failures.length > 0) {
      this.body.createEl('p', { text: ADOPT.notDone(failures.length) });
      addPaths(this.body, {
        label: ADOPT.notDone(failures.length),
        lines: failures.map(({ path, problem }) => ({ path: saidOf(path ?? '', problemMessage(problem)) })),
      });
    }
    this.addAct(ADOPT.sync, () => {
      this.close();
      this.options.sync();
    });
    this.addAct(ADOPT.close, () => this.close());
  }

  private wait(text: string): void {
    this.clear();
    this.status.setText(text);
  }

  private clear(): void {
    this.body.empty();
    this.foot.empty();
    this.status.setText('');
  }

  /** The first of its kind is what the person most likely wants. */
  private addAct(text: string, act: () => unknown): HTMLButtonElement {
    const isFirst = this.foot.childElementCount === 0;
    const button = this.foot.createEl('button', { text, cls: isFirst ? 'mod-cta' : '' });
    button.addEventListener('click', () => void act());
    if (isFirst) button.focus();
    return button;
  }
}
