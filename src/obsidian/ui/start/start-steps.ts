import { type EventRef, Setting } from 'obsidian';
import { ITEM_KINDS } from '../../../model/model';
import { problemWithFolder } from '../../../model/settings';
import { problemWithTimeZone } from '../../../model/time-zone';
import { drawPermissionRow } from '../components/permission';
import { addBoxes } from '../settings/controls';
import { NoteView } from '../settings/note-preview';
import { drawDocumentsRow } from '../settings/documents-row';
import { SAMPLE_ITEM } from '../settings/sample-item';
import { valueAt, withValueAt } from '../settings/setting-keys';
import { SCOPE, SCOPE_NAMES } from '../../strings/settings-strings';
import { builtInChoices } from '../settings/template-files';
import { drawTokenRow, type TokenRow } from '../settings/token-row';
import { suggestAdoption } from './other-notes';
import { ReadwiseClient } from '../../../readwise/client';
import { countLibrary } from '../../../features/status/library-overview';
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
    if (question === null) this.row = drawTokenRow(setting, context);
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

/** Nobody has chosen a time zone. */
const NOT_CHOSEN = 'UTC';

/** Choose folder, style and time zone, with a preview. */
export class StyleStep implements StartStep {
  readonly heading = START.style.heading;
  private view: NoteView | null = null;
  /** Null until it is edited: another device's change must stay. */
  private folder: string | null = null;
  /** Null to leave it as it is. */
  private timeZone: string | null = null;
  private latest = 0;

  constructor(private readonly context: PluginContext) {}

  draw(container: HTMLElement): void {
    const { app, onError } = this.context;
    this.drawFolder(new Setting(container));
    this.drawStyles(new Setting(container));
    this.drawTimeZone(new Setting(container));
    const view = container.createDiv('florilegium-start-preview');
    this.view = new NoteView(app, view, START.style.preview);
    this.showNote().catch(onError);
  }

  async leave(): Promise<boolean> {
    return (await this.saveFolder()) && (await this.saveTimeZone());
  }

  close(): void {
    this.latest += 1;
    this.view?.close();
  }

  private drawFolder(row: Setting): void {
    const { store, onError } = this.context;
    const { name, desc } = START.style.folder;
    row.setName(name).setDesc(desc);
    row.addText((field) => {
      field.inputEl.setAttr('aria-label', name);
      field.setValue(store.settings.folder).onChange((typed) => {
        this.folder = typed;
        row.setErrorMessage(problemWithFolder(typed));
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
    const { name, desc } = START.style.style;
    const choices = builtInChoices('book');
    const { book } = store.settings.templates;
    row.setName(name).setDesc(desc);
    row.addDropdown((styles) => {
      styles.selectEl.setAttr('aria-label', name);
      // The user may have own templates by now; they stay until another style is chosen.
      styles
        .addOptions(book in choices ? { ...choices } : { [OWN_TEMPLATES]: START.style.own, ...choices })
        .setValue(book in choices ? book : OWN_TEMPLATES)
        .onChange((chosen) => {
          if (chosen !== OWN_TEMPLATES) this.saveStyle(chosen).catch(onError);
        });
    });
  }

  private drawTimeZone(row: Setting): void {
    const { settings } = this.context.store;
    const { name, desc } = START.style.timeZone;
    if (settings.timeZone === NOT_CHOSEN) this.timeZone ??= deviceTimeZone();
    row.setName(name).setDesc(desc);
    row.addText((field) => {
      field.inputEl.setAttr('aria-label', name);
      field.setValue(this.timeZone ?? settings.timeZone).onChange((typed) => {
        this.timeZone = typed.trim();
        row.setErrorMessage(problemWithTimeZone(this.timeZone));
      });
    });
  }

  /** False when the time zone is unknown. */
  private async saveTimeZone(): Promise<boolean> {
    const { store } = this.context;
    if (this.timeZone === null) return true;
    if (problemWithTimeZone(this.timeZone) !== null) return false;
    await store.save(withValueAt(store.settings, 'timeZone', this.timeZone));
    return true;
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

/** The time zone of this device; `UTC` where the system does not tell a known one. */
function deviceTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return problemWithTimeZone(timeZone) === null ? timeZone : NOT_CHOSEN;
}

/** The size of the library, and what of it gets notes. */
export class LibraryStep implements StartStep {
  readonly heading = START.library.heading;
  private isOpen = false;

  constructor(private readonly context: PluginContext) {}

  draw(container: HTMLElement): void {
    const { store, onError } = this.context;
    this.isOpen = true;
    const others = container.createDiv();
    suggestAdoption(this.context, () => new Setting(others)).catch(onError);
    const answer = container.createEl('p', { text: START.library.loading, attr: { role: 'status' } });
    const size = this.askForSize();
    size.then(({ text }) => this.isOpen && answer.setText(text)).catch(onError);
    container.createEl('h4', { text: START.library.scope });
    container.createEl('p', { text: START.library.all, cls: 'setting-item-description' });
    for (const list of ['bookCategories', 'documentLocations'] as const) {
      const key = `scope.${list}`;
      addBoxes(new Setting(container).setName(SCOPE[list]).settingEl, {
        label: SCOPE[list],
        names: SCOPE_NAMES[list],
        chosen: valueAt(store.settings, key),
        change: (member, isOn) =>
          void store.save(withValueAt(store.settings, `${key}.${member}`, isOn)).catch(onError),
      });
    }
    drawDocumentsRow(new Setting(container), {
      store,
      onError,
      counts: size.then(({ ofDocuments }) => ofDocuments),
    });
  }

  close(): void {
    this.isOpen = false;
  }

  /** What the service says of the size of the library, and of its documents; the latter null if unknown. */
  private async askForSize(): Promise<{ readonly text: string; readonly ofDocuments: string | null }> {
    const { host, account } = this.context;
    try {
      const counts = await countLibrary(new ReadwiseClient({ ...host, ...account.forRequests() }));
      const { books, documents, booksOfDocuments } = counts;
      const parts = [
        ...(books === null ? [] : [START.library.books(books)]),
        ...(documents === null ? [] : [START.library.documents(documents)]),
      ];
      return {
        text: parts.length === 0 ? START.library.unknown : START.library.found(parts),
        ofDocuments:
          documents === null || booksOfDocuments === null
            ? null
            : SCOPE.documents.about(documents, Math.min(documents, booksOfDocuments)),
      };
    } catch (error) {
      const text = START.library.failed(error instanceof Error ? error.message : String(error));
      return { text, ofDocuments: null };
    }
  }
}

export class ReadyStep implements StartStep {
  readonly heading = START.ready.heading;
  readonly nextLabel = START.ready.button;

  constructor(private readonly context: PluginContext) {}

  draw(container: HTMLElement): void {
    const { folder, safe, close } = START.ready;
    for (const text of [folder(this.context.store.settings.folder), safe, close])
      container.createEl('p', { text });
  }
}
