import {
  forgetState,
  planUnmark,
  removeMarks,
  type UnmarkPlan,
  type UnmarkResult,
} from '../../../features/unmark/remove-marks';
import { problemMessage } from '../../../messages/messages';
import { withoutMarks } from '../../../features/unmark/without-marks';
import type { NoteLook } from '../../../merge/diff/text-diff';
import type { StateStore, Vault } from '../../../model/ports';
import { compareText } from '../../../model/record';
import { readOutbox } from '../../../store/outbox-store';
import { requireVault } from '../../../sync/plan/vault-health';
import type { PluginContext } from '../../app/plugin-context';
import { LIST, MAKE_PLAIN, WORK } from '../../strings/window-strings';
import { ObsidianTexts } from '../../vault/files';
import { addBox } from '../components/elements';
import { NotesWindow } from './notes-window';

export interface MakePlainOptions {
  /** The note that is ticked beforehand, and shown alone; null for all. */
  readonly path: string | null;
  /** Called after automatic syncs were turned off. */
  readonly settingsChanged?: () => void;
}

export function openMakePlain(context: PluginContext, options: MakePlainOptions): void {
  if (!context.isReady(false) || context.syncs.isBusy(WORK.busy)) return;
  new MakePlain(context, options).start().catch(context.onError);
}

class MakePlain {
  private readonly window: NotesWindow;
  private keepsAnchors = false;
  private forgets = false;

  constructor(
    private readonly context: PluginContext,
    private readonly options: MakePlainOptions,
  ) {
    this.window = new NotesWindow(context, MAKE_PLAIN.title);
  }

  async start(): Promise<void> {
    const { context, window } = this;
    const { path } = this.options;
    window.open();
    const found = await window.work(MAKE_PLAIN.checking(0, 0), async (signal, show) => {
      const progress = (done: number, total: number): void => show(MAKE_PLAIN.checking(done, total));
      const options = { paths: path === null ? null : [path], keepsAnchors: false, signal, progress };
      const { folder } = context.settings;
      if (path === null) await context.withBoth((both) => requireVault({ ...both, folder }));
      const plan = await context.withBoth((both) => planUnmark(this.dependencies(both), options));
      return { plan, waiting: (await context.withOutbox(readOutbox)).length };
    });
    if (found !== null) this.show(found.plan, found.waiting);
  }

  private dependencies(both: { readonly vault: Vault; readonly state: StateStore }) {
    const { app, host } = this.context;
    return { ...both, texts: new ObsidianTexts(app), clock: host.clock };
  }

  /** `waiting`: changes in the outbox, which is forgotten with the library. */
  private show(plan: UnmarkPlan, waiting: number): void {
    const { path } = this.options;
    const { notes, keptAnchors } = plan;
    const isAll = (ticked: ReadonlySet<string>): boolean => path === null && ticked.size === notes.length;
    this.window.show({
      texts: [MAKE_PLAIN.text, ...(keptAnchors > 0 ? [MAKE_PLAIN.linked(keptAnchors)] : [])],
      empty: MAKE_PLAIN.none,
      groups: [
        {
          title: MAKE_PLAIN.synced,
          rows: [...notes].sort(compareText).map((note) => ({ key: note, path: note, reasons: [] })),
          hasBoxes: true,
          loadDiff: (row) => this.loadDiff(row.path, plan.linked),
        },
      ],
      ticked: notes.filter((note) => note === path),
      addOptions: (parent) => {
        if (notes.length === 0) return undefined;
        addBox(parent, { text: MAKE_PLAIN.keepBlockIds, change: (isOn) => (this.keepsAnchors = isOn) });
        const ofAll = parent.createDiv();
        addBox(ofAll, {
          text: MAKE_PLAIN.forget,
          change: (isOn) => {
            this.forgets = isOn;
            warning.toggle(isOn);
          },
        });
        const dropped = waiting > 0 ? [MAKE_PLAIN.dropped(waiting)] : [];
        const warning = ofAll.createDiv({
          cls: 'florilegium-problem',
          text: [...dropped, MAKE_PLAIN.forgetting].join(' '),
        });
        warning.hide();
        ofAll.createDiv({ text: MAKE_PLAIN.syncsOff });
        return (ticked) => ofAll.toggle(isAll(ticked));
      },
      close: LIST.cancel,
      buttons: [
        {
          text: ({ size }) => MAKE_PLAIN.make(size),
          isRed: () => true,
          act: (ticked) => this.make(ticked, isAll(ticked)),
        },
      ],
    });
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
  private async make(ticked: ReadonlySet<string>, isAll: boolean): Promise<boolean> {
    const { context, window, keepsAnchors } = this;
    const result = await window.workAlone(MAKE_PLAIN.making(0, ticked.size), async (signal, show) => {
      if (isAll) await this.turnSyncsOff();
      const progress = (done: number, total: number): void => show(MAKE_PLAIN.making(done, total));
      const options = { paths: isAll ? null : [...ticked], keepsAnchors, signal, progress };
      const made = await context.withBoth((both) => removeMarks(this.dependencies(both), options));
      if (isAll && this.forgets && made.left + made.failures.length === 0)
        await context.withStores(forgetState);
      return made;
    });
    return result === null || this.showResult(result);
  }

  private async turnSyncsOff(): Promise<void> {
    const { store, settings } = this.context;
    await store.save({ ...settings, syncOnOpen: false, intervalMinutes: 0 });
    this.options.settingsChanged?.();
  }

  private showResult({ changed, left, failures }: UnmarkResult): boolean {
    this.context.notices.say(MAKE_PLAIN.done(changed));
    const texts = [MAKE_PLAIN.done(changed), ...(left > 0 ? [MAKE_PLAIN.left(left)] : [])];
    const rows = failures.map(({ path, problem }) => ({
      key: path,
      path,
      reasons: [],
      problem: problemMessage(problem),
    }));
    this.window.show({
      texts,
      empty: texts.join(' '),
      groups: [{ title: MAKE_PLAIN.failed, rows }],
      buttons: [],
    });
    return left + failures.length > 0;
  }
}
