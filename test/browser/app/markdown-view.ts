import type { TFile } from './files';
import { ItemView } from './item-view';
import type { WorkspaceLeaf } from './workspace-leaf';

const SAVED_AFTER_MS = 2000;

/**
 * A note in the editor. What is typed stays in it for two seconds, or until another note is opened. When somebody else writes the file meanwhile, the app puts both
 * together in its own way, and people have lost words by that: here what was typed goes.
 */
export class MarkdownView extends ItemView {
  file: TFile | null = null;
  private lastSaved = '';
  private timer: number | undefined;

  constructor(
    leaf: WorkspaceLeaf,
    private readonly editor: HTMLTextAreaElement,
  ) {
    super(leaf);
    editor.addEventListener('input', () => this.requestSave());
    this.app.vault.on('modify', (file) => file === this.file && void this.take());
  }

  getViewType(): string {
    return 'markdown';
  }

  getDisplayText(): string {
    return this.file?.basename ?? '';
  }

  getViewData(): string {
    return this.editor.value;
  }

  async open(file: TFile): Promise<void> {
    if (file === this.file) return;
    await this.save();
    this.file = file;
    await this.take();
  }

  async save(): Promise<void> {
    window.clearTimeout(this.timer);
    const { file } = this;
    const text = this.getViewData();
    if (file === null || text === this.lastSaved || this.app.vault.getFileByPath(file.path) !== file) return;
    this.lastSaved = text;
    await this.app.vault.modify(file, text);
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
