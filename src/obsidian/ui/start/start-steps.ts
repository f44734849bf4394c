import { type EventRef, Setting } from 'obsidian';
import { ITEM_KINDS } from '../../../model/model';
import { foundText } from '../../../messages/settings-messages';
import { problemWithFolder, type Settings } from '../../../model/settings';
import { drawPermissionRow } from '../components/permission';
import { named } from '../components/elements';
import { NoteView } from '../settings/note-preview';
import { SAMPLE_ITEM } from '../settings/sample-item';
import { withValueAt } from '../settings/setting-keys';
import { builtInChoices } from '../settings/template-files';
import { TokenRow } from '../settings/token-row';
import { suggestAdoption } from './suggest-adoption';
import { previewItem } from '../../../features/preview/preview-item';
import type { PluginContext } from '../../app/plugin-context';
import { START } from '../../strings/window-strings';
import type { StartStep } from '../../app/start-memory';

/** Enter the access token. */
export class ConnectStep implements StartStep {
  readonly heading = START.connect.heading;
  private row: TokenRow | null = null;
  private decided: EventRef | null = null;

  constructor(private readonly context: PluginContext) {}

  draw(container: HTMLElement): void {
    container.createEl('p', { text: START.connect.desc });
    const place = container.createDiv();
    this.drawRow(place);
    this.decided = this.context.events.on('decided', () => this.drawRow(place));
  }

  async leave(): Promise<boolean> {
    return (await this.row?.check()) === true;
  }

  /** A token is entered once it is clear where it would go. */
  private drawRow(place: HTMLElement): void {
    const { context } = this;
    const { question } = context.account;
    if (this.row !== null) return;
    place.empty();
    const setting = new Setting(place);
    if (question === null) this.row = new TokenRow(setting, context);
    else drawPermissionRow(setting, context, question);
  }

  close(): void {
    if (this.decided !== null) this.context.events.offref(this.decided);
    this.row?.close();
    this.row = null;
  }
}

/** Choice for templates that are not a built-in style. */
const OWN_TEMPLATES = '';

/** Choose folder and style, with a preview. */
export class NotesStep implements StartStep {
  readonly heading = START.notes.heading;
  private view: NoteView | null = null;
  /** Null until it is edited: another device's change must stay. */
  private folder: string | null = null;
  private latest = 0;

  constructor(private readonly context: PluginContext) {}

  draw(container: HTMLElement): void {
    const { app, onError } = this.context;
    this.drawFolder(new Setting(container));
    this.drawStyles(new Setting(container));
    const others = container.createDiv();
    suggestAdoption(this.context, () => new Setting(others)).catch(onError);
    const view = container.createDiv('florilegium-start-preview');
    this.view = new NoteView(app, view, START.notes.preview);
    this.showNote().catch(onError);
  }

  leave(): Promise<boolean> {
    return this.saveFolder();
  }

  close(): void {
    this.latest += 1;
    this.view?.close();
  }

  private drawFolder(row: Setting): void {
    const { store, onError } = this.context;
    const { name, desc } = START.notes.folder;
    row.setName(name).setDesc(desc);
    row.addText((field) => {
      field.inputEl.setAttr('aria-label', name);
      field.setValue(store.settings.folder).onChange((typed) => {
        this.folder = typed;
        row.setErrorMessage(foundText(problemWithFolder(typed)));
      });
      field.inputEl.addEventListener('change', () => {
        this.saveFolder()
          .then(() => this.showNote())
          .catch(onError);
      });
    });
  }

  private drawStyles(row: Setting): void {
    const { store, onError } = this.context;
    const { name, desc } = START.notes.style;
    const choices = builtInChoices('book');
    const { book } = store.settings.templates;
    row.setName(name).setDesc(desc);
    row.addDropdown((styles) => {
      styles.selectEl.setAttr('aria-label', name);
      // The user may have own templates by now; they stay until another style is chosen.
      styles
        .addOptions(book in choices ? { ...choices } : { [OWN_TEMPLATES]: START.notes.own, ...choices })
        .setValue(book in choices ? book : OWN_TEMPLATES)
        .onChange((chosen) => {
          if (chosen !== OWN_TEMPLATES) this.saveStyle(chosen).catch(onError);
        });
    });
  }

  /** False when the folder is invalid. */
  private async saveFolder(): Promise<boolean> {
    const { store } = this.context;
    if (this.folder === null) return true;
    if (problemWithFolder(this.folder) !== null) return false;
    await store.save(withValueAt(store.settings, 'folder', this.folder));
    return true;
  }

  private async saveStyle(style: string): Promise<void> {
    const { store } = this.context;
    let settings: unknown = store.settings;
    for (const kind of ITEM_KINDS) settings = withValueAt(settings, `templates.${kind}`, style);
    await store.save(settings);
    await this.showNote();
  }

  private async showNote(): Promise<void> {
    const { context } = this;
    const run = (this.latest += 1);
    const preview = await context.withBoth((both) =>
      previewItem({ ...context.host, ...both }, { record: SAMPLE_ITEM, settings: context.settings }),
    );
    // Another style may have been chosen meanwhile, or the step closed.
    if (run === this.latest) await this.view?.show(preview, { isRendered: true });
  }
}

type Documents = Settings['scope']['documents'];

/** Choose whether documents without highlights get notes. */
export class ScopeStep implements StartStep {
  readonly heading = START.scope.heading;
  readonly nextLabel = START.scope.start;
  private chosen: Documents;

  constructor(
    private readonly context: PluginContext,
    { isNewLibrary }: { readonly isNewLibrary: boolean },
  ) {
    this.chosen = isNewLibrary ? 'highlighted' : context.settings.scope.documents;
  }

  draw(container: HTMLElement): void {
    const { highlighted, all, later } = START.scope;
    const choices = container.createDiv({ cls: 'florilegium-start-scope', attr: { role: 'radiogroup' } });
    named(choices, this.heading);
    this.addChoice(choices, 'highlighted', highlighted);
    this.addChoice(choices, 'all', all);
    container.createEl('p', { text: later, cls: 'setting-item-description' });
  }

  async leave(): Promise<boolean> {
    const { store } = this.context;
    await store.save(withValueAt(store.settings, 'scope.documents', this.chosen));
    return true;
  }

  private addChoice(choices: HTMLElement, value: Documents, text: string): void {
    const label = choices.createEl('label');
    const radio = label.createEl('input', { type: 'radio', attr: { name: 'florilegium-scope' } });
    radio.checked = this.chosen === value;
    radio.addEventListener('change', () => (this.chosen = value));
    label.createSpan({ text });
  }
}
