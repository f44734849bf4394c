import { checkLibrary } from '../../../features/check/check-library';
import { FAULTS, type LibraryCheck } from '../../../model/library-check';
import { FAULT_TEXTS, findingText } from '../../../messages/check-messages';
import { addPaths } from '../components/elements';
import type { PluginContext } from '../../app/plugin-context';
import { CHECK, WORK } from '../../strings/window-strings';
import { WorkModal } from './work-modal';

export function openCheck(context: PluginContext): void {
  if (context.isReady(false) && !context.syncs.isBusy(WORK.busy)) new CheckModal(context).open();
}

/** Shows problems in the library, and what to do about them. */
class CheckModal extends WorkModal {
  private readonly list: HTMLElement;

  constructor(context: PluginContext) {
    super(context, CHECK);
    this.list = this.contentEl.createDiv('florilegium-check');
    this.addCancelButton(CHECK.close);
  }

  override async onOpen(): Promise<void> {
    const { context } = this;
    await super.onOpen();
    this.status.setText(CHECK.reading(0));
    const progress = (done: number): void => this.showDone(CHECK.reading(done));
    // A concurrent sync would create notes that the check misses.
    const found = await this.workAlone(async (signal) => {
      await context.ready(signal);
      const { host, settings } = context;
      return context.withBoth((both) =>
        checkLibrary({ ...both, clock: host.clock, settings }, { signal, progress }),
      );
    });
    if (found !== null) this.show(found);
  }

  private show({ findings, notes, unread, isComplete }: LibraryCheck): void {
    const isInOrder = findings.length + unread.length === 0;
    this.status.setText(isInOrder ? CHECK.inOrder(notes) : CHECK.found(notes, findings.length));
    if (!isComplete) this.list.createEl('p', { text: CHECK.incomplete });
    if (unread.length > 0) {
      const label = CHECK.unread(unread.length);
      this.list.createEl('p', { cls: 'florilegium-problem', text: label });
      addPaths(this.list, { label, lines: unread.map((path) => ({ path })) });
    }
    for (const fault of FAULTS) {
      const group = findings.filter((finding) => finding.fault === fault);
      if (group.length === 0) continue;
      const { title, advice } = FAULT_TEXTS[fault];
      this.list.createEl('h3', { text: title });
      this.list.createEl('p', { cls: 'florilegium-work-why', text: advice });
      addPaths(this.list, { label: title, lines: group.map((finding) => ({ path: findingText(finding) })) });
    }
  }
}
