import type { Disk } from './disk';
import { Events } from './events';
import { TFile, TFolder, type TAbstractFile } from './files';

declare const scheduler: { postTask(work: () => void): Promise<void> } | undefined;

/**
 * Lets whatever else is due run first, as a real disk does. In a browser a timer would wait four milliseconds
 * each time, which no disk does.
 */
const diskTurn = (): Promise<void> =>
  typeof scheduler === 'undefined'
    ? new Promise((resolve) => setTimeout(resolve, 0))
    : scheduler.postTask(() => undefined);

const latin = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');

/** The files that the app has indexed, over the disk below. Hidden files and folders are on the disk only. */
export class Vault extends Events {
  readonly configDir = '.obsidian';
  private readonly root = new TFolder(this, '/');
  private readonly index = new Map<string, TAbstractFile>([['/', this.root]]);

  constructor(readonly disk: Disk) {
    super();
  }

  /** How often the adapter was called: on phones, each is a message to another program. */
  adapterCalls = 0;

  readonly adapter = {
    exists: async (path: string, sensitive = false): Promise<boolean> => {
      await this.adapterTurn();
      return sensitive ? this.disk.isSpelled(path) : this.disk.exists(path);
    },
    read: async (path: string): Promise<string> => {
      await this.adapterTurn();
      return this.disk.read(path);
    },
    write: async (path: string, text: string): Promise<void> => {
      await this.adapterTurn();
      this.disk.write(path, text);
    },
    process: async (path: string, change: (text: string) => string): Promise<string> => {
      await this.adapterTurn();
      const text = change(this.disk.read(path));
      this.disk.write(path, text);
      return text;
    },
    stat: async (path: string): Promise<ReturnType<Disk['stat']>> => {
      await this.adapterTurn();
      return this.disk.stat(path);
    },
    list: async (path: string): Promise<ReturnType<Disk['within']>> => {
      await this.adapterTurn();
      return this.disk.within(path);
    },
  };

  private adapterTurn(): Promise<void> {
    this.adapterCalls += 1;
    return diskTurn();
  }

  getName(): string {
    return 'Vault';
  }

  getRoot(): TFolder {
    return this.root;
  }

  getFileByPath(path: string): TFile | null {
    const found = this.index.get(path);
    return found instanceof TFile ? found : null;
  }

  getFolderByPath(path: string): TFolder | null {
    const found = this.index.get(path);
    return found instanceof TFolder ? found : null;
  }

  getAllFolders(includeRoot = false): TFolder[] {
    return [...this.index.values()]
      .filter((found) => found instanceof TFolder)
      .filter((folder) => includeRoot || !folder.isRoot());
  }

  /** The address that the app's window loads a file from. */
  getResourcePath({ path }: TFile): string {
    return `app://local/${encodeURI(path)}`;
  }

  getFiles(): TFile[] {
    const files: TFile[] = [];
    // The app shows nothing of hidden folders.
    for (const found of this.index.values())
      if (found instanceof TFile && !found.path.startsWith('.') && !found.path.includes('/.'))
        files.push(found);
    return files;
  }

  getMarkdownFiles(): TFile[] {
    return this.getFiles().filter(({ path }) => path.endsWith('.md'));
  }

  async create(path: string, text: string): Promise<TFile> {
    await diskTurn();
    await this.disk.takesNew();
    if (this.disk.exists(path)) throw new Error('File already exists.');
    try {
      this.disk.write(path, text);
    } catch (error) {
      if (this.disk.exists(path)) this.addFile(path);
      throw error;
    }
    return this.addFile(path);
  }

  /** Bytes are on the disk as text of as many characters. */
  async createBinary(path: string, bytes: ArrayBuffer): Promise<TFile> {
    return this.create(path, latin(bytes));
  }

  async modifyBinary(file: TFile, bytes: ArrayBuffer): Promise<void> {
    return this.modify(file, latin(bytes));
  }

