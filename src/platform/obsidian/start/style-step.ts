import { Setting, type DropdownComponent, type TextComponent } from 'obsidian';
import { ITEM_KINDS } from '../../../core/library/item-kind';
import { problemWithFolder } from '../../../core/settings';
import { withValueAt } from '../settings/setting-keys';
import { builtInChoices } from '../settings/template-files';
import { START } from '../strings-start';
import { NoteView } from './note-view';
import type { StartContext, StartStep } from './start-context';

const OWN = '';

/** Where notes go and how they look, with a note to see it by. */
export class StyleStep implements StartStep {
  readonly heading = START.style.heading;
  private view: NoteView | null = null;
  private folder: TextComponent | null = null;
  private latest = 0;

  constructor(private readonly context: StartContext) {}

  draw(container: HTMLElement): void {
    const { app, failed } = this.context;
    const { folder, style, preview } = START.style;
    const row = new Setting(container).setName(folder.name).setDesc(folder.desc);
    row.addText((field) => this.prepareFolder(field, row));
    new Setting(container).setName(style.name).setDesc(style.desc).addDropdown((styles) => this.prepareStyles(styles));
    this.view = new NoteView(app, container, preview);
    this.showNote().catch(failed);
  }

  async leave(): Promise<boolean> {
    const folder = this.folder?.getValue() ?? '';
    if (problemWithFolder(folder) !== null) {
      this.folder?.inputEl.focus();
      return false;
    }
    await this.saveFolder(folder);
    return true;
  }

  close(): void {
    this.view?.close();
  }

  private prepareFolder(field: TextComponent, row: Setting): void {
    const { store, failed } = this.context;
    this.folder = field.setValue(store.settings.folder);
    field.inputEl.setAttr('aria-label', START.style.folder.name);
    field.onChange((typed) => row.setErrorMessage(problemWithFolder(typed)));
    field.inputEl.addEventListener('change', () => void this.keepFolder(field.getValue()).catch(failed));
  }

  private async keepFolder(folder: string): Promise<void> {
    if (problemWithFolder(folder) !== null) return;
    await this.saveFolder(folder);
    await this.showNote();
  }

  private prepareStyles(styles: DropdownComponent): void {
    const { store, failed } = this.context;
    const choices = builtInChoices('book');
    const { book } = store.settings.templates;
    styles.selectEl.setAttr('aria-label', START.style.style.name);
    // Who comes back may have templates of their own by now: those stay until another style is chosen.
    styles.addOptions(book in choices ? choices : { [OWN]: START.style.own, ...choices }).setValue(book in choices ? book : OWN);
    styles.onChange((chosen) => {
      if (chosen !== OWN) this.choose(chosen).catch(failed);
    });
  }

  private async choose(style: string): Promise<void> {
    const { store } = this.context;
    const all: unknown = ITEM_KINDS.reduce<unknown>((settings, kind) => withValueAt(settings, `templates.${kind}`, style), store.settings);
    await store.save(all);
    await this.showNote();
  }

  private saveFolder(folder: string): Promise<void> {
    const { store } = this.context;
    return store.save(withValueAt(store.settings, 'folder', folder));
  }

  private async showNote(): Promise<void> {
    const { engine, store } = this.context;
    const run = (this.latest += 1);
    const preview = await engine.preview(engine.sampleItem(), store.settings);
    // Another style may have been chosen meanwhile.
    if (run === this.latest) await this.view?.show(preview);
  }
}
