import type { App } from './app-model';
import { OpenBase } from './bases';
import type { TFile } from './files';
import { Outside } from './outside';
import { Platform } from './platform';
import { Menu } from './menu';
import { MarkdownView } from './markdown-view';
import type {
  CliHandler,
  Command,
  NoteChange,
  NoteEditor,
  NotePosition,
  ProtocolHandler,
  Shell,
} from './plugin';
import { drawReadingView } from './reading-view';
import { SettingsModal } from './settings-modal';
import type { SettingTab } from './setting-tab';
import { SideDock, WorkspaceLeaf } from './workspace-leaf';

/** The app's window: ribbon, list of notes, editor, status bar (not on phones) and command palette. */
export class AppShell implements Shell {
  private readonly ribbon: HTMLElement;
  private readonly fileList: HTMLElement;
  private readonly editor: HTMLTextAreaElement;
  private readonly reading: HTMLElement;
  private readonly note: MarkdownView;
  private readonly base: HTMLElement;
  private readonly statusBar: HTMLElement;
  private readonly settings: SettingsModal;
  private readonly commands: Command[] = [];
  readonly outside = new Outside();
  /** Chosen with a click while Ctrl is held down. */
  private readonly chosen = new Set<TFile>();

  constructor(
    private readonly app: App,
    { hidesNotes }: { readonly hidesNotes: boolean },
  ) {
    const container = document.body.createDiv('app-container');
    this.ribbon = container.createDiv({
      cls: 'workspace-ribbon',
      attr: { role: 'toolbar', 'aria-label': 'Ribbon' },
    });
    this.fileList = container.createDiv({
      cls: 'nav-files-container',
      attr: { role: 'list', 'aria-label': 'Notes' },
    });
    this.editor = container.createEl('textarea', {
      cls: 'markdown-source-view',
      attr: { 'aria-label': 'Note', spellcheck: false },
    });
    this.reading = container.createDiv({
      cls: 'markdown-reading-view',
      attr: { role: 'document', 'aria-label': 'Reading view' },
    });
    this.reading.hide();
    this.base = container.createDiv({ cls: 'bases-view', attr: { role: 'region', 'aria-label': 'Base' } });
    this.base.hide();
    app.workspace.rightDock = new SideDock(app, container);
    const leaf = new WorkspaceLeaf(app, app.workspace.rightDock);
    this.note = new MarkdownView(leaf, this.editor);
    leaf.view = this.note;
    app.workspace.noteLeaf = leaf;
    this.statusBar = document.body.createDiv('status-bar');
    this.statusBar.toggle(!Platform.isMobile);
    this.settings = new SettingsModal(app);
    app.setting = this.settings;
    app.workspace.opener = (file, subpath) => this.show(file, subpath);
    app.workspace.editor = () => (this.note.file === null ? null : this.noteEditor);
    this.editor.addEventListener('contextmenu', (event) => this.openEditorMenu(event));
    this.addRibbonIcon('settings', 'Settings', () => this.settings.open());
    this.addRibbonIcon('terminal', 'Open command palette', () => this.openPalette());
    if (hidesNotes) return;
    for (const event of ['create', 'modify', 'delete', 'rename']) app.vault.on(event, () => this.drawFiles());
    this.drawFiles();
  }

  addRibbonIcon(icon: string, title: string, callback: (event: MouseEvent) => unknown): HTMLElement {
    const button = this.ribbon.createEl('button', {
      cls: 'clickable-icon side-dock-ribbon-action',
      attr: { 'aria-label': title, 'data-icon': icon },
    });
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

  addProtocolHandler(action: string, handler: ProtocolHandler): () => void {
    return this.outside.addProtocolHandler(action, handler);
  }

  addCliHandler(handler: CliHandler): () => void {
    return this.outside.addCliHandler(handler);
  }

  /** The names of the plugin's commands, by their ids; those with hotkeys of their own say so. */
  commandNames(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      this.commands.map(({ id, name, hotkeys }) => [id, hotkeys === undefined ? name : `${name} (hotkeys)`]),
    );
  }

  /** When the plugin is switched off. */
  removeCommands(): void {
    this.commands.length = 0;
  }

  private openPalette(): void {
    const palette = document.body.createDiv({
      cls: 'prompt',
      attr: { role: 'menu', 'aria-label': 'Commands' },
    });
    for (const command of this.commands.filter((each) => this.isOffered(each))) {
      const item = palette.createEl('button', {
        cls: 'suggestion-item',
        text: `Florilegium: ${command.name}`,
        attr: { role: 'menuitem' },
      });
      item.addEventListener('click', () => {
        palette.remove();
        command.callback?.();
        command.checkCallback?.(false);
        command.editorCheckCallback?.(false, this.noteEditor, { file: this.note.file });
      });
    }
  }