  async createFolder(path: string): Promise<TFolder> {
    await diskTurn();
    if (this.disk.exists(path)) throw new Error('Folder already exists.');
    this.disk.makeFolder(path);
    return this.addFolder(path);
  }

  /**
   * Without the mark of the order of bytes that may stand before it, which the adapter and `process` leave
   * there.
   */
  async read(file: TFile): Promise<string> {
    await diskTurn();
    return this.disk.read(file.path).replace(/^\ufeff/, '');
  }

  cachedRead(file: TFile): Promise<string> {
    return this.read(file);
  }

  async modify(file: TFile, text: string): Promise<void> {
    await diskTurn();
    this.write(file, text);
  }

  /** Atomic: nothing comes between reading and writing. Writes whatever `change` gives back. */
  async process(file: TFile, change: (text: string) => string): Promise<string> {
    await diskTurn();
    const text = change(this.disk.read(file.path));
    this.write(file, text);
    return text;
  }

  async rename(file: TAbstractFile, newPath: string): Promise<void> {
    await diskTurn();
    const isOnlyCase = file.path.toLowerCase() === newPath.toLowerCase();
    if (this.disk.exists(newPath) && !isOnlyCase) throw new Error('Destination file already exists!');
    this.disk.move(file.path, newPath);
    const oldPath = file.path;
    this.unlink(file);
    file.path = newPath;
    this.link(file);
    this.trigger('rename', file, oldPath);
  }

  /**
   * Into the vault's own trash, as the app's setting may say; a folder with what the app has not heard of
   * yet.
   */
  async moveToTrash(file: TAbstractFile): Promise<void> {
    await diskTurn();
    const target = this.placeInTrash(file);
    if (file instanceof TFolder) this.disk.moveFolder(file.path, target);
    else this.disk.move(file.path, target);
    this.forget(file);
  }

  private placeInTrash({ name }: TAbstractFile): string {
    if (!this.disk.hasFolder('.trash')) this.disk.makeFolder('.trash');
    let target = `.trash/${name}`;
    for (let copy = 2; this.disk.exists(target); copy += 1)
      target = `.trash/${name.replace(/\.md$/, '')} ${String(copy)}${name.endsWith('.md') ? '.md' : ''}`;
    return target;
  }

  private forget(gone: TAbstractFile): void {
    if (gone instanceof TFolder) for (const child of [...gone.children]) this.forget(child);
    this.unlink(gone);
    this.trigger('delete', gone);
  }

  /** Takes a file of the disk into the index, with its folders; for what was there before the app opened. */
  addFromDisk(path: string): TFile {
    const parts = path.split('/').slice(0, -1);
    parts.forEach((_, depth) => {
      const folder = parts.slice(0, depth + 1).join('/');
      if (this.getFolderByPath(folder) === null) this.addFolder(folder);
    });
    return this.addFile(path);
  }

  private addFile(path: string): TFile {
    const file = new TFile(this, path);
    file.stat = this.statOnDisk(path);
    this.link(file);
    this.trigger('create', file);
    return file;
  }

  private statOnDisk(path: string): TFile['stat'] {
    return this.disk.stat(path) ?? { ctime: 0, mtime: 0, size: 0 };
  }

  private addFolder(path: string): TFolder {
    const folder = new TFolder(this, path);
    this.link(folder);
    this.trigger('create', folder);
    return folder;
  }

  private write(file: TFile, text: string): void {
    this.disk.write(file.path, text);
    file.stat = this.statOnDisk(file.path);
    this.trigger('modify', file);
  }

  private link(file: TAbstractFile): void {
    const folder = file.path.includes('/') ? file.path.slice(0, file.path.lastIndexOf('/')) : '/';
    file.parent = this.getFolderByPath(folder);
    file.parent?.children.push(file);
    this.index.set(file.path, file);
  }

  private unlink(file: TAbstractFile): void {
    this.index.delete(file.path);
    if (file.parent !== null) file.parent.children = file.parent.children.filter((child) => child !== file);
  }
}
