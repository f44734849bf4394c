import type { App } from 'obsidian';
import { FAULTS, FAULT_TEXTS, type Finding, type LibraryCheck } from '../../features/check/finding';
import { addPaths, type PathLine } from '../components/path-list';
import type { Turn } from '../syncing/turn';
import { CHECK } from './keeping-strings';
import type { MaintenanceEngine } from './maintenance-engine';
import { WorkModal } from './work-modal';

export interface CheckModalOptions {
  readonly maintenance: Pick<MaintenanceEngine, 'check'>;
  readonly turn: Turn;
  readonly failed: (error: unknown) => void;
}

/** Shows what is not in order in the library, and what to do about it. */
export class CheckModal extends WorkModal {
  private readonly list: HTMLElement;

  constructor(
    app: App,
    private readonly options: CheckModalOptions,
  ) {
    super(app, { title: CHECK.title, failedText: CHECK.failed, failed: options.failed }, options.turn);
    this.list = this.contentEl.createDiv('florilegium-check');
    this.addCancelButton(CHECK.close);
  }

  override async onOpen(): Promise<void> {
    await super.onOpen();
    this.status.setText(CHECK.reading(0));
    const progress = (done: number): void => this.say(CHECK.reading(done));
    // A sync beside it would make notes that the check then misses.
    const found = await this.workAlone((signal) => this.options.maintenance.check({ signal, progress }));
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
      this.list.createEl('p', { cls: 'florilegium-keeping-why', text: advice });
      addPaths(this.list, { label: title, lines: group.map(lineOf) });
    }
  }
}

function lineOf({ fault, path, about }: Finding): PathLine {
  const text = about.join(', ');
  if (path === '') return { path: text };
  if (text === '') return { path };
  return { path: `${path} (${fault === 'second-note' ? CHECK.otherNote(text) : text})` };
}
