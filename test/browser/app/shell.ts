import type { App } from './app-model';
import type { TFile } from './files';
import { Platform } from './platform';
import type { Command, Shell } from './plugin';
import { SettingsModal } from './settings-modal';
import type { SettingTab } from './setting-tab';

/** The app's window: ribbon, list of notes, editor, status bar (not on phones) and command palette. */
export class AppShell implements Shell {
  private readonly ribbon: HTMLElement;
  private readonly fileList: HTMLElement;
  private readonly editor: HTMLTextAreaElement;
  private readonly statusBar: HTMLElement;
  private readonly settings: SettingsModal;
  private readonly commands: Command[] = [];
  private openFile: TFile | null = null;

  constructor(private readonly app: App) {
    const container = document.body.createDiv('app-container');
    this.ribbon = container.createDiv({ cls: 'workspace-ribbon', attr: { role: 'toolbar', 'aria-label': 'Ribbon' } });
    this.fileList = container.createDiv({ cls: 'nav-files-container', attr: { role: 'list', 'aria-label': 'Notes' } });
    this.editor = container.createEl('textarea', { cls: 'markdown-source-view', attr: { 'aria-label': 'Note', spellcheck: false } });
    this.statusBar = document.body.createDiv('status-bar');
    this.statusBar.toggle(!Platform.isMobile);
    this.settings = new SettingsModal(app);
    this.addRibbonIcon('settings', 'Settings', () => this.settings.open());
    this.addRibbonIcon('terminal', 'Open command palette', () => this.openPalette());
    this.editor.addEventListener('change', () => void this.saveNote());
    for (const event of ['create', 'modify', 'delete', 'rename']) app.vault.on(event, () => this.drawFiles());
    this.drawFiles();
  }

  addRibbonIcon(icon: string, title: string, callback: (event: MouseEvent) => unknown): HTMLElement {
    const button = this.ribbon.createEl('button', { cls: 'clickable-icon side-dock-ribbon-action', attr: { 'aria-label': title, 'data-icon': icon } });
    button.addEventListener('click', callback);
    return button;
  }

  addStatusBarItem(): HTMLElement {
    return this.statusBar.createDiv('status-bar-item plugin-florilegium');
  }

  addCommand(command: Command): void {
    this.commands.push(command);
  }

  addSettingTab(tab: SettingTab): void {
    this.settings.tab = tab;
  }

  /** When the plugin is switched off. */
  removeCommands(): void {
    this.commands.length = 0;
  }

  private openPalette(): void {
    const palette = document.body.createDiv({ cls: 'prompt', attr: { role: 'menu', 'aria-label': 'Commands' } });
    for (const command of this.commands.filter((each) => each.checkCallback === undefined || each.checkCallback(true) === true)) {
      const item = palette.createEl('button', { cls: 'suggestion-item', text: `Florilegium: ${command.name}`, attr: { role: 'menuitem' } });
      item.addEventListener('click', () => {
        palette.remove();
        if (command.checkCallback === undefined) command.callback?.();
        else command.checkCallback(false);
      });
    }
  }

  private drawFiles(): void {
    this.fileList.empty();
    for (const file of this.app.vault.getMarkdownFiles().sort((one, other) => one.path.localeCompare(other.path))) {
      const item = this.fileList.createDiv({ cls: 'nav-file', attr: { role: 'listitem' } });
      const title = item.createEl('button', { cls: 'nav-file-title', text: file.basename, attr: { title: file.path } });
      title.addEventListener('click', () => void this.show(file));
    }
    if (this.openFile !== null) void this.show(this.openFile);
  }

  private async show(file: TFile): Promise<void> {
    if (this.app.vault.getFileByPath(file.path) !== file) return;
    this.openFile = file;
    this.app.workspace.activeFile = file;
    this.editor.value = await this.app.vault.read(file);
  }

  private async saveNote(): Promise<void> {
    if (this.openFile !== null) await this.app.vault.modify(this.openFile, this.editor.value);
  }
}
