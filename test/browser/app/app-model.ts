import { Disk, type DiskOptions } from './disk';
import type { TAbstractFile, TFile } from './files';
import { MetadataCache } from './metadata-cache';
import { SecretStorage } from './secret-storage';
import { Vault } from './vault';

/** Callbacks wait until the layout stands; later ones run at once. */
class Workspace {
  layoutReady = false;
  /** The note that is open, if it still is there. */
  activeFile: TFile | null = null;
  private readonly waiting: (() => unknown)[] = [];

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
  readonly workspace = new Workspace();
  readonly secretStorage = new SecretStorage();
  private readonly local = new Map<string, string>();

  constructor(options: DiskOptions = {}) {
    this.vault = new Vault(new Disk(options));
    this.metadataCache = new MetadataCache(this.vault);
  }

  readonly fileManager = {
    renameFile: (file: TAbstractFile, newPath: string): Promise<void> => this.vault.rename(file, newPath),
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
