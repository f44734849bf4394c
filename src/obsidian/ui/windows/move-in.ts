import { AbstractInputSuggest, Setting, type App } from 'obsidian';
import {
  chosenByDefault,
  sureOf,
  type Adoption,
  type AdoptionPlan,
  type AdoptionReport,
} from '../../../features/adopt/adoption';
import { applyAdoption } from '../../../features/adopt/apply-adoption';
import { hasLibrary, planAdoption } from '../../../features/adopt/plan-adoption';
import { problemMessage } from '../../../messages/messages';
import type { Progress } from '../../../model/progress';
import type { PluginContext } from '../../app/plugin-context';
import { planNextSync } from '../../app/run-once';
import { LIST, MOVE_IN, WORK } from '../../strings/window-strings';
import { detailLines, problemIn } from '../components/result-text';
import type { NoteRow } from '../parts/note-list';
import { NotesWindow, type NotesView } from './notes-window';

/** Finds notes of another plugin, shows what would become of them, and moves in the chosen ones. */
export function openMoveIn(context: PluginContext): void {
  if (!context.isReady(false) || context.syncs.isBusy(WORK.busy)) return;
  context.syncs.display?.opened(['move-in']);
  new MoveIn(context).start();
}

type Problems = Pick<NotesView, 'problem' | 'failures'>;

class MoveIn {
  private readonly window: NotesWindow;
  private folder = '';

  constructor(private readonly context: PluginContext) {
    this.window = new NotesWindow(context, MOVE_IN.title);
  }

  start(): void {
    this.window.open();
    this.show({ groups: [], empty: MOVE_IN.intro, buttons: [] });
  }

  /** Where to look stays above what was found. */
  private show(view: NotesView): void {
    this.window.show({
      ...view,
      addOptions: (parent) => {
        new Setting(parent)
          .setName(MOVE_IN.where)
          .addText((field) => {
            field.inputEl.setAttr('aria-label', MOVE_IN.where);
            field
              .setPlaceholder(MOVE_IN.wholeVault)
              .setValue(this.folder)
              .onChange((folder) => (this.folder = folder.replace(/^\/+|\/+$/g, '')));
            new FolderSuggest(this.context.app, field.inputEl);
          })
          .addButton((button) =>
            button.setButtonText(MOVE_IN.find).onClick(() => this.find().catch(this.context.onError)),
          );
        return undefined;
      },
    });
  }

  private async find(): Promise<void> {
    const { context, window, folder } = this;
    if (context.syncs.isBusy(WORK.busy)) return;
    const isKnown = await window.work(LIST.loading, () => context.withBoth(hasLibrary));
    if (isKnown === null) return;
    const problems = isKnown ? {} : await this.fetch();
    if (problems === null) return;
    const plan = await window.workAlone(LIST.loading, async (signal, show) => {
      await context.ready(signal);
      const paths = context.app.vault
        .getMarkdownFiles()
        .map(({ path }) => path)
        .filter((path) => folder === '' || path.startsWith(`${folder}/`))
        .sort();
      const { host, settings } = context;
      const progress = (done: number, total: number): void => show(MOVE_IN.checking(done, total));
      return context.withBoth((both) =>
        planAdoption({ ...host, ...both }, { settings, paths, signal, progress }),
      );
    });
    if (plan !== null) this.showPlan(plan, problems);
  }

  /** Fetches the library without writing notes. Null when it was not fetched. */
  private async fetch(): Promise<Problems | null> {
    const { context, window } = this;
    if (!context.isReady(true)) {
      this.show({ groups: [], empty: MOVE_IN.intro, buttons: [] });
      return null;
    }
    const counts = { highlights: 0, documents: 0 };
    const report = await window.workAlone(MOVE_IN.fetching(0), async (signal, show) => {
      await context.ready(signal);
      const progress = (step: Progress): void => {
        if (step.step !== 'pulling') return;
        counts[step.endpoint] = step.received;
        show(MOVE_IN.fetching(counts.highlights + counts.documents));
      };
      return (await planNextSync(context, context.settings, { signal, reporter: { progress } })).report;
    });
    if (report === null) return null;
    // It stopped because there are notes to move in.
    if (report.cause === 'other-notes') return {};
    const problems = { problem: problemIn(report), failures: detailLines(report) };
    if (report.outcome !== 'failed') return problems;
    this.show({ groups: [], ...problems, empty: '', buttons: [] });
    return null;
  }

