import { Setting, type DropdownComponent, type TextComponent } from 'obsidian';
import { ITEM_KINDS } from '../../model/model';
import { problemWithFolder } from '../../model/settings';
import { withValueAt } from '../settings/setting-keys';
import { builtInChoices } from '../settings/template-files';
import { START } from './start-strings';
import { NoteView } from './note-view';
import type { StartContext, StartStep } from './start-context';

const OWN = '';

/** Where notes go and how they look, with a note to see it by. */
export class StyleStep implements StartStep {
  readonly heading = START.style.heading;
  private view: NoteView | null = null;
  private folder: TextComponent | null = null;
  private styles: DropdownComponent | null = null;
  /** What the person finds in the field; anything else in it is theirs. */
  private knownFolder = '';
  private latest = 0;

  constructor(private readonly context: StartContext) {}

  draw(container: HTMLElement): void {
    const { app } = this.context;
    const { folder, style, preview } = START.style;
    const row = new Setting(container).setName(folder.name).setDesc(folder.desc);
    row.addText((field) => this.prepareFolder(field, row));
    new Setting(container)
      .setName(style.name)
      .setDesc(style.desc)
      .addDropdown((styles) => this.prepareStyles(styles));
    this.view = new NoteView(app, container, preview);
    this.follow();
  }

  follow(): void {
    const { store, failed } = this.context;
    if (this.folder?.getValue() === this.knownFolder) {
      this.knownFolder = store.settings.folder;
      this.folder.setValue(this.knownFolder);
    }
    this.offerStyles();
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
    this.latest += 1;
    this.view?.close();
  }

  private prepareFolder(field: TextComponent, row: Setting): void {
    const { failed } = this.context;
    this.folder = field;
    this.knownFolder = field.getValue();
    field.inputEl.setAttr('aria-label', START.style.folder.name);
    field.onChange((typed) => row.setErrorMessage(problemWithFolder(typed)));
    field.inputEl.addEventListener('change', () => void this.keepFolder(field.getValue()).catch(failed));
  }

  private async keepFolder(folder: string): Promise<void> {
    if (problemWithFolder(folder) === null) await this.saveFolder(folder);
  }

  private prepareStyles(styles: DropdownComponent): void {
    this.styles = styles;
    styles.selectEl.setAttr('aria-label', START.style.style.name);
    styles.onChange((chosen) => {
      if (chosen !== OWN) this.choose(chosen).catch(this.context.failed);
    });
  }

  private offerStyles(): void {
    const choices = builtInChoices('book');
    const { book } = this.context.store.settings.templates;
    this.styles?.selectEl.empty();
    // Who comes back may have templates of their own by now: those stay until another style is chosen.
    this.styles
      ?.addOptions(book in choices ? choices : { [OWN]: START.style.own, ...choices })
      .setValue(book in choices ? book : OWN);
  }

  private choose(style: string): Promise<void> {
    const { store } = this.context;
    return store.save(
      ITEM_KINDS.reduce<unknown>(
        (settings, kind) => withValueAt(settings, `templates.${kind}`, style),
        store.settings,
      ),
    );
  }

  private saveFolder(folder: string): Promise<void> {
    const { store } = this.context;
    this.knownFolder = folder;
    return store.save(withValueAt(store.settings, 'folder', folder));
  }

  private async showNote(): Promise<void> {
    const { engine, store } = this.context;
    const run = (this.latest += 1);
    const preview = await engine.preview(engine.sampleItem(), store.settings);
    // Another style may have been chosen meanwhile, or the step left.
    if (run === this.latest) await this.view?.show(preview);
  }
}
