import type { App, Setting, TFile } from 'obsidian';
import type { PluginContext } from '../../app/plugin-context';
import { START } from '../../strings/window-strings';
import { closeSettings } from '../components/open-settings';
import { resultLines } from '../components/result-text';
import { hasOnlyOtherNotes, suggestAdoption } from './suggest-adoption';
import { readStart, rememberStart } from '../../app/start-memory';
import { StartModal } from './start-modal';

const OFFER = 'guided start';

/** Offers the guided start to new users, and holds automatic syncs back while they set up. */
export class Guide {
  constructor(private readonly context: PluginContext) {}

  get isUnderWay(): boolean {
    return readStart(this.context.app).isUnderWay === true;
  }

  readonly open = (): void => {
    const { context } = this;
    if (!context.isReady(false)) return;
    this.hideOffer();
    closeSettings(context.app);
    this.begin().catch(context.onError);
  };

  hideOffer(): void {
    this.context.notices.settle(OFFER);
  }

  /** Adds to the settings row what should come before the first sync. */
  addAdoptionHint(row: Setting): void {
    suggestAdoption(this.context, () => row).catch(this.context.onError);
  }

  /** Offers the guided start once, if nothing is set up on this device. */
  async offerOnce(): Promise<void> {
    const { account, app, store } = this.context;
    if (store.problems.length > 0 || account.token !== null || readStart(app).isDismissed) return;
    // One question at a time.
    if (account.question !== null) return;
    if (await this.context.isNewHere()) this.showOffer();
  }

  /** Whether automatic syncs must wait: the user is setting up, or has only notes of another plugin. */
  async shouldWait(): Promise<boolean> {
    const { app } = this.context;
    if (readStart(app).isUnderWay === null && (await hasOnlyOtherNotes(app)))
      rememberStart(app, { isUnderWay: true });
    return this.isUnderWay;
  }

  private async begin(): Promise<void> {
    const { context } = this;
    const { app, syncs } = context;
    if ((await context.isNewHere()) && !syncs.isRunning) rememberStart(app, { isUnderWay: true });
    new StartModal(context, {
      isNewLibrary: await context.isNewLibrary(),
      startSync: () => void this.startSync().catch(context.onError),
    }).open();
  }

  private async startSync(): Promise<void> {
    const { app, onError, notices, settings } = this.context;
    const report = await this.context.sync({ origin: 'user' });
    if (report === null || report.outcome === 'failed' || notesIn(app, settings.folder).length === 0) return;
    notices.offer(resultLines(report).join(' '), {
      label: START.openNote,
      act: () => void openNoteIn(app, settings.folder).catch(onError),
    });
  }

  /** Stays until the user answers; closing it counts as "Not now". */
  private showOffer(): void {
    const { app, notices } = this.context;
    notices.ask(OFFER, {
      text: START.offer,
      buttons: [
        { label: START.notNow, act: () => undefined },
        { label: START.begin, act: this.open, isMain: true },
      ],
      closed: () => rememberStart(app, { isDismissed: true }),
    });
  }
}

/** Opens the longest note of a folder, which shows the most. */
async function openNoteIn(app: App, folder: string): Promise<void> {
  const file = notesIn(app, folder).sort((one, other) => other.stat.size - one.stat.size)[0];
  if (file !== undefined) await app.workspace.getLeaf(false).openFile(file);
}

function notesIn(app: App, folder: string): TFile[] {
  if (app.vault.getFolderByPath(folder) === null) return [];
  return app.vault.getMarkdownFiles().filter(({ path }) => path.startsWith(`${folder}/`));
}
