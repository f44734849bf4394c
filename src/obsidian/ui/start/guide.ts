import { ButtonComponent, Notice, type Setting } from 'obsidian';
import { hasLibrary } from '../../../features/adopt/plan-adoption';
import type { PluginContext } from '../../app/plugin-context';
import { START } from '../../strings/window-strings';
import { hasOnlyOtherNotes, tellOfOtherNotes } from './other-notes';
import { notesIn, openNoteIn } from './sample-library';
import { readStart, rememberStart } from '../../app/start-memory';
import { StartModal } from './start-modal';

/** Tells a person whose plugin was just turned on how to begin, and holds syncs back while they set it up. */
export class Guide {
  private offered: Notice | null = null;

  constructor(private readonly context: PluginContext) {}

  get isUnderWay(): boolean {
    return readStart(this.context.app).isUnderWay === true;
  }

  readonly open = (): void => {
    const { context } = this;
    if (!context.isReady(false)) return;
    this.withdraw();
    this.begin().catch(context.failed);
    new StartModal(context, () => void this.startSync().catch(context.failed)).open();
  };

  /** Closes the notice that offers to begin. */
  withdraw(): void {
    this.offered?.hide();
  }

  /** Says in the row that offers to begin what should come before the first sync. */
  complete(row: Setting): void {
    tellOfOtherNotes(this.context, () => row).catch(this.context.failed);
  }

  /** Offers to begin to a person who has nothing set up here yet; once. */
  async offerOnce(): Promise<void> {
    const { app, store, tokens } = this.context;
    if (store.problems.length > 0 || tokens.read() !== null || readStart(app).isDismissed) return;
    if (await this.isNew()) this.offered = this.offer();
  }

  /**
   * Whether syncs do not begin by themselves yet: the person is setting up, or only has notes of another
   * plugin.
   */
  async comesFirst(): Promise<boolean> {
    const { app } = this.context;
    if (readStart(app).isUnderWay === null && (await hasOnlyOtherNotes(app)))
      rememberStart(app, { isUnderWay: true });
    return this.isUnderWay;
  }

  private async isNew(): Promise<boolean> {
    return this.context.withState(async (state) => !(await hasLibrary({ state })));
  }

  private async begin(): Promise<void> {
    const { app, syncs } = this.context;
    if ((await this.isNew()) && !syncs.isRunning) rememberStart(app, { isUnderWay: true });
  }

  private async startSync(): Promise<void> {
    const { app, failed, notices, settings } = this.context;
    const report = await this.context.sync({ origin: 'person' });
    if (report === null || report.outcome === 'failed' || notesIn(app, settings.folder).length === 0) return;
    notices.offer(START.done, {
      label: START.openNote,
      act: () => void openNoteIn(app, settings.folder).catch(failed),
    });
  }

  /** Stays until something is chosen; closing it is an answer, too. */
  private offer(): Notice {
    const { app, plugin } = this.context;
    const content = createFragment();
    content.createDiv({ text: START.offer });
    const buttons = content.createDiv({ cls: 'florilegium-notice-buttons' });
    new ButtonComponent(buttons).setButtonText(START.notNow);
    new ButtonComponent(buttons).setButtonText(START.begin).setCta().onClick(this.open);
    const notice = new Notice(content, 0);
    // A click anywhere closes a notice, also one on its buttons.
    notice.containerEl.addEventListener('click', () => rememberStart(app, { isDismissed: true }));
    plugin.register(() => notice.hide());
    return notice;
  }
}