  private isOffered({ checkCallback, editorCheckCallback }: Command): boolean {
    if (editorCheckCallback !== undefined)
      return (
        this.note.file !== null &&
        editorCheckCallback(true, this.noteEditor, { file: this.note.file }) === true
      );
    return checkCallback === undefined || checkCallback(true) === true;
  }

  private get noteEditor(): NoteEditor {
    const { value, selectionStart, selectionEnd } = this.editor;
    const placeOf = (offset: number): NotePosition => {
      const above = value.slice(0, offset).split('\n');
      return { line: above.length - 1, ch: above[above.length - 1]?.length ?? 0 };
    };
    return {
      getValue: () => this.editor.value,
      getCursor: (which) => placeOf(which === 'to' ? selectionEnd : selectionStart),
      setCursor: ({ line, ch }) => {
        const before = this.editor.value.split('\n').slice(0, line);
        const offset = before.reduce((sum, each) => sum + each.length + 1, ch);
        this.editor.setSelectionRange(offset, offset);
      },
      somethingSelected: () => selectionEnd > selectionStart,
      transaction: ({ changes }) => this.insert(changes),
    };
  }

  /** The places are those before the first change. */
  private insert(changes: readonly NoteChange[]): void {
    const lines = this.editor.value.split('\n');
    const sorted = [...changes].sort((one, other) => other.from.line - one.from.line);
    for (const { from, text } of sorted) {
      const line = lines[from.line] ?? '';
      lines[from.line] = `${line.slice(0, from.ch)}${text}${line.slice(from.ch)}`;
    }
    this.editor.value = lines.join('\n');
    this.editor.dispatchEvent(new Event('input'));
  }

  private openEditorMenu(event: MouseEvent): void {
    const menu = new Menu().addItem((item) => item.setTitle('Copy').setSection('clipboard'));
    this.app.workspace.trigger('editor-menu', menu, this.noteEditor, { file: this.note.file });
    menu.showAtMouseEvent(event);
  }

  private openFileMenu(file: TFile, event: MouseEvent): void {
    const menu = new Menu().addItem((item) => item.setTitle('Rename…').setSection('danger'));
    if (this.chosen.size > 1 && this.chosen.has(file))
      this.app.workspace.trigger('files-menu', menu, [...this.chosen], 'file-explorer-context-menu');
    else this.app.workspace.trigger('file-menu', menu, file, 'file-explorer-context-menu');
    menu.showAtMouseEvent(event);
  }

  private drawFiles(): void {
    this.fileList.empty();
    for (const file of this.app.vault
      .getMarkdownFiles()
      .sort((one, other) => one.path.localeCompare(other.path))) {
      const item = this.fileList.createDiv({ cls: 'nav-file', attr: { role: 'listitem' } });
      const title = item.createEl('button', {
        cls: 'nav-file-title',
        text: file.basename,
        attr: { title: file.path },
      });
      title.toggleClass('is-selected', this.chosen.has(file));
      title.addEventListener('click', (event) => {
        if (event.ctrlKey) this.chosen.add(file);
        else this.chosen.clear();
        if (event.ctrlKey) title.addClass('is-selected');
        else void this.show(file);
      });
      title.addEventListener('contextmenu', (event) => this.openFileMenu(file, event));
    }
  }

  /** Shows a view of a base in place of the editor. */
  openBase(text: string, name: string): void {
    this.base.empty();
    this.base.show();
    this.editor.hide();
    new OpenBase(this.app, this.base, { text, name });
  }

  /** Shows the note in the editor as it is read, or, when that is shown, the editor again. */
  toggleReadingView(): void {
    const reads = !this.reading.isShown();
    if (reads) drawReadingView(this.reading, this.note.getDisplayText(), this.editor.value);
    this.reading.toggle(reads);
    this.editor.toggle(!reads);
  }

  private async show(file: TFile, subpath?: string): Promise<void> {
    if (this.app.vault.getFileByPath(file.path) !== file) return;
    this.base.hide();
    this.editor.show();
    this.app.workspace.activeFile = file;
    await this.note.open(file);
    if (subpath?.startsWith('#^') === true) this.showBlock(subpath.slice(1));
  }

  /** Selects the block from its first line on, as the app marks it. */
  private showBlock(anchor: string): void {
    const end = this.editor.value.indexOf(anchor) + anchor.length;
    const block =
      /(?:^|\n\n)((?:(?!\n\n)[^])*(?:\n\n)?\^[\w-]+)$/.exec(this.editor.value.slice(0, end))?.[1] ?? anchor;
    const start = end - block.length;
    this.editor.focus();
    this.editor.setSelectionRange(start, end);
    this.editor.scrollTop = (this.editor.value.slice(0, start).split('\n').length - 6) * 22;
  }
}
