import type { TFile } from './files';
import { ItemView } from './item-view';
import type { WorkspaceLeaf } from './workspace-leaf';

const SAVED_AFTER_MS = 2000;

/**
 * A note in the editor. What is typed stays in it for two seconds, or until another note is opened. When
 * somebody else writes the file meanwhile, the app puts both together in its own way, and people have lost
 * words by that: here what was typed goes.
 */
export class MarkdownView extends ItemView {
  file: TFile | null = null;
  private lastSaved = '';
  private timer: number | undefined;
  private isSaving = false;
  private isAskedAgain = false;

  constructor(
    leaf: WorkspaceLeaf,
    private readonly editor: HTMLTextAreaElement,
  ) {
    super(leaf);
    editor.addEventListener('input', () => this.requestSave());
    this.app.vault.on('modify', (file) => file === this.file && !this.isSaving && void this.take());
  }

  getViewType(): string {
    return 'markdown';
  }

  getDisplayText(): string {
    return this.file?.basename ?? '';
  }

  getMode(): 'source' | 'preview' {
    return this.editor.isShown() ? 'source' : 'preview';
  }

  getViewData(): string {
    return this.editor.value;
  }

  async open(file: TFile): Promise<void> {
    if (file === this.file) return;
    await this.save();
    this.file = file;
    await this.take();
    this.editor.setSelectionRange(0, 0);
  }

  /**
   * Waits until the disk has done what it is at. Whoever asks for it meanwhile is answered at once: it is
   * done again after that.
   */
  async save(): Promise<void> {
    window.clearTimeout(this.timer);
    this.isAskedAgain = this.isSaving;
    if (this.isSaving) return;
    const { file } = this;
    const text = this.getViewData();
    if (file === null || text === this.lastSaved || this.app.vault.getFileByPath(file.path) !== file) return;
    this.lastSaved = text;
    this.isSaving = true;
    await this.app.vault.disk.takesNew();
    await this.app.vault.modify(file, text);
    this.isSaving = false;
    if (this.isAskedAgain) await this.save();
  }

  private requestSave(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.save(), SAVED_AFTER_MS);
  }

  private async take(): Promise<void> {
    const { file } = this;
    if (file === null) return;
    const text = await this.app.vault.read(file);
    if (text === this.lastSaved && file === this.file) return;
    this.editor.value = text;
    this.lastSaved = this.getViewData();
  }
}
