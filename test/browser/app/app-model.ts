import type { BasesViewRegistration } from './bases';
import { Disk, type DiskOptions } from './disk';
import { Events } from './events';
import type { TAbstractFile, TFile } from './files';
import { withFrontMatter } from './front-matter';
import { LinkUpdates } from './link-updates';
import { MetadataCache } from './metadata-cache';
import type { NoteEditor } from './plugin';
import { SecretStorage } from './secret-storage';
import { Vault } from './vault';
import type { SideDock, WorkspaceLeaf } from './workspace-leaf';

/** Callbacks wait until the layout stands; later ones run at once. */
class Workspace extends Events {
  layoutReady = false;
  /** The note that is open, if it still is there. */
  activeFile: TFile | null = null;
  private readonly waiting: (() => unknown)[] = [];

  /** Set by the window: shows a note. */
  opener: (file: TFile, subpath?: string) => Promise<void> = () => Promise.resolve();

  /** Set by the window: the right sidebar. */
  rightDock: SideDock | null = null;

  getRightLeaf(_split: boolean): WorkspaceLeaf | null {
    return this.rightDock?.addLeaf() ?? null;
  }

  /** Set by the window: where notes are edited. */
  noteLeaf: WorkspaceLeaf | null = null;

  getLeavesOfType(viewType: string): WorkspaceLeaf[] {
    if (this.noteLeaf?.view?.getViewType() === viewType) return [this.noteLeaf];
    return this.rightDock?.ofType(viewType) ?? [];
  }

  revealLeaf(leaf: WorkspaceLeaf): Promise<void> {
    this.rightDock?.reveal(leaf);
    return Promise.resolve();
  }

  /** The leaf with that view, made where there is none. */
  async ensureSideLeaf(
    type: string,
    _side: 'left' | 'right',
    {
      reveal = false,
      state = {},
    }: {
      readonly active?: boolean;
      readonly reveal?: boolean;
      readonly state?: Record<string, unknown>;
    } = {},
  ): Promise<WorkspaceLeaf> {
    const [standing] = this.getLeavesOfType(type);
    const leaf = standing ?? this.getRightLeaf(false);
    if (leaf === null) throw new Error('There is no sidebar');
    if (standing === undefined) await leaf.setViewState({ type, state });
    if (reveal) await this.revealLeaf(leaf);
    return leaf;
  }

  /** Set by the window: the editor of the open note. */
  editor: () => NoteEditor | null = () => null;

  get activeEditor(): { readonly editor: NoteEditor | null; readonly file: TFile | null } {
    return { editor: this.editor(), file: this.activeFile };
  }

  getActiveViewOfType<Found>(type: new (...given: never[]) => Found): Found | null {
    const view = this.noteLeaf?.view;
    return view instanceof type ? view : null;
  }

  getLeaf(_newLeaf?: string | boolean): {
    openFile(
      file: TFile,
      state?: { readonly active?: boolean; readonly eState?: Record<string, unknown> },
    ): Promise<void>;
  } {
    return {
      openFile: async (file, { eState: { subpath, line } = {} } = {}) => {
        await (typeof subpath === 'string' ? this.opener(file, subpath) : this.opener(file));
        if (typeof line === 'number') this.editor()?.setCursor({ line, ch: 0 });
      },
    };
  }

  getActiveFile(): TFile | null {
    return this.activeFile;
  }

  onLayoutReady(callback: () => unknown): void {
    if (this.layoutReady) callback();
    else this.waiting.push(callback);
  }

  becomeReady(): void {
    this.layoutReady = true;
    for (const callback of this.waiting.splice(0)) callback();
  }
}

/** The app with one open vault. */
export class App {
  readonly vault: Vault;
  readonly metadataCache: MetadataCache;
  readonly workspace: Workspace;
  readonly secretStorage = new SecretStorage();
  private readonly linkUpdates: LinkUpdates;
  /** Not in the app's typings, but there: the settings' window. */
  setting: { close(): void } | undefined = undefined;
  readonly local = new Map<string, string>();
  /** Views of bases that plugins bring, by their types. */
  readonly baseViews = new Map<string, BasesViewRegistration>();
  /** The person's setting. */
  hasBases = true;

  /** `disk`: one that others have as well; of what they do there, the app hears nothing. */
  constructor(disk: Disk | DiskOptions = {}) {
    this.vault = new Vault(disk instanceof Disk ? disk : new Disk(disk));
    this.metadataCache = new MetadataCache(this.vault);
    this.linkUpdates = new LinkUpdates(this.metadataCache);
    this.workspace = new Workspace();
  }

  /**
   * The person's setting: `/` for the vault's own folder, `./` or `./Sub` for the note's, else a folder of
   * the vault.
   */
  attachmentFolder = '/';

  readonly fileManager = {
    processFrontMatter: async (
      file: TFile,
      change: (properties: Record<string, unknown>) => void,
    ): Promise<void> => {
      await this.vault.process(file, (text) => withFrontMatter(text, change));
    },
    getAvailablePathForAttachment: async (filename: string, sourcePath = ''): Promise<string> => {
      const beside = sourcePath.includes('/') ? sourcePath.slice(0, sourcePath.lastIndexOf('/')) : '';
      const folder = (
        this.attachmentFolder.startsWith('./')
          ? `${beside}/${this.attachmentFolder.slice(2)}`
          : this.attachmentFolder
      ).replace(/^\/+|\/+$/g, '');
      if (folder !== '' && this.vault.getFolderByPath(folder) === null) await this.vault.createFolder(folder);
      const [, stem = filename, ending = ''] = /^(.*)(\.[^.]*)$/.exec(filename) ?? [];
      const at = (name: string): string => (folder === '' ? name : `${folder}/${name}`);
      let path = at(filename);
      for (let copy = 1; this.vault.disk.exists(path); copy += 1)
        path = at(`${stem} ${String(copy)}${ending}`);
      return path;
    },
    generateMarkdownLink: (file: TFile, _sourcePath: string, subpath = ''): string =>
      `[[${file.basename}${subpath}]]`,
    renameFile: (file: TAbstractFile, newPath: string): Promise<void> =>
      this.linkUpdates.around(() => this.vault.rename(file, newPath)),
    trashFile: (file: TAbstractFile): Promise<void> => this.vault.moveToTrash(file),
  };

  loadLocalStorage(key: string): unknown {
    const stored = this.local.get(key);
    return stored === undefined ? null : JSON.parse(stored);
  }

  saveLocalStorage(key: string, data: unknown): void {
    if (data === null) this.local.delete(key);
    else this.local.set(key, JSON.stringify(data));
  }
}
