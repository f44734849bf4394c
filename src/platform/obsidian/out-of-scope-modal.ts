import { ConfirmationModal, type App } from 'obsidian';
import type { LeftOutNote } from '../../core/report';
import type { Settings } from '../../core/settings';
import { counted } from './strings';
import { CHANGES, OUT_OF_SCOPE } from './strings-settings';

export type OutOfScope = Exclude<Settings['outOfScope'], 'ask'>;

const MOST_LINES = 500;
const ANSWERS = ['leave', 'archive', 'trash'] as const;

/** Asks what becomes of notes whose items are out of scope by now. */
export class OutOfScopeModal extends ConfirmationModal {
  constructor(app: App, notes: readonly LeftOutNote[], answer: (outOfScope: OutOfScope) => void) {
    super(app);
    this.setTitle(OUT_OF_SCOPE.title);
    this.contentEl.createEl('p', { text: OUT_OF_SCOPE.explanation });
    const list = this.contentEl.createEl('ul', { cls: 'florilegium-notes', attr: { tabindex: 0, 'aria-label': counted(notes.length) } });
    for (const { path } of notes.slice(0, MOST_LINES)) list.createEl('li', { text: path });
    if (notes.length > MOST_LINES) list.createEl('li', { text: CHANGES.more(notes.length - MOST_LINES) });
    for (const each of ANSWERS) this.addButton((button) => button.setButtonText(OUT_OF_SCOPE[each]).onClick(() => answer(each)));
    this.addCancelButton(OUT_OF_SCOPE.later);
  }
}
