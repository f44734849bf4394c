import { ConfirmationModal, Notice, type App, type ButtonComponent } from 'obsidian';
import {
  readTransfer,
  transferText,
  type ReadTransfer,
  type TemplateText,
} from '../../../core/settings-transfer';
import type { Settings } from '../../../core/settings';
import { addBox } from '../components/add-box';
import { copyText } from '../components/copy-text';
import { ChoiceModal } from '../components/choice-modal';
import { ObsidianVault } from '../vault/obsidian-vault';
import { addPaths } from '../components/path-list';
import type { SettingsStore } from '../state/settings-store';
import { TRANSFER } from '../keeping/keeping-strings';
import { ViewFiles } from '../views/view-files';
import { chosenFiles } from './template-files';

interface TransferOptions {
  readonly store: SettingsStore;
  readonly failed: (error: unknown) => void;
}

/** Gives the settings out as a text, into the vault or onto the clipboard. */
export class ExportModal extends ConfirmationModal {
  private withTemplates = true;

  constructor(app: App, { store, failed }: TransferOptions) {
    super(app);
    this.setTitle(TRANSFER.exportTitle);
    this.contentEl.createEl('p', { text: TRANSFER.exportDesc });
    const change = (isOn: boolean): void => void (this.withTemplates = isOn);
    addBox(this.contentEl.createDiv('florilegium-keeping-all'), {
      text: TRANSFER.withTemplates,
      isOn: this.withTemplates,
      change,
    });
    const text = async (): Promise<string> =>
      transferText(store.settings, this.withTemplates ? await templatesOf(app, store.settings) : []);
    this.addButton((button) =>
      button
        .setButtonText(TRANSFER.save)
        .setCta()
        .onClick(() =>
          text()
            .then((all) => saveIn(app, all))
            .catch(failed),
        ),
    );
    this.addButton((button) =>
      button.setButtonText(TRANSFER.copy).onClick(() =>
        text()
          .then((all) => copyText(all, TRANSFER.copied))
          .catch(failed),
      ),
    );
    this.addCancelButton(TRANSFER.cancel);
  }
}

/** Under the first name that is free. */
async function saveIn(app: App, text: string): Promise<void> {
  const files = new ViewFiles(app);
  for (let number = 1; ; number += 1) {
    const path = `${TRANSFER.fileName}${number === 1 ? '' : ` ${String(number)}`}.json`;
    if ((await files.create(path, text)) !== 'created') continue;
    new Notice(TRANSFER.saved(path));
    return;
  }
}

/** Those of the folder of templates, and those that the settings name elsewhere. */
async function templatesOf(app: App, settings: Settings): Promise<readonly TemplateText[]> {
  const inFolder = app.vault
    .getMarkdownFiles()
    .flatMap(({ path }) => (path.startsWith(`${settings.templates.folder}/`) ? [path] : []));
  const texts: TemplateText[] = [];
  for (const path of [...new Set([...inFolder, ...chosenFiles(settings)])].sort()) {
    const file = app.vault.getFileByPath(path);
    if (file !== null) texts.push({ path, text: await app.vault.read(file) });
  }
  return texts;
}

/** Takes settings in from a text, after showing what would change. */
export class ImportModal extends ConfirmationModal {
  private readonly input: HTMLTextAreaElement;
  private readonly told: HTMLElement;
  private read: ReadTransfer | null = null;
  private button: ButtonComponent | null = null;

  constructor(
    app: App,
    private readonly options: TransferOptions & { readonly changed: () => void },
  ) {
    super(app);
    this.setTitle(TRANSFER.importTitle);
    this.modalEl.addClass('florilegium-keeping');
    this.contentEl.createEl('p', { text: TRANSFER.paste });
    this.input = this.contentEl.createEl('textarea', {
      cls: 'florilegium-transfer',
      attr: { 'aria-label': TRANSFER.text, rows: 6, spellcheck: 'false' },
    });
    this.input.addEventListener('input', () => this.look(this.input.value));
    this.told = this.contentEl.createDiv({ cls: 'florilegium-check', attr: { role: 'status' } });
    this.addButton((button) =>
      button.setButtonText(TRANSFER.choose).onClick(() => {
        this.choose();
        return true;
      }),
    );
    this.addButton(
      (button) =>
        (this.button = button
          .setButtonText(TRANSFER.apply)
          .setCta()
          .setDisabled(true)
          .onClick(() => this.apply())),
    );
    this.addCancelButton(TRANSFER.cancel);
  }

  private choose(): void {
    const { app } = this;
    const items = app.vault.getFiles().filter(({ extension }) => extension === 'json');
    if (items.length === 0) {
      new Notice(TRANSFER.noFiles);
      return;
    }
    const take = async (path: string): Promise<void> => {
      this.input.value = (await new ViewFiles(app).read(path)) ?? '';
      this.look(this.input.value);
    };
    new ChoiceModal(app, {
      question: TRANSFER.whichFile,
      items,
      nameOf: ({ path }) => path,
      choose: ({ path }) => void take(path).catch(this.options.failed),
    }).open();
  }

  /** Shows what a text would change, or why it cannot be taken in. */
  private look(text: string): void {
    this.told.empty();
    this.read = text.trim() === '' ? null : readTransfer(text, this.options.store.settings);
    const { read } = this;
    this.button?.setDisabled(read?.ok !== true || read.changes.length + read.templates.length === 0);
    if (read === null) return;
    if (!read.ok) {
      this.told.createEl('p', { cls: 'florilegium-problem', text: TRANSFER.problems });
      addPaths(this.told, {
        label: TRANSFER.problems,
        lines: read.problems.map((problem) => ({ path: problem })),
      });
      return;
    }
    const { changes, templates } = read;
    this.told.createEl('p', {
      text: changes.length === 0 ? TRANSFER.same : TRANSFER.changes(changes.length),
    });
    addPaths(this.told, {
      label: TRANSFER.changes(changes.length),
      lines: changes.map(({ key, before, after }) => ({ aside: key, path: TRANSFER.change(before, after) })),
    });
    if (templates.length > 0) this.told.createEl('p', { text: TRANSFER.templates(templates.length) });
    addPaths(this.told, {
      label: TRANSFER.templates(templates.length),
      lines: templates.map(({ path }) => ({ path })),
    });
  }

  /** True keeps the window open. */
  private async apply(): Promise<boolean> {
    const shown = this.read;
    const { store, changed, failed } = this.options;
    // The settings may be others by now, by a sync or another device.
    this.look(this.input.value);
    const { read } = this;
    if (
      read?.ok !== true ||
      shown?.ok !== true ||
      JSON.stringify(shown.changes) !== JSON.stringify(read.changes)
    )
      return true;
    try {
      // Templates first: settings must not name a file that is not there.
      const taken = await writeTemplates(this.app, read.templates);
      await store.save(read.settings);
      changed();
      new Notice(taken.length === 0 ? TRANSFER.done : TRANSFER.taken(taken.join(', ')), 0);
      return false;
    } catch (error) {
      failed(error);
      return true;
    }
  }
}

/** Answers with the paths where something else stands. */
async function writeTemplates(app: App, templates: readonly TemplateText[]): Promise<readonly string[]> {
  const vault = new ObsidianVault(app);
  try {
    const taken: string[] = [];
    for (const { path, text } of templates) {
      const written = await vault.create(path, text);
      if (written === 'exists' && (await vault.read(path)) !== text) taken.push(path);
    }
    return taken;
  } finally {
    vault.close();
  }
}
