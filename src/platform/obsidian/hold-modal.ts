import { ConfirmationModal, type App } from 'obsidian';
import type { Hold } from '../../core/report';
import { HOLD } from './strings';

const NOTES_AT_MOST = 200;

/** Shows which notes a sync would remove, and asks whether it may. */
export class HoldModal extends ConfirmationModal {
  /** `confirm` is called with the number of notes when the person agrees. */
  constructor(app: App, hold: Hold, confirm: (maxDelete: number) => void) {
    super(app);
    const total = hold.notes.length;
    this.setTitle(HOLD.title);
    this.contentEl.createEl('p', { text: hold.reason });
    const list = this.contentEl.createEl('ul', { cls: 'florilegium-hold-notes' });
    for (const { path } of hold.notes.slice(0, NOTES_AT_MOST)) list.createEl('li', { text: path });
    if (total > NOTES_AT_MOST) this.contentEl.createEl('p', { text: HOLD.more(total - NOTES_AT_MOST) });
    this.addButton((button) => button.setButtonText(HOLD.confirm(total)).setDestructive().setCta().onClick(() => confirm(total)));
    this.addCancelButton(HOLD.keep);
  }
}
