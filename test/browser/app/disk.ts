export interface DiskOptions {
  /** As on Windows, macOS and phones. */
  readonly ignoresCase?: boolean;
}

/** What is under the vault: folders and files by path, with the errors that a real disk gives. */
export class Disk {
  private readonly files = new Map<string, { path: string; text: string }>();
  private readonly folders = new Map<string, string>();

  constructor(private readonly options: DiskOptions = {}) {}

  exists(path: string): boolean {
    return this.files.has(this.key(path)) || this.hasFolder(path);
  }

  hasFolder(path: string): boolean {
    return path === '' || path === '/' || this.folders.has(this.key(path));
  }

  makeFolder(path: string): void {
    this.mustHaveFolder(path, 'mkdir');
    this.folders.set(this.key(path), path);
  }

  /** An empty one. */
  removeFolder(path: string): void {
    this.folders.delete(this.key(path));
  }

  read(path: string): string {
    const file = this.files.get(this.key(path));
    if (file === undefined) throw new Error(`ENOENT: no such file or directory, open '${path}'`);
    return file.text;
  }

  write(path: string, text: string): void {
    this.mustHaveFolder(path, 'open');
    this.files.set(this.key(path), { path: this.files.get(this.key(path))?.path ?? path, text });
  }

  move(from: string, to: string): void {
    const text = this.read(from);
    this.mustHaveFolder(to, 'rename');
    this.files.delete(this.key(from));
    this.files.set(this.key(to), { path: to, text });
  }

  remove(path: string): void {
    this.files.delete(this.key(path));
  }

  /** Every file with its text, in path order. */
  list(): readonly { readonly path: string; readonly text: string }[] {
    return [...this.files.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
  }

  private mustHaveFolder(path: string, call: string): void {
    if (this.hasFolder(path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '')) return;
    throw new Error(`ENOENT: no such file or directory, ${call} '${path}'`);
  }

  private key(path: string): string {
    return this.options.ignoresCase === true ? path.toLowerCase() : path;
  }
}
