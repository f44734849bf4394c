import { problemMessage, problemMessages } from '../../../messages/messages';
import { Setting, type DropdownComponent } from 'obsidian';
import type { AdoptionPlan, AdoptionReport } from '../../../features/adopt/adoption';
import { applyAdoption } from '../../../features/adopt/apply-adoption';
import { hasLibrary, planAdoption } from '../../../features/adopt/plan-adoption';
import type { Progress } from '../../../model/progress';
import { runSync } from '../../../sync/run-sync';
import { addPaths } from '../components/elements';
import type { PluginContext } from '../../app/plugin-context';
import { withColon } from '../../strings/strings';
import { failureLines, problemText } from '../components/result-text';
import { showProgress } from '../components/progress-elements';
import { ADOPT, LEFT, WORK } from '../../strings/window-strings';
import { AdoptionList } from './adoption-list';
import { WorkModal } from './work-modal';

export function openAdopt(context: PluginContext): void {
  if (context.isReady(false) && !context.syncs.isBusy(WORK.busy)) new AdoptModal(context).open();
}

/** Finds notes that have the library's highlights, shows what would become of them, and adopts the chosen ones. */
class AdoptModal extends WorkModal {
  private readonly body: HTMLElement;
  private readonly buttons: HTMLElement;
  private folder = '/';

  constructor(context: PluginContext) {
    super(context, ADOPT);
    this.modalEl.addClass('florilegium-adopt');
    this.body = this.contentEl.createDiv();
    this.buttons = this.contentEl.createDiv({ cls: 'florilegium-adopt-buttons' });
  }

  override onOpen(): void {
    void super.onOpen();
    void this.showStart();
  }

  private async showStart(): Promise<void> {
    const isKnown = await this.work(() => this.context.withBoth(hasLibrary));
    if (isKnown === null) return;
    this.clear();
    this.body.createEl('p', { text: isKnown ? ADOPT.intro : ADOPT.noLibrary });
    if (!isKnown) {
      this.addAction(ADOPT.fetch, () => this.fetch());
      return;
    }
    new Setting(this.body)
      .setName(ADOPT.where)
      .setDesc(ADOPT.whereDesc)
      .addDropdown((dropdown) => this.fillFolders(dropdown));
    this.addAction(ADOPT.find, () => this.findNotes());
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

  /** Fetches the library without writing notes. */
  private async fetch(): Promise<void> {
    const { context } = this;
    if (!context.isReady(true) || context.syncs.isBusy(WORK.busy)) return;
    this.showStatus(ADOPT.fetching);
    const counts = { highlights: 0, documents: 0 };
    const progress = (step: Progress): void => {
      if (step.step !== 'pulling') return;
      counts[step.endpoint] = step.received;
      showProgress(this.status, ADOPT.received(counts.highlights + counts.documents));
    };
    const report = await this.workAlone(async (signal) => {
      await context.ready(signal);
      const { host, settings, account } = context;
      const options = {
        settings,
        token: account.forRequests().token,
        full: false,
        dryRun: true,
        maxDelete: null,
        signal,
      };
      return context.withBoth((both) => runSync({ ...host, ...both, reporter: { progress } }, options));
    });
    if (report === null) return;
    await this.showStart();
    if (report.outcome === 'failed')
      this.status.setText(ADOPT.fetchFailed(problemMessages(report.failures.map(({ problem }) => problem))));
    else if (report.outcome === 'partial')
      this.status.setText([problemText(report) ?? '', ...failureLines(report)].join(' '));
  }

  private async findNotes(): Promise<void> {
    const { app, context, folder } = this;
    if (context.syncs.isBusy(WORK.busy)) return;
    this.showStatus('');
    const progress = (done: number, total: number): void =>
      showProgress(this.status, ADOPT.checking(done, total));
    const plan = await this.workAlone(async (signal) => {
      await context.ready(signal);
      const paths = app.vault
        .getMarkdownFiles()
        .map(({ path }) => path)
        .filter((path) => folder === '/' || path.startsWith(`${folder}/`))
        .sort();
      const { host, settings } = context;
      return context.withBoth((both) =>
        planAdoption({ ...host, ...both }, { settings, paths, signal, progress }),
      );
    });
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
        lines: left.map(({ path, reason }) => ({ path: withColon(path, LEFT[reason]) })),
      });
    }
    const showChoice = list === null ? () => undefined : this.addAdopt(list);
    showChoice();
    this.addAction(ADOPT.close, () => this.close());
  }

  /** Without a choice the button is inactive but focusable, so that a screen reader reads the reason. */
  private addAdopt(list: AdoptionList): () => void {
    const id = 'florilegium-adopt-why';
    const why = this.body.createEl('p', { cls: 'florilegium-adopt-aside', attr: { role: 'status', id } });
    const button = this.addAction('', () => this.adopt(list));
    button.setAttr('aria-describedby', id);
    return () => {
      const count = list.chosen().length;
      button.setText(ADOPT.adopt(count));
      button.setAttr('aria-disabled', count === 0);
      why.setText(count === 0 ? ADOPT.tickSome : '');
    };
  }

  private async adopt(list: AdoptionList): Promise<void> {
    const { context } = this;
    const chosen = list.chosen();
    if (chosen.length === 0 || context.syncs.isBusy(WORK.busy)) return;
    this.showStatus('');
    const progress = (done: number, total: number): void =>
      showProgress(this.status, ADOPT.adopting(done, total));
    const { host, settings } = context;
    const report = await this.workAlone((signal) =>
      context.withBoth((both) => applyAdoption({ ...host, ...both }, { settings, chosen, signal, progress })),
    );
    if (report !== null) this.showReport(report);
  }

  private showReport({ adopted, replaced, missing, failures, isCancelled }: AdoptionReport): void {
    this.clear();
    this.status.setText(ADOPT.done(adopted.length));
    if (missing > 0) this.body.createEl('p', { text: ADOPT.willCome(missing) });
    if (replaced.length > 0) this.body.createEl('p', { text: ADOPT.replaced(replaced.length) });
    if (isCancelled) this.body.createEl('p', { text: ADOPT.stopped });
    if (failures.length > 0) {
      this.body.createEl('p', { text: ADOPT.notDone(failures.length) });
      addPaths(this.body, {
        label: ADOPT.notDone(failures.length),
        lines: failures.map(({ path, problem }) => ({
          path: withColon(path ?? '', problemMessage(problem)),
        })),
      });
    }
    this.addAction(ADOPT.sync, () => {
      this.close();
      this.context.request();
    });
    this.addAction(ADOPT.close, () => this.close());
  }

  private showStatus(text: string): void {
    this.clear();
    this.status.setText(text);
  }

  private clear(): void {
    this.body.empty();
    this.buttons.empty();
    this.status.setText('');
  }

  /** Adds a button. The first one is the likely choice and gets the focus. */
  private addAction(text: string, act: () => unknown): HTMLButtonElement {
    const isFirst = this.buttons.childElementCount === 0;
    const button = this.buttons.createEl('button', { text, cls: isFirst ? 'mod-cta' : '' });
    button.addEventListener('click', () => void act());
    if (isFirst) button.focus();
    return button;
  }
}
