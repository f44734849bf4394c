import { problemMessage } from '../../../messages';
import { ITEM_KINDS } from '../../../model/model';
import { Component, MarkdownRenderer, Setting, type DropdownComponent, type TextComponent } from 'obsidian';
import { sampleRecords } from '../../../features/sample/sample-records';
import { problemWithFolder } from '../../../model/settings';
import { splitNote } from '../../../notes/note/note';
import { previewItem, type ItemPreview } from '../../../sync/plan/preview-item';
import { named } from '../elements';
import type { PluginContext } from '../../plugin-context';
import { withValueAt } from '../../settings/setting-keys';
import { builtInChoices } from '../../settings/template-files';
import { START } from '../window-strings';
import type { StartStep } from './start-memory';

const OWN = '';

/** Where notes go and how they look, with a note to see it by. */
export class StyleStep implements StartStep {
  readonly heading = START.style.heading;
  private view: HTMLElement | null = null;
  private drawn: Component | null = null;
  private folder: TextComponent | null = null;
  private styles: DropdownComponent | null = null;
  /** What the person finds in the field; anything else in it is theirs. */
  private knownFolder = '';
  private latest = 0;

  constructor(private readonly context: PluginContext) {}

  draw(container: HTMLElement): void {
    const { folder, style, preview } = START.style;
    const row = new Setting(container).setName(folder.name).setDesc(folder.desc);
    row.addText((field) => this.prepareFolder(field, row));
    new Setting(container)
      .setName(style.name)
      .setDesc(style.desc)
      .addDropdown((styles) => this.prepareStyles(styles));
    this.view = named(
      container.createDiv({ cls: 'florilegium-start-preview', attr: { role: 'region', tabindex: 0 } }),
      preview,
    );
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
    this.drawn?.unload();
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
    // A person's own template stays until they choose a style.
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
    const { host, settings } = this.context;
    const [record] = sampleRecords();
    if (record === undefined) throw new Error('The sample library is empty');
    const run = (this.latest += 1);
    const preview = await this.context.withBoth((both) =>
      previewItem({ ...host, ...both }, { record, settings }),
    );
    // Another style may have been chosen meanwhile, or the step left.
    if (run === this.latest && this.view !== null) await this.drawNote(this.view, preview);
  }

  /** Shows the note as the app would. */
  private async drawNote(view: HTMLElement, { notes, failures }: ItemPreview): Promise<void> {
    this.drawn?.unload();
    view.empty();
    for (const { problem } of failures)
      view.createEl('p', { cls: 'florilegium-problem', text: problemMessage(problem) });
    const note = notes?.[0];
    if (note === undefined) return;
    view.createDiv({ cls: 'florilegium-preview-path', text: note.path, attr: { dir: 'auto' } });
    const body = view.createDiv({ cls: 'markdown-rendered', attr: { dir: 'auto' } });
    const component = new Component();
    component.load();
    this.drawn = component;
    await MarkdownRenderer.render(this.context.app, splitNote(note.text).body, body, note.path, component);
  }
}