  private showPlan(plan: AdoptionPlan, problems: Problems): void {
    const { adoptions, left, looked } = plan;
    const sure = new Set(sureOf(plan));
    const rows = adoptions.map((adoption) => ({ ...rowOf(adoption), adoption }));
    this.show({
      ...problems,
      texts: [adoptions.length === 0 ? MOVE_IN.none : MOVE_IN.found(looked)],
      empty: MOVE_IN.none,
      groups: [
        { title: MOVE_IN.sure, rows: rows.filter(({ adoption }) => sure.has(adoption)), hasBoxes: true },
        { title: MOVE_IN.unsure, rows: rows.filter(({ adoption }) => !sure.has(adoption)), hasBoxes: true },
        {
          title: MOVE_IN.left,
          isFolded: true,
          rows: left.map(({ path, reason, own }) => ({
            key: path,
            path,
            reasons: [MOVE_IN.why[reason], ...(own === undefined ? [] : [MOVE_IN.hasNote(own)])],
          })),
        },
      ],
      ticked: chosenByDefault(plan).map(({ path }) => path),
      buttons:
        adoptions.length === 0
          ? []
          : [
              {
                text: ({ size }) => MOVE_IN.moveIn(size),
                act: (ticked) => this.moveIn(adoptions.filter(({ path }) => ticked.has(path))),
              },
            ],
    });
  }

  private async moveIn(chosen: readonly Adoption[]): Promise<boolean> {
    const { context, window } = this;
    const { host, settings } = context;
    const report = await window.workAlone(MOVE_IN.moving(0, chosen.length), (signal, show) => {
      const progress = (done: number, total: number): void => show(MOVE_IN.moving(done, total));
      return context.withBoth((both) =>
        applyAdoption({ ...host, ...both }, { settings, chosen, signal, progress }),
      );
    });
    if (report !== null) this.showReport(report);
    return true;
  }

  private showReport({ adopted, replaced, missing, failures, isCancelled }: AdoptionReport): void {
    const texts = [
      MOVE_IN.done(adopted.length),
      ...(missing > 0 ? [MOVE_IN.willCome(missing)] : []),
      ...(replaced.length > 0 ? [MOVE_IN.replaced(replaced.length)] : []),
      ...(isCancelled ? [MOVE_IN.stopped] : []),
    ];
    const rows = failures.map(({ id, path, problem }) => ({
      key: id,
      path: path ?? id,
      reasons: [],
      problem: problemMessage(problem),
    }));
    const sync = { text: () => MOVE_IN.sync, isOff: () => false, act: () => this.context.request() };
    this.window.show({
      texts,
      empty: texts.join(' '),
      groups: [{ title: MOVE_IN.failed, rows }],
      buttons: [sync],
    });
  }
}

function rowOf({ path, found, edited, unclear, unmarkable, missing, doubt }: Adoption): NoteRow {
  const reasons = [
    MOVE_IN.highlights(found),
    ...(edited > 0 ? [MOVE_IN.edited(edited)] : []),
    ...(unclear > 0 ? [MOVE_IN.unclear(unclear)] : []),
    ...(unmarkable > 0 ? [MOVE_IN.unmarkable(unmarkable)] : []),
    ...(missing > 0 ? [MOVE_IN.missing(missing)] : []),
    ...(doubt?.kind === 'few' ? [MOVE_IN.few] : []),
    ...(doubt?.kind === 'replaces' ? [MOVE_IN.replaces(doubt.path)] : []),
  ];
  return { key: path, path, reasons: [reasons.join(', ')] };
}

class FolderSuggest extends AbstractInputSuggest<string> {
  constructor(
    app: App,
    private readonly inputEl: HTMLInputElement,
  ) {
    super(app, inputEl);
  }

  override getSuggestions(query: string): string[] {
    return this.app.vault
      .getAllFolders()
      .map(({ path }) => path)
      .filter((path) => path !== '/' && path.toLowerCase().includes(query.toLowerCase()))
      .sort();
  }

  override renderSuggestion(path: string, el: HTMLElement): void {
    el.setText(path);
  }

  override selectSuggestion(path: string): void {
    this.setValue(path);
    this.inputEl.dispatchEvent(new Event('input'));
    this.close();
  }
}
