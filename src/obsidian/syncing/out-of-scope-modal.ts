import { ConfirmationModal, type App } from 'obsidian';
import type { LeftOutNote } from '../../model/report';
import type { Settings } from '../../model/settings';
import { addPaths } from '../components/path-list';
import { notes as counted } from '../strings';
import { OUT_OF_SCOPE } from '../settings/settings-strings';

export type OutOfScope = Exclude<Settings['outOfScope'], 'ask'>;

const ANSWERS = ['leave', 'archive', 'trash'] as const;

/** Asks what becomes of notes whose items are out of scope by now. */
export class OutOfScopeModal extends ConfirmationModal {
  constructor(app: App, notes: readonly LeftOutNote[], answer: (outOfScope: OutOfScope) => void) {
    super(app);
    this.setTitle(OUT_OF_SCOPE.title);
    this.contentEl.createEl('p', { text: OUT_OF_SCOPE.explanation });
    addPaths(this.contentEl, { label: counted(notes.length), lines: notes.map(({ path }) => ({ path })) });
    for (const each of ANSWERS)
      this.addButton((button) => button.setButtonText(OUT_OF_SCOPE[each]).onClick(() => answer(each)));
    this.addCancelButton(OUT_OF_SCOPE.later);
  }
}
